import { glob } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * Source files without tests, sorted by name, so that the build and its hash are the same on every
 * machine and do not change when a file moves.
 */
export async function listSources(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern)) if (!file.includes('.test.')) files.push(file);
  return files.sort((a, b) => basename(a).localeCompare(basename(b), 'en'));
}

/** A file of a metafile, with the properties that matter here. */
interface GraphNode {
  imports: { kind: string; path: string }[];
}

/**
 * Collects files and their imports at any depth. With `onDemand`, what these load by dynamic imports
 * too, but not what that loads in its turn.
 */
export function collectDependencies(
  files: readonly string[],
  graph: Record<string, GraphNode>,
  { onDemand = false } = {},
): Set<string> {
  const found = new Set<string>();
  const loadedOnDemand: string[] = [];
  const add = (file: string) => {
    if (found.has(file) || !graph[file]) return;
    found.add(file);
    for (const { kind, path } of graph[file].imports)
      if (kind === 'dynamic-import') loadedOnDemand.push(path);
      else add(path);
  };
  for (const file of files) add(file);
  if (onDemand) for (const file of [...loadedOnDemand]) add(file);
  return found;
}
