import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { whole } from './whole.tsx';

const html = (text: string) => renderToStaticMarkup(whole(text));

describe('whole', () => {
  test.each([
    ['The claims process takes 2–4 weeks.', '2–4'],
    ['Recovery, 24/7', '24/7'],
    ['Call 0808 157 0124.', '0808 157 0124'],
    ['VAT number GB 123 4567 89.', 'GB 123 4567 89'],
    ['£1,250.50 in all', '1,250.50'],
    ['Published 2026-11-28', '2026-11-28'],
  ])('isolates the number in %j', (text, number) => {
    expect(html(text)).toMatch(new RegExp(`<bdi[^>]*>${number}</bdi>`));
    expect(html(text).replace(/<[^>]+>/g, '')).toBe(text);
  });

  test('keeps a number with its unit, and a word with a hyphen, on one line', () => {
    expect(html('in 10 hours, by the at-fault insurer, or the 24-hour helpline')).toBe(
      'in <span class="keep">10 hours</span>, by the <span class="keep">at-fault</span> insurer, or the <span class="keep">24-hour</span> helpline',
    );
    expect(html('takes 2–4 weeks')).toBe('takes <span class="keep"><bdi>2–4</bdi> weeks</span>');
  });

  test.each(['In 2026 we moved.', 'Call 999.', 'Ford Focus 2'])('leaves %j alone', (text) => {
    expect(html(text)).toBe(text);
  });
});
