import type { ReactNode } from 'react';

/**
 * The makes in the fleet, each with a plain drawing in one colour on a 64 by 48 box, or null: then
 * its name stands alone. Names and marks belong to their owners.
 */
export const MAKES: Readonly<Record<string, ReactNode>> = {
  Ford: (
    <>
      <ellipse cx="32" cy="24" rx="28" ry="13" fill="currentColor" />
      <g className="make__cut">
        <path d="M13 17.5c6 2 12 1 16.5-1M20 17.5c-.5 6-2 11-6 12.5M14 23.5h8.5" />
        <path d="M29.5 23.5c-3.5-1-5.5 5.5-2.5 6s5-5 2.5-6c1.5 1.5 3.5 1 4.5 0-.5 2.5-1 4.5-1.5 6.5.5-3 2-6 5-6" />
        <path d="M46 24c-4-2-7 5-4 6 2.5.5 5-5 7-13-1 4.5-3 10-2.5 13 1 .5 3-1 4-2.5" />
      </g>
    </>
  ),
  'BMW range': (
    <>
      <circle cx="32" cy="24" r="20" />
      <circle cx="32" cy="24" r="11.5" />
      <path
        d="M32 12.5A11.5 11.5 0 0 0 20.5 24H32zM32 35.5A11.5 11.5 0 0 0 43.5 24H32z"
        fill="currentColor"
      />
    </>
  ),
  Hyundai: (
    <>
      <ellipse cx="32" cy="24" rx="27" ry="16" />
      <path
        d="M25.5 12c-1 9-3.5 17-7 23M45.5 13c-3.5 6-6 14-7 23M22.5 26c5-3.5 12.5-.5 19-4"
        strokeWidth="4.5"
      />
    </>
  ),
  'Mercedes-Benz': (
    <>
      <circle cx="32" cy="24" r="20" />
      <path d="m32 4 2.3 18.7 15 11.3L32 26.7 14.7 34l15-11.3z" fill="currentColor" stroke="none" />
    </>
  ),
  Tesla: (
    <path
      d="M13 8c12-5 26-5 38 0l-1.2 2.6c-11-4.6-24.6-4.6-35.6 0zM15.3 13c4.4-2 8.7-2.8 12.2-2.8L32 15l4.5-4.8c3.5 0 7.8.8 12.2 2.8-1 2.3-3 3.6-5.5 4-2.3-.9-4.2-1.2-6-1.2L32 44l-5.2-28.2c-1.8 0-3.7.3-6 1.2-2.5-.4-4.5-1.7-5.5-4z"
      fill="currentColor"
      stroke="none"
    />
  ),
  Volkswagen: (
    <>
      <circle cx="32" cy="24" r="20" />
      <path
        d="m24.5 6 7.5 16.5L39.5 6M14.5 15.5 24.5 39 32 23.5 39.5 39l10-23.5"
        strokeWidth="3.5"
        strokeLinejoin="bevel"
      />
    </>
  ),
};
