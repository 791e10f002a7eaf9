import { TESTIMONIALS } from '../content/testimonials.ts';
import { Icon } from '../ui/Icon.tsx';
import sprite from '../ui/vehicles.svg';
import { isInView } from './carousel-position.ts';
import { useCarousel } from './use-carousel.ts';

const COUNT = TESTIMONIALS.length;

/**
 * Six testimonials, 4, 2 or 1 at a time. Without JavaScript the stylesheet makes them a list that
 * scrolls sideways.
 */
export function Testimonials() {
  const { index, ready, stopped, perView, step, show, toggle, track, root, view } =
    useCarousel(COUNT);
  return (
    <section className="section" aria-labelledby="testimonials-heading">
      <div
        className="wrap carousel"
        role="group"
        aria-roledescription="carousel"
        aria-labelledby="testimonials-heading"
        data-ready={ready || undefined}
        {...root}
      >
        <div className="head">
          <h2 className="h2" id="testimonials-heading">
            What drivers say
          </h2>
          <div className="carousel__controls">
            <button
              className="round"
              type="button"
              aria-label={`${stopped ? 'Start' : 'Stop'} automatic scrolling`}
              onClick={toggle}
            >
              <Icon name={stopped ? 'play' : 'pause'} />
            </button>
            <button
              className="round"
              type="button"
              aria-label="Previous testimonial"
              onClick={() => step(-1)}
            >
              <Icon name="arrow-left" />
            </button>
            <button
              className="round"
              type="button"
              aria-label="Next testimonial"
              onClick={() => step(1)}
            >
              <Icon name="arrow-right" />
            </button>
          </div>
        </div>
        <div className="carousel__view" {...view}>
          <div className="carousel__track" aria-live={stopped ? 'polite' : 'off'} ref={track}>
            {TESTIMONIALS.map((_, slide) => (
              <Slide
                key={slide}
                slide={slide}
                inert={ready && !isInView(slide, index, perView, COUNT)}
              />
            ))}
            {ready
              ? TESTIMONIALS.slice(0, perView).map((_, slide) => (
                  <Slide key={slide + COUNT} slide={slide} inert copy />
                ))
              : null}
          </div>
        </div>
        <div className="dots" role="group" aria-label="Choose testimonial">
          {TESTIMONIALS.map((_, slide) => (
            <button
              key={slide}
              type="button"
              aria-label={`Show testimonial ${slide + 1}`}
              aria-disabled={slide === index || undefined}
              onClick={() => show(slide)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

interface SlideProps {
  slide: number;
  inert: boolean;
  /** Stands in for a slide at the end of the track; for the eye only. */
  copy?: boolean;
}

function Slide({ slide, inert, copy }: SlideProps) {
  const testimonial = TESTIMONIALS[slide];
  if (!testimonial) return null;
  return (
    <div
      className="card quote"
      role="group"
      aria-roledescription="slide"
      aria-label={`${slide + 1} of ${COUNT}`}
      aria-hidden={copy}
      inert={inert}
    >
      <svg
        className="stars"
        viewBox="0 0 104 22"
        role="img"
        aria-label={`Rated ${testimonial.rating} out of 5`}
      >
        <use href={`${sprite}#five-stars`} width="104" height="24" />
      </svg>
      <blockquote>{testimonial.text}</blockquote>
      <p>{testimonial.name}</p>
    </div>
  );
}
