/**
 * Newer features than the oldest browsers have, by what is left out without them. Each covers what
 * is below it. Paths as in https://github.com/mdn/browser-compat-data.
 */
export const COMFORTS: Record<string, string[]> = {
  'The menu is part of the page until a script opens it.': [
    'html.global_attributes.popover',
    'api.HTMLElement.popover',
    'html.elements.button.popovertarget',
    'css.selectors.popover-open',
    'api.HTMLElement.hidePopover',
  ],
  'Several questions can be open.': ['html.elements.details.name'],
  'Questions open without motion.': [
    'css.selectors.details-content',
    'css.properties.interpolate-size',
  ],
  'Pages follow one another without a fade.': [
    'css.at-rules.view-transition',
    'css.selectors.view-transition-group',
    'api.Document.startViewTransition',
  ],
  'The whole page is laid out before the first paint.': [
    'css.properties.content-visibility',
    'css.properties.contain-intrinsic-block-size',
  ],
  'The call bar never leaves; with scripts off, buttons that need them show.': [
    'css.at-rules.media.scripting',
  ],
  'The list with the current page has no mark, ticked steps are not struck out.': [
    'css.selectors.has',
  ],
  'Lines of a heading are not balanced.': ['css.properties.text-wrap'],
  'Files come in the order the browser chooses.': [
    'html.elements.link.fetchpriority',
    'html.elements.img.fetchpriority',
    'html.elements.script.fetchpriority',
  ],
  "Ticks have the browser's own colour.": ['css.properties.accent-color'],
  'In forced colours the sign of a question may differ.': ['css.properties.forced-color-adjust'],
  "A printed page has the browser's margins, and may end with a heading.": [
    'css.at-rules.page',
    'css.properties.break-after.avoid',
  ],
  'Notes are copied in place of shared.': ['api.Navigator.share'],
  'Code is fetched ahead whatever the connection costs.': ['api.Navigator.connection'],
  'Scripts start 200 ms after the page, busy or not.': [
    'api.Window.requestIdleCallback',
    'api.Window.cancelIdleCallback',
  ],
  'Markup from scripts is not limited a second time.': [
    'api.TrustedTypePolicyFactory.createPolicy',
  ],
  'A refused position is noticed only when it is asked for.': ['api.Document.featurePolicy'],
  'Measurements count prepared and discarded pages as others.': [
    'api.Document.prerendering',
    'api.Document.wasDiscarded',
    'api.Performance.interactionCount',
  ],
  'A time-out passes for an abort, which the site treats alike.': [
    'api.AbortSignal.timeout_static',
  ],
  'A keyboard on the screen begins a registration in small letters.': [
    'html.global_attributes.autocapitalize',
  ],
};

/**
 * What tests take away, by what is left out without it. `overflow-anchor` is no comfort: it is asked
 * for before it is used. Of `AbortSignal.timeout` only the name of its error is new.
 */
export const ABSENT_SOMEWHERE = Object.entries({
  ...COMFORTS,
  'What is folded is laid out before the first paint.': ['css.properties.overflow-anchor'],
}).filter(([, paths]) => !paths.includes('api.AbortSignal.timeout_static'));
