import sprite from './scenery/vehicles.svg';
import './icon.css';

/** Paths of Lucide icons (ISC licence, see NOTICE), drawn with a stroke of 2 on a grid of 24. */
const PATHS = {
  'arrow-left': 'm12 19-7-7 7-7M19 12H5',
  'arrow-right': 'M5 12h14m-7-7 7 7-7 7',
  check: 'M20 6 9 17l-5-5',
  'chevron-down': 'm6 9 6 6 6-6',
  menu: 'M4 5h16M4 12h16M4 19h16',
  phone:
    'M13.8 16.6a1 1 0 0 0 1.2-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.5.4a1 1 0 0 0-.3 1.2 14 14 0 0 0 6.4 6.4',
  'triangle-alert':
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  x: 'M18 6 6 18M6 6l12 12',
} as const;

/** Icons that are in the sprite, since no first screen shows them. */
type SpriteIcon =
  | 'clipboard-check'
  | 'key-round'
  | 'pause'
  | 'play'
  | 'printer'
  | 'scale'
  | 'wrench';

export type IconName = keyof typeof PATHS | SpriteIcon;

/** An icon beside words that say the same: hidden from assistive technology. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {name in PATHS ? (
        <path d={PATHS[name as keyof typeof PATHS]} />
      ) : (
        <use href={`${sprite}#${name}`} />
      )}
    </svg>
  );
}
