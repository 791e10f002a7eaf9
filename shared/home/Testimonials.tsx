import { sampleTestimonials, type Testimonial } from '../content/testimonials.ts';
import { createWording } from '../site/claims.ts';
import { useSite } from '../site/site-context.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import sprite from '../ui/scenery/vehicles.svg';
import { isInView, useCarousel } from './use-carousel.ts';
import { type TabStop, useTabStop } from './use-tab-stop.ts';
import '../ui/card.css';
import { whole } from '../ui/whole.tsx';
import './testimonials.css';

/** The buttons before the dots. */
const ROUND_BUTTONS = 3;

/** The width of one star and the gap behind it, in the drawing's units. */
const STAR_PITCH = 21;

/**
 * The testimonials, 4, 2 or 1 at a time. Without JavaScript the stylesheet makes them a list that
 * scrolls sideways. When all are in view there are no buttons. Samples are marked as such, and a
 * site that has none leaves no section.
 */
export function Testimonials() {
  const site = useSite();
  const { testimonials = sampleTestimonials(createWording(site)) } = site;
  const count = testimonials.length;
  const carousel = useCarousel(count);
  const { index, ready, stopped, perView, moves, step, show, toggle } = carousel;
  const { toolbar, tabStop } = useTabStop();
  if (count === 0) return null;
  return (
    <section className="section" aria-labelledby="testimonials-heading">
      <div
        className="carousel"
        role="group"
        aria-roledescription="carousel"
        aria-labelledby="testimonials-heading"
        data-ready={ready || undefined}
        {...carousel.root}
        {...toolbar}
      >
        <div>
          <h2 className="h2" id="testimonials-heading">
            What our customers say
          </h2>
          {site.testimonials ? null : <p>These are examples, not real reviews.</p>}
        </div>
        {moves ? (
          <div className="carousel__controls" role="toolbar" aria-label="Testimonials">
            <RoundButton
              label={`${stopped ? 'Start' : 'Stop'} automatic scrolling`}
              icon={stopped ? 'play' : 'pause'}
              onClick={toggle}
              {...tabStop(0)}
            />
            <RoundButton
              label="Previous testimonial"
              icon="arrow-left"
              onClick={() => step(-1)}
              {...tabStop(1)}
            />
            <RoundButton
              label="Next testimonial"
              icon="arrow-right"
              onClick={() => step(1)}
              {...tabStop(2)}
            />
          </div>
        ) : null}
        <div
          className="carousel__view"
          // Until the script comes it is scrolled, by keyboard too (WCAG 2.1.1).
          tabIndex={ready ? undefined : 0}
          {...carousel.view}
        >
          <div
            className="carousel__track"
            aria-live={stopped ? 'polite' : 'off'}
            style={carousel.trackStyle}
            ref={carousel.track}
          >
            {testimonials.map((testimonial, slide) => (
              <Slide
                key={slide}
                testimonial={testimonial}
                label={`${slide + 1} of ${count}`}
                inert={ready && !isInView(slide, index, perView, count)}
              />
            ))}
            {testimonials.slice(0, ready && moves ? perView : 0).map((testimonial, slide) => (
              <Slide key={slide + count} testimonial={testimonial} inert copy />
            ))}
          </div>
        </div>
        {moves ? (
          <div className="dots" role="group" aria-label="Choose testimonial">
            {testimonials.map((_, slide) => (
              <button
                key={slide}
                type="button"
                aria-label={`Show testimonial ${slide + 1}`}
                aria-disabled={slide === index || undefined}
                onClick={() => show(slide)}
                {...tabStop(slide + ROUND_BUTTONS)}
              />
            ))}
          </div>
        ) : null}
      </div>
    </section>
  );
}

interface RoundButtonProps extends TabStop {
  label: string;
  icon: IconName;
  onClick: () => void;
}

function RoundButton({ label, icon, ...rest }: RoundButtonProps) {
  return (
    <button className="round" type="button" aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

interface SlideProps {
  testimonial: Testimonial;
  label?: string;
  inert: boolean;
  /** True for the copy of a slide at the end of the track, which is for the eye only. */
  copy?: boolean;
}

function Slide({ testimonial, label, inert, copy }: SlideProps) {
  const { name, text, rating, source } = testimonial;
  return (
    <div
      className="card quote"
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      aria-hidden={copy}
      inert={inert}
    >
      <svg
        className="stars"
        viewBox={`0 0 ${rating * STAR_PITCH} 22`}
        role="img"
        aria-label={`Rated ${rating} out of 5`}
      >
        <use href={`${sprite}#five-stars`} width="104" height="24" />
      </svg>
      <blockquote>{whole(text)}</blockquote>
      <p>
        {name}
        {source ? <small>{source}</small> : null}
      </p>
    </div>
  );
}
