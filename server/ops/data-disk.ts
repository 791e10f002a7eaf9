import { statfs } from 'node:fs/promises';
import type { Metrics } from './metrics.ts';
import { withTimeout } from './timers.ts';

/** A disk that hangs has no numbers either. */
const LIMIT_MS = 1000;

/**
 * Looks at the disk that holds a folder whenever somebody asks for the metrics. A folder that is
 * not there yet has no numbers.
 */
export function showDataDisk(folder: string, metrics: Metrics): void {
  metrics.collectors.dataDisk = async () => {
    const disk = await withTimeout(
      statfs(folder).catch(() => null),
      LIMIT_MS,
    );
    if (!disk) return;
    metrics.dataDiskFree.set(disk.bavail * disk.bsize);
    metrics.dataDiskSize.set(disk.blocks * disk.bsize);
  };
}
