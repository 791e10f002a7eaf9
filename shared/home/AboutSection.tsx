import { useWording } from '../site/site-context.ts';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { Ticks } from '../ui/Ticks.tsx';
import { Words } from '../ui/Words.tsx';

/** Who the company is and what it does: a section of Home, and the About page. */
export function AboutSection() {
  const { founded, brandedParts, weeks, toYou } = useWording();
  return (
    <section className="section" id="about" aria-labelledby="about-heading">
      <div className="wrap">
        <div className="split">
          <h2 className="h2" id="about-heading">
            One call, and one team, from the roadside to the end of your claim
          </h2>
          <div className="prose">
            <p className="lead">
              {`Since ${founded} we have looked after motorists in accidents that were not their fault. You ring once. We collect your vehicle, keep it safe, arrange a replacement and deal with the insurers.`}
            </p>
            <p>
              <Words>
                {`An independent engineer examines your vehicle and reports to the insurers. An approved bodyshop repairs it${brandedParts ? ' with branded parts' : ''}.${weeks && ` The claims process takes\u00a0${weeks}.`}`}
              </Words>
            </p>
            <Ticks>
              {[
                'Recovery from the scene and secure storage',
                `A fully comprehensively insured replacement, delivered ${toYou}`,
                'Credit hire with no up-front cost',
                'Legal support with your claim',
              ]}
            </Ticks>
          </div>
        </div>
        <ul className="lineup">
          <li>
            <Vehicle name="hatch" paint="b" />
            <span>Cars</span>
          </li>
          <li>
            <Vehicle name="van" paint="c" />
            <span>Vans</span>
          </li>
          <li>
            <Vehicle name="bike" paint="e" />
            <span>Motorcycles</span>
          </li>
          <li>
            <Vehicle name="taxi" paint="d" />
            <span>Taxis and private hire</span>
          </li>
        </ul>
      </div>
    </section>
  );
}
