import { loadEnvFile } from './env-file.ts';
import { goLive } from './golive-list.ts';

loadEnvFile();
process.exitCode = goLive(process.env);
