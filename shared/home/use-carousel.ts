import {
  type CSSProperties,
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { attempt } from '../site/attempt.ts';
import { CAROUSEL_INTERVAL_MS, CAROUSEL_TRANSITION_MS } from '../site/constants.ts';

/** Pixels from which on a moving finger means a swipe and not a tap. */
const SWIPE_THRESHOLD_PX = 40;
const EASING = 'cubic-bezier(.22,.8,.24,1)';
/** Slides in view before the layout has been measured: on the server and at the first render. */
const DEFAULT_PER_VIEW = 4;

/**
 * A carousel that advances by itself until it is stopped: by its button, or for good when keyboard
 * focus enters (ARIA Authoring Practices, carousel). It waits while the pointer is over it, from a
 * touch until it has left the screen, and while the tab is hidden; it starts stopped for visitors
 * who ask for less motion.
 *
 * The track stands at a slide, or at `count` after the last: there it shows copies of the first
 * slides, so that it need not run back. Where all slides are in view it stands at the first. The
 * stylesheet turns `--position` into a transform, and says in `--per-view` how many slides are in
 * view.
 */
export function useCarousel(count: number) {
  const track = useRef<HTMLDivElement>(null);
  const swipeStart = useRef<number>(undefined);
  const [place, setPlace] = useState({ position: 0, moving: false });
  const [measured, setMeasured] = useState<number>();
  const [stopped, setStopped] = useState(false);
  const [isHovered, setIsHovered] = useState(false);
  const [hidden, setHidden] = useState(false);
  const perView = measured ?? DEFAULT_PER_VIEW;
  const ready = measured !== undefined;
  const canMove = count > perView;
  const position = canMove ? place.position : 0;
  const index = position % count;
  const transition = place.moving ? `transform ${CAROUSEL_TRANSITION_MS}ms ${EASING}` : 'none';
  const trackStyle = ready ? ({ '--position': position, transition } as CSSProperties) : undefined;

  function moveTo(next: number) {
    setPlace({ position: next, moving: !prefersReducedMotion() });
  }

  function step(by: 1 | -1) {
    // Both ends of the track show the first slides. The step begins at the end that has room for it.
    const end = by === 1 ? count : 0;
    const from = position === end ? count - end : position;
    if (from !== position) {
      flushSync(() => setPlace({ position: from, moving: false }));
      track.current?.getBoundingClientRect(); // takes effect before the step, so that the two are not merged
    }
    moveTo(from + by);
  }

  function show(slide: number) {
    if (slide !== index) moveTo(slide);
  }

  useEffect(() => {
    setStopped(prefersReducedMotion());
    const onVisibilityChange = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);

  useEffect(() => {
    const { current } = track;
    if (!current) return;
    // A browser without it keeps the list that scrolls sideways.
    const observer = attempt(
      () =>
        new ResizeObserver(() =>
          setMeasured(Number(getComputedStyle(current).getPropertyValue('--per-view'))),
        ),
    );
    observer?.observe(current);
    return () => observer?.disconnect();
  }, []);

  useEffect(() => {
    // The track itself is moved off the screen by the first step.
    const view = track.current?.parentElement;
    if (!isHovered || !view) return;
    const observer = attempt(
      () =>
        new IntersectionObserver((entries) => {
          if (!entries.at(-1)?.isIntersecting) setIsHovered(false);
        }),
    );
    observer?.observe(view);
    return () => observer?.disconnect();
  }, [isHovered]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every move restarts the wait
  useEffect(() => {
    if (!canMove || !ready || stopped || isHovered || hidden) return;
    const timer = setTimeout(() => step(1), CAROUSEL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [position, canMove, ready, stopped, isHovered, hidden]);

  const root = {
    onPointerEnter: () => setIsHovered(true),
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setIsHovered(false);
    },
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) setStopped(true);
    },
  };
  const view = {
    onPointerDown: (event: PointerEvent) => {
      swipeStart.current = event.pointerType === 'mouse' ? undefined : event.clientX;
    },
    onPointerUp: (event: PointerEvent) => {
      const moved = event.clientX - (swipeStart.current ?? event.clientX);
      if (canMove && Math.abs(moved) > SWIPE_THRESHOLD_PX) step(moved < 0 ? 1 : -1);
    },
  };
  return {
    index,
    ready,
    stopped,
    perView,
    moves: canMove,
    step,
    show,
    toggle: () => {
      setStopped(!stopped);
      setIsHovered(false);
    },
    track,
    trackStyle,
    root,
    view,
  };
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Tells whether a slide is in view when `perView` slides are shown from `index` on, around the end
 * if need be.
 */
export function isInView(slide: number, index: number, perView: number, count: number): boolean {
  return (slide - index + count) % count < perView;
}
