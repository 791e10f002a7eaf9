import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';
import { siteFile } from '../../test/support/site-file.ts';

const etagOf = async (url: string) => (await fetch(url)).headers.get('etag') as string;

test('stays the same when the site file is edited back, whose app has its content', async () => {
  const path = siteFile({ company: { name: 'Company Before' } });
  const site = await startSite({ SITE_FILE: path });
  const before = await etagOf(`${site.url}/about`);
  const edit = async (name: string) => {
    writeFileSync(path, JSON.stringify({ company: { name } }));
    const page = () => fetch(`${site.url}/about`).then((response) => response.text());
    await expect.poll(page).toContain(name);
  };
  await edit('Company Between');
  await edit('Company Before');
  expect(await etagOf(`${site.url}/about`)).toBe(before);
});
