import { statfs } from 'node:fs/promises';
import type { Metrics } from './metrics.ts';

/**
 * Looks at the disk that holds a folder whenever somebody asks for the metrics. A folder that is
 * not there yet has no numbers.
 */
export function showDataDisk(folder: string, { dataDiskFree, dataDiskSize }: Metrics): void {
  const collect = async () => {
    const disk = await statfs(folder).catch(() => null);
    if (!disk) return;
    dataDiskFree.set(disk.bavail * disk.bsize);
    dataDiskSize.set(disk.blocks * disk.bsize);
  };
  // Both of them: they are asked at the same time.
  Object.assign(dataDiskFree, { collect });
  Object.assign(dataDiskSize, { collect });
}
