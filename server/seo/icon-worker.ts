import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** A square picture to draw. */
export interface IconJob {
  svg: string;
  /** In pixels. */
  width: number;
}

// The build puts it here. It takes 50 MB of memory, which end with the thread.
await initWasm(readFileSync(new URL('resvg.wasm', import.meta.url)));
const drawn = (workerData as IconJob[]).map(({ svg, width }) =>
  new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng(),
);
parentPort?.postMessage(drawn);
