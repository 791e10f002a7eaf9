import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { createProxyMiddleware, responseInterceptor } from 'http-proxy-middleware';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../test/support/certificate.ts';
import { CHROMIUM_ARGS } from '../../test/support/chromium.ts';
import { startSite } from '../../test/support/site.ts';

const INJECTED = '<script>window.injected = true</script>';

/**
 * A TLS proxy that puts a script into every page. Browsers send reports over https alone.
 * @returns its origin
 */
async function startInjectingProxy(target: string): Promise<string> {
  const { key, certificate, remove } = makeCertificate();
  onTestFinished(remove);
  const pass = createProxyMiddleware({
    target,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (body, { headers }) =>
        headers['content-type']?.startsWith('text/html')
          ? body.toString().replace('<main', `${INJECTED}<main`)
          : body,
      ),
    },
  });
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (request, response) => void pass(request, response),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

test('a script that somebody injects into a page does not run, and Chromium reports it', async () => {
  const site = await startSite({ SITE_URL: 'https://www.example.com' });
  const origin = await startInjectingProxy(site.url);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', // the bundled one sends no reports
    // Reports are sent after a minute otherwise, and never under a certificate of our own.
    args: [...CHROMIUM_ARGS, '--short-reporting-delay', '--ignore-certificate-errors'],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(`${origin}/about`);
  expect(await page.content()).toContain(INJECTED);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  const metrics = () => site.metrics.registry.metrics();
  await expect.poll(metrics).toMatch(/^csp_violations_total\{directive="script-src-elem"\} 1$/m);
});
