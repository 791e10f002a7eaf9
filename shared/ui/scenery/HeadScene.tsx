import sprite from './vehicles.svg';
import './vehicle.css';

/** A vehicle in a scene: its drawing, its paint (see Vehicle.tsx) and its left edge. */
type Placed = readonly [name: 'hatch' | 'suv', paint: 'a' | 'b' | 'c' | 'e', left: number];

/** Width and height of each drawing's box, and the height down to its tyres. */
const BOXES = { hatch: [200, 100, 96], suv: [216, 108, 104] } as const;

/** The vehicles of each scene. */
const SCENES: Record<'yard' | 'handover' | 'booth', readonly Placed[]> = {
  yard: [
    ['hatch', 'a', 40],
    ['suv', 'b', 264],
  ],
  handover: [['suv', 'c', 290]],
  booth: [['hatch', 'e', 206]],
};

const [WIDTH, HEIGHT] = [520, 230];

/** The scene of a service page's head, in the scale of its vehicles. */
export function HeadScene({ name }: { name: keyof typeof SCENES }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: what is around it is hidden from screen readers
    <svg width={`${WIDTH / 100}em`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <use href={`${sprite}#${name}`} width={WIDTH} height={HEIGHT} />
      {SCENES[name].map(([vehicle, paint, left]) => {
        const [width, height, ground] = BOXES[vehicle];
        return (
          <g className={`v-${paint}`} key={vehicle}>
            <use
              href={`${sprite}#v-${vehicle}`}
              x={left}
              y={HEIGHT - ground}
              width={width}
              height={height}
            />
          </g>
        );
      })}
    </svg>
  );
}
