/**
 * The constants of docs/specification.md, section 6, and of docs/interface.md, named once. Times in
 * milliseconds unless the name says otherwise.
 */

export const DROPDOWN_CLOSE_DELAY_MS = 200;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
/**
 * The delays after which a link inside the site shows that it loads, and later becomes a plain
 * load.
 */
export const NAVIGATION_SLOW_AFTER_MS = 400;
export const NAVIGATION_TIMEOUT_MS = 4000;
export const CAROUSEL_INTERVAL_MS = 5000;
export const CAROUSEL_TRANSITION_MS = 500;
/**
 * The xl breakpoint, 1280 px in text of the usual size: from here on the header shows its navigation,
 * below it a menu toggle. In rem as in the stylesheets, which large text moves.
 */
export const WIDE_NAVIGATION_QUERY = '(min-width: 80rem)';

export const BLOG_PAGE_SIZE = 20;
/** The characters of an editor's date that are shown. */
export const DATE_DISPLAY_LENGTH = 10;
export const IMAGE_WIDTH_PX = 800;
export const IMAGE_QUALITY = 70;
export const POST_IMAGE_HEIGHT_PX = 400;

/** The browser's timeout for a callback request, after which it reports a network failure. */
export const CALLBACK_TIMEOUT_MS = 15_000;
/** The delay before the form says that it is still sending. */
export const CALLBACK_SLOW_AFTER_MS = 4000;
/** Largest accepted form body (docs/interface.md, "Callback answers"). */
export const CALLBACK_BODY_LIMIT_BYTES = 8 * 1024;
/** The least time in which a person fills in the form; a robot is faster. */
export const MIN_HUMAN_FILL_MS = 3000;

/** The messages of the callback form (docs/specification.md, section 4). */
export const CALLBACK_MESSAGES = {
  sent: 'Thank you! We will contact you shortly.',
  rejected: 'Sorry, we could not send your request. Please try again or call us.',
  network: 'Network error. Please try again later.',
} as const;

export const FOUNDED_YEAR = 2011;
/** The experience of a company as the specification counts it. */
export const EXPERIENCE_YEARS = '10+';
/** The last year in the legal line (docs/specification.md, section 2). */
export const COPYRIGHT_YEAR = 2025;
