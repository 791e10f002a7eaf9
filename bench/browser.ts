import { parseArgs } from 'node:util';
import { launchChromium } from '../test/support/chromium.ts';
import { startSite } from './process.ts';
import { formatNumber, median, medianOf, table } from './table.ts';
import { type Visit, visit } from './visit.ts';

// npm run bench:browser -- --visits 7 --path /accident
const { values } = parseArgs({
  options: { visits: { type: 'string', default: '7' }, path: { type: 'string', default: '/' } },
});
const site = await startSite();
const browser = await launchChromium();
try {
  const url = `http://127.0.0.1:${site.port}${values.path}`;
  const whole: Visit[] = [];
  const scriptless: Visit[] = [];
  for (let count = 0; count < Number(values.visits); count += 1) {
    whole.push(await visit(browser, url, true));
    scriptless.push(await visit(browser, url, false));
  }
  const row = (name: string, visits: Visit[]) => {
    const ms = (pick: (visit: Visit) => number) => medianOf(visits, pick, 0, ' ms');
    const shift = Math.max(...visits.map((visit) => visit.shift));
    return [
      name,
      ms((visit) => visit.firstPaint),
      ms((visit) => visit.largestPaint),
      ms((visit) => visit.blocking),
      ms((visit) => visit.longest),
      formatNumber(shift, 3),
      ms((visit) => visit.hydratedAt),
      ms((visit) => visit.click),
    ];
  };
  const ratio = median(
    whole.map(({ firstPaint }, at) => firstPaint / (scriptless[at] as Visit).firstPaint),
  );
  const header = [
    values.path,
    'first paint',
    'largest paint',
    'blocking time',
    'longest task',
    'worst shift',
    'React takes over',
    'click to paint',
  ];
  console.log(table(header, [row('the site', whole), row('scripts blocked', scriptless)]));
  console.log(`\nFirst paint with scripts, in multiples of without: ${formatNumber(ratio, 2)}`);
} finally {
  await browser.close();
  await site.stop();
}
