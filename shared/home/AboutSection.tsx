import type { ReactNode } from 'react';
import { capitalize } from '../site/claims.ts';
import { useWording } from '../site/site-context.ts';
import { Scene } from '../ui/scenery/Scene.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import { whole } from '../ui/whole.tsx';
import './about-section.css';

interface AboutSectionProps {
  /** Stands under the heading. */
  photo?: ReactNode;
  children?: ReactNode;
}

/** The company and its work: a section of Home and the About page. */
export function AboutSection({ photo, children }: AboutSectionProps) {
  const { founded, brandedParts, weeks, engineer, bodyshop, vehicles, handlesClaim } = useWording();
  const inspection = engineer
    ? `${capitalize(engineer)} inspects your vehicle and reports to the insurers. `
    : '';
  const repair = `${capitalize(bodyshop)} then repairs it${brandedParts ? ' with branded parts' : ''}.`;
  const duration = weeks
    ? ` The claims process takes\u00a0${weeks}, or longer if fault is disputed or someone was hurt.`
    : '';
  return (
    <section className="section" id="about" aria-labelledby="about-heading">
      <div className="split">
        <div>
          <h2 className="h2" id="about-heading">
            {handlesClaim ? 'One call starts your whole claim' : 'Who we help'}
          </h2>
          {photo}
        </div>
        <div className="prose">
          <p className="lead">
            {whole(
              `${founded ? `Since ${founded} we have looked` : 'We look'} after drivers of ${vehicles} in accidents that were not their fault.`,
            )}
          </p>
          <p>
            {`${handlesClaim ? 'Call us and we take it from there. ' : 'Call us and tell us what happened. '}${inspection}${inspection ? repair : repair.replace(' then repairs it', ' repairs your vehicle')}${duration}`}
          </p>
          {children}
        </div>
      </div>
      <Scene className="lineup">
        <Vehicle name="hatch" paint="b" />
        <Vehicle name="van" paint="c" />
        <Vehicle name="bike" paint="e" />
        <Vehicle name="taxi" paint="d" />
      </Scene>
    </section>
  );
}
