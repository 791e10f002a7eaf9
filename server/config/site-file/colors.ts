/** Parses `#rgb` or `#rrggbb` to numbers from 0 to 255. */
function channels(colour: string): number[] {
  const digits = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  return [1, 3, 5].map((start) => Number.parseInt(digits.slice(start, start + 2), 16));
}

/**
 * Mixes two colours.
 * @param share the share of the other colour, 0 to 1
 */
export function mix(colour: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(colour).map((value, place) =>
    Math.round(value + ((others[place] as number) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

/** Returns the relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Darkens or lightens a colour as little as makes it usable; '' when nothing does. */
export function nearestUsableColor(colour: string, isUsable: (colour: string) => boolean): string {
  for (let percent = 1; percent <= 100; percent += 1)
    for (const towards of ['#000', '#fff']) {
      const candidate = mix(colour, towards, percent / 100);
      if (isUsable(candidate)) return candidate;
    }
  return '';
}
