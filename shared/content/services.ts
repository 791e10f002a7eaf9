import type { Wording } from '../site/claims.ts';
import type { IconName } from '../ui/Icon.tsx';

interface Service {
  icon: IconName;
  title: string;
  text: string;
  /** Where the card leads, and the words of its link. */
  to: string;
  link: string;
}

/**
 * The services after the two large ones, recovery and replacement vehicles. See
 * docs/specification.md, section 1.
 */
export const servicesOf = ({ brandedParts }: Wording): readonly Service[] => [
  {
    icon: 'key-round',
    title: 'Credit hire',
    text: 'No up-front cost. Costs are recovered from the at-fault insurer.',
    to: '/credit-hire',
    link: 'How credit hire works',
  },
  {
    icon: 'wrench',
    title: 'Bodyshop repairs',
    text: `${brandedParts ? 'Branded parts, fitted' : 'Repairs'} by a national network of approved bodyshops.`,
    to: '/bodyshop-repairs',
    link: 'About our bodyshops',
  },
  {
    icon: 'clipboard-check',
    title: 'Engineer inspection',
    text: 'An independent report on the damage, sent to the insurers.',
    to: '#contact',
    link: 'Ask about an inspection',
  },
  {
    icon: 'scale',
    title: 'Legal support',
    text: 'Help with the legal side of your claim.',
    to: '#contact',
    link: 'Ask about legal support',
  },
];
