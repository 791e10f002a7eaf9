import { ConfigError } from '../config/config-error.ts';
import { loadEnvFile } from '../config/env/env-file.ts';
import { checkContent } from './check-content.ts';

try {
  loadEnvFile();
  const { report, exitCode } = await checkContent(process.env);
  process.stdout.write(report);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`The posts could not be checked: ${error.message}\n`);
  process.exitCode = 1;
}
