import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i;
const PACKAGE_FOLDER = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/;

/** A third-party package whose code is in the build. */
export interface BundledPackage {
  name: string;
  version: string;
  /** SPDX identifier. */
  licence: string;
  /** Text of its licence files. */
  texts: string[];
  /** Checksum of the installed package: `sha512-…`, in Base64. */
  integrity: string;
}

/**
 * Lists the third-party packages in these builds, sorted by name.
 * @throws when a package names no licence, or the lock file does not know it
 */
export function bundledPackages(metafiles: Metafile[]): BundledPackage[] {
  const locked = readIntegrityHashes();
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const folders = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (PACKAGE_FOLDER.exec(path)?.[0] ?? []) : [],
    ),
  );
  return [...new Set(folders)].sort().map((folder) => {
    const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
    const { name, version, license } = JSON.parse(read('package.json'));
    if (!license) throw new Error(`${name} ${version} names no licence`);
    const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
    const integrity = locked.get(`${name}@${version}`);
    if (!integrity) throw new Error(`package-lock.json does not know ${name} ${version}`);
    return { name, version, licence: license, texts: files.sort().map(read), integrity };
  });
}

/**
 * Reads the hashes of the lock file by name and version: not every package manager has the folders
 * that it names.
 */
function readIntegrityHashes(): Map<string, string> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>;
  };
  return new Map(
    Object.entries(packages).map(([path, { version, integrity }]) => [
      `${path.replace(/^.*node_modules\//, '')}@${version}`,
      integrity,
    ]),
  );
}

/** Formats the licences of these packages as one text. */
export function formatLicenses(packages: BundledPackage[]): string {
  return packages
    .map(({ name, version, licence, texts }) =>
      [`${name} ${version} (${licence})`, ...texts].join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/**
 * Formats these packages as a bill of materials, CycloneDX 1.5. `npm sbom --omit=dev` leaves out
 * packages that a development dependency needs too, and writes the time.
 */
export function billOfMaterials(packages: BundledPackage[]): string {
  const components = packages.map(({ name, version, licence, integrity }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: licence }],
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
      },
    ],
  }));
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
  return `${JSON.stringify(bill, null, 1)}\n`;
}
