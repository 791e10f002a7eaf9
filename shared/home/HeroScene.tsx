import sprite from '../ui/scenery/vehicles.svg';

/**
 * The road under the hero, in two layers with the posts of the sign between them. A phone shows the
 * middle 600 of the 1440 units, so the vehicles keep between x = 440 and 1080.
 */
export function HeroScene() {
  return (
    <div className="hero__scene">
      <svg
        className="hero__back"
        viewBox="0 0 1440 350"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <use href={`${sprite}#scene-back`} />
      </svg>
      <svg
        className="hero__front"
        viewBox="0 0 1440 350"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <use href={`${sprite}#scene-front`} />
        <use
          className="drive v-a"
          href={`${sprite}#v-recovery`}
          x="452"
          y="177"
          width="372"
          height="143"
        />
        <use className="drive v-b" href={`${sprite}#scene-suv`} />
      </svg>
    </div>
  );
}
