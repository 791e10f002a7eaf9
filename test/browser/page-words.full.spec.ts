import { expect } from './console.ts';
import { testEveryPage } from './every-page.ts';

testEveryPage(
  (path) => `no line of ${path} ends inside "at-fault", "up-front" or "10 hours"`,
  async (page) => {
    const broken: string[] = [];
    for (const width of [
      320, 345, 375, 390, 412, 480, 540, 600, 768, 900, 1024, 1100, 1280, 1440,
    ]) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate(() => {
        const WORDS = /\b(?:at|non?|up|private|24)-[a-z]+|\d+ (?:hours|days|weeks|years)\b/gi;
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const words: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(WORDS)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) words.push(`${word} in ${node.parentElement?.textContent}`);
          }
        return words;
      });
      broken.push(...found.map((words) => `${width}: ${words}`));
    }
    expect(broken).toEqual([]);
  },
);
