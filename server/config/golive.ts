import { loadEnvFile } from './env-file.ts';
import { goLive } from './golive-list.ts';
import { lookFromOutside } from './golive-outside.ts';

/**
 * What stands between a site that runs at an https origin and its visitors, seen from here.
 * @returns the exit code: 1 while something is wrong
 */
async function lookAt(address: string): Promise<number> {
  const site = URL.parse(address);
  if (site?.protocol !== 'https:' || site.href !== `${site.origin}/`) {
    process.stderr.write('golive takes the https address of the site, as in SITE_URL\n');
    return 1;
  }
  const lines = await lookFromOutside(site);
  const faults = lines.filter(({ verdict }) => verdict === 'wrong').length;
  const told = lines.map(({ verdict, text }) => `  ${verdict.padEnd(6)} ${text}\n`).join('');
  const sum = faults === 0 ? 'Nothing is wrong.' : `${faults} wrong.`;
  process.stdout.write(`${site.origin}, from outside\n${told}\n${sum}\n`);
  return faults === 0 ? 0 : 1;
}

loadEnvFile();
const [address] = process.argv.slice(2);
process.exitCode = address === undefined ? goLive(process.env) : await lookAt(address);
