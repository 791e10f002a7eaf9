import { PageLink } from '../navigation/PageLink.tsx';
import { useHeading, useWording } from '../site/site-context.ts';
import { CallButton } from '../ui/CallButton.tsx';
import { Words } from '../ui/Words.tsx';
import { HeroScene } from './HeroScene.tsx';
import { Sign } from './Sign.tsx';
import { Trust } from './Trust.tsx';

export function Hero() {
  const { anyHour, brandedParts, noExcess } = useWording();
  const { h1, lead } = useHeading(
    'home',
    'Not your fault? We’ll take it from here.',
    `Recovery${anyHour}, a replacement vehicle and ${brandedParts ? 'branded-parts' : 'bodyshop'} repairs. ${noExcess ? 'No\u00a0excess to pay: costs' : 'Costs'} are recovered from the at-fault insurer.`,
  );
  return (
    <section className="hero" id="home" aria-labelledby="hero-heading">
      <div className="wrap hero__grid">
        <div>
          <p className="eyebrow">
            <span>
              <Words>Accident management for non-fault drivers</Words>
            </span>
          </p>
          <h1 className="h-display" id="hero-heading">
            {h1}
          </h1>
          <p className="lead">
            <Words>{lead}</Words>
          </p>
          <div className="actions">
            <CallButton note />
            <PageLink className="btn btn--line btn--lg" to="/accident">
              <span>
                At the roadside now? <small>What to do, step by step</small>
              </span>
            </PageLink>
          </div>
          <p className="hero__callback">
            <a href="#contact">Request a callback</a>
          </p>
          <Trust />
        </div>
        <div className="hero__sign">
          <Sign />
        </div>
      </div>
      <HeroScene />
    </section>
  );
}
