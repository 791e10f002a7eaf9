import { ConfigError } from './config-error.ts';

const HOST = ['HOST', 'an address of this machine, such as 127.0.0.1'] as const;

/** The setting that is wrong and what it must be, by the system's code. */
const REQUIREMENTS: Partial<Record<string, readonly [setting: string, requirement: string]>> = {
  EADDRINUSE: ['PORT', 'a port that nothing else uses'],
  EACCES: ['PORT', 'a port that the site may open, such as one above 1023'],
  EADDRNOTAVAIL: HOST,
  EAFNOSUPPORT: HOST,
  EAI_AGAIN: HOST,
  EINVAL: HOST,
  ENOTFOUND: HOST,
};

/**
 * Names the setting because of which a server cannot listen. Other errors stay as they are.
 * @param prefix what the names of the listener's settings begin with, such as `ADMIN_`
 */
export function toListenerError(error: unknown, prefix: '' | 'ADMIN_' | 'DESK_'): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const [setting, requirement] = REQUIREMENTS[code] ?? [];
  return setting ? new ConfigError(`${prefix}${setting}: must be ${requirement} (${code})`) : error;
}
