import { readConfig } from './config.ts';
import { ConfigError } from './error.ts';
import { findings, report } from './golive-list.ts';

/**
 * Says what stands between a configuration and a public site.
 * @returns the exit code: 1 while something on the site would be false, or it would not start
 */
export function goLive(environment: NodeJS.ProcessEnv): number {
  try {
    const config = readConfig(environment);
    const mayGo = findings(config).every(({ severity }) => severity !== 'false');
    process.stdout.write(`${report(config)}\n${mayGo ? 'Nothing would be false.' : 'Not yet.'}\n`);
    return mayGo ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** `npm run golive` */
if (import.meta.main) process.exitCode = goLive(process.env);
