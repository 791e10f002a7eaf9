import { ArrowLink } from '../ui/ArrowLink.tsx';
import { CallButton } from '../ui/CallButton.tsx';
import { Words } from '../ui/Words.tsx';
import { HeroScene } from './HeroScene.tsx';
import { Sign } from './Sign.tsx';
import { Trust } from './Trust.tsx';

export function Hero() {
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
            Not your fault? We’ll take it from here.
          </h1>
          <p className="lead">
            <Words>
              Recovery at any hour, a replacement vehicle in about 10&nbsp;hours and branded-parts
              repairs. No&nbsp;excess to pay: costs are recovered from the at-fault insurer.
            </Words>
          </p>
          <div className="actions">
            <CallButton note="24-hour helpline, every day" />
            <a className="btn btn--line btn--lg" href="#contact">
              Request a callback
            </a>
          </div>
          <p className="hero__now">
            <ArrowLink to="/accident">
              {'At the roadside now? What\u00a0to\u00a0do, step\u00a0by\u00a0step'}
            </ArrowLink>
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
