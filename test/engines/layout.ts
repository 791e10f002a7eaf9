/** Distances of boxes in CSS pixels: from the left and the foot of the frame, and the size. */
export type Layout = Record<string, [left: number, foot: number, width: number, height: number]>;

/**
 * Measures artwork in its frame, and the parts of the header. Runs in the page. The frame is the
 * origin, because lines of text above it may break in another place in another engine.
 */
export function measureLayout(): Layout {
  const layout: Layout = {};
  const frames =
    '.lineup, .page-head, .model__art, .scene, .card, .hero, .contact, .plates li, .header, .callbar';
  const drawn =
    'main svg[class^="v-"], .triangle, .hero__scene svg, .plate, .plate b, .brand, .tel, .burger, .callbar > *, .sign';
  for (const element of document.querySelectorAll(drawn)) {
    const frame = element.closest(frames);
    const box = element.getBoundingClientRect();
    if (!frame || box.width === 0) continue;
    const around = frame.getBoundingClientRect();
    const count = Object.keys(layout).length;
    const name = `${count} ${frame.className || frame.localName} ${element.getAttribute('class') ?? element.localName}`;
    layout[name] = [box.left - around.left, around.bottom - box.bottom, box.width, box.height].map(
      Math.round,
    ) as Layout[string];
  }
  return layout;
}

/**
 * Lists the boxes that differ from the other layout by more than a tolerance in pixels. Each engine
 * rounds the height of a line by itself: three in the sign of Home on a phone.
 */
export function differences(layout: Layout, expected: Layout, tolerance = 3): string[] {
  return [...new Set([...Object.keys(layout), ...Object.keys(expected)])].flatMap((name) => {
    const [here, there] = [layout[name], expected[name]];
    const near = here?.every(
      (value, at) => Math.abs(value - (there?.[at] ?? Number.NaN)) <= tolerance,
    );
    return near ? [] : [`${name}: ${here}, expected ${there}`];
  });
}

/**
 * Returns the CSS pixels that can be scrolled to the right: there should be none. Runs in the page.
 */
export function overflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}
