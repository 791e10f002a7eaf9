import { loadEnvFile } from './env-file.ts';
import { goLive } from './golive-list.ts';

loadEnvFile();
process.exitCode = await goLive(process.env);
