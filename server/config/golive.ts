import { ConfigError } from './checks.ts';
import { readConfig } from './config.ts';
import { findings, report } from './golive-list.ts';
import { lookFromOutside } from './golive-outside.ts';

/**
 * Says what stands between a configuration and a public site.
 * @returns the exit code: 1 while something on the site would be false, or it would not start
 */
export function goLive(environment: NodeJS.ProcessEnv): number {
  try {
    const config = readConfig(environment);
    const mayGo = findings(config).false.length === 0;
    process.stdout.write(`${report(config)}\n${mayGo ? 'Nothing would be false.' : 'Not yet.'}\n`);
    return mayGo ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** The same of a site that runs at an https origin, seen from here. */
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

if (import.meta.main) {
  const [address] = process.argv.slice(2);
  process.exitCode = address === undefined ? goLive(process.env) : await lookAt(address);
}
