import type { Browser } from '@playwright/test';

/** The pixels of a PNG, four bytes each: the browser decodes what it drew. */
export async function pixels(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const bytes = await page.evaluate(
    async (source) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const rgba = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      // As text: an array of numbers takes the driver ten seconds.
      const reader = new FileReader();
      const read = new Promise((resolve) => reader.addEventListener('load', resolve));
      reader.readAsDataURL(new Blob([new Uint8Array(rgba)]));
      await read;
      return String(reader.result);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(bytes.slice(bytes.indexOf(',') + 1), 'base64');
}
