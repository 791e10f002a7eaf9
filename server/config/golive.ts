import { readConfig } from './config.ts';
import { ConfigError } from './error.ts';
import { findings, report } from './golive-list.ts';

/**
 * `npm run golive`: what stands between this configuration and a public site. Exit code 1 while
 * something on it would be false, or the site would not start.
 */
try {
  const config = readConfig(process.env);
  const mayGo = findings(config).every(({ severity }) => severity !== 'false');
  process.stdout.write(`${report(config)}\n${mayGo ? 'Nothing would be false.' : 'Not yet.'}\n`);
  process.exitCode = mayGo ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
