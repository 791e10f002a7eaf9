import type { Claims } from '../../site/claims.ts';
import { useWording } from '../../site/site-context.ts';
import sprite from './vehicles.svg';
import './vehicle.css';

/**
 * Width and height of each drawing's box in the sprite, and the height down to where its tyres
 * touch the road.
 */
const BOXES = {
  hatch: [200, 100, 96],
  suv: [216, 108, 104],
  van: [260, 130, 126],
  minibus: [290, 132, 128],
  taxi: [214, 118, 113],
  bike: [128, 92, 88],
  truck: [372, 130, 126],
  /** The recovery truck with a hatchback on its bed; the paint is the hatchback's. */
  recovery: [372, 143, 139],
  /** The hatchback with its front knocked in, by itself and on the truck. */
  damaged: [200, 100, 96],
  'recovery-damaged': [372, 143, 139],
} as const;

type VehicleName = keyof typeof BOXES;

/** Claims without which a vehicle would promise too much, and what drives in its place. */
const ONLY_WITH: { readonly [name in VehicleName]?: [claim: keyof Claims, instead: VehicleName] } =
  {
    truck: ['recovery', 'suv'],
    recovery: ['recovery', 'hatch'],
    'recovery-damaged': ['recovery', 'damaged'],
    van: ['vans', 'suv'],
    minibus: ['minibuses', 'suv'],
    taxi: ['taxis', 'hatch'],
    bike: ['motorcycles', 'hatch'],
  };

interface VehicleProps {
  name: VehicleName;
  /** a white, b green, c grey, d black, e red. The truck itself is always yellow. */
  paint?: 'a' | 'b' | 'c' | 'd' | 'e';
}

/**
 * A vehicle of the sprite, facing right and standing on the bottom of its box; all are drawn to one
 * scale, which the font size sets: 100 units of the drawing are 1em. Decoration: it stands in what is hidden from screen readers.
 */
export function Vehicle({ name, paint = 'a' }: VehicleProps) {
  const wording = useWording();
  const [claim, instead = name] = ONLY_WITH[name] ?? [];
  const shown = claim && !wording[claim] ? instead : name;
  const [width, height, ground] = BOXES[shown];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: what is around it is hidden from screen readers
    <svg className={`v-${paint}`} width={`${width / 100}em`} viewBox={`0 0 ${width} ${ground}`}>
      <use href={`${sprite}#v-${shown}`} width={width} height={height} />
    </svg>
  );
}
