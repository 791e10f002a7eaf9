import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded with `--import` before a program: kills it with SIGKILL just before or after its first call
 * of a function of node:fs that names this path, as `KILL_AT='before renameSync callbacks.db'` says.
 */
const [when, name, path] = (process.env.KILL_AT ?? '').split(' ') as [string, 'renameSync', string];
const { [name]: original } = fs;
const die = (moment: string, args: unknown[]) => {
  if (moment === when && String(args[0]).endsWith(path)) process.kill(process.pid, 'SIGKILL');
};
Object.assign(fs, {
  [name](...args: Parameters<typeof original>) {
    die('before', args);
    original(...args);
    die('after', args);
  },
});
syncBuiltinESMExports();
