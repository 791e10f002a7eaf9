import { createHash } from 'node:crypto';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, posix, relative, sep } from 'node:path';
import PQueue from 'p-queue';
import { type ImageHeader, readImageHeader } from './image-size.ts';
import { UnusableReference } from './unusable-reference.ts';

/** A picture of the folder as the site serves it. */
export interface FolderPicture extends ImageHeader {
  /** The path in the folder. */
  path: string;
  /** The path on the site, which has a hash of the content in it. */
  url: string;
  size: number;
}

/** A picture that a file names: its path in the folder, and why readers do not see it if so. */
export interface LoadedPicture {
  /** Empty for a reference that is no path of the folder. */
  path: string;
  picture: FolderPicture | UnusableReference;
}

const MAX_PICTURE_BYTES = 2_000_000;

const EXTENSIONS: { readonly [type in ImageHeader['contentType']]: string } = {
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
};

/**
 * Returns the path in the folder that a Markdown file means, as a forge reads it: relative to that
 * file, or to the folder with a slash in front.
 * @throws {UnusableReference}
 */
export function resolvePath(reference: string, file: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(reference))
    throw new UnusableReference('is not a file of the folder');
  const path = posix.normalize(
    reference.startsWith('/') ? `.${reference}` : posix.join(posix.dirname(file), reference),
  );
  if (path === '..' || path.startsWith('../') || path.includes('\0'))
    throw new UnusableReference('is not in the folder of the site');
  return path;
}

/**
 * Returns a file of the folder by its real path.
 * @throws {UnusableReference} for one that a link of the file system leads out of the folder
 */
export async function openInFolder(root: string, path: string): Promise<string> {
  const [folder, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
  const inside = relative(folder, file);
  if (inside === '..' || inside.startsWith(`..${sep}`))
    throw new UnusableReference('is a link that leads out of the folder of the site');
  return file;
}

/** The pictures of a folder. Their bytes stay in their files. */
export function createPictureStore(root: string) {
  const loaded = new Map<string, { stamp: string; picture: FolderPicture }>();
  /** Each picture has up to 2 MB: they are read one after another, into one buffer. */
  const queue = new PQueue({ concurrency: 1 });
  let buffer: Buffer | undefined;

  /** Returns what changes when a file does; '' when there is none. */
  async function stampOf(path: string): Promise<string> {
    try {
      const { size, mtimeMs, ino } = await stat(join(root, path));
      return `${size} ${mtimeMs} ${ino}`;
    } catch {
      return '';
    }
  }

  /** Loads the pictures that a file names, each with its path or the reason why it is not shown. */
  async function loadAll(
    references: readonly string[],
    file: string,
  ): Promise<Map<string, LoadedPicture>> {
    const unique = [...new Set(references)];
    const pictures = await Promise.all(unique.map((reference) => tryLoad(reference, file)));
    return new Map(pictures.map((picture, index) => [unique[index] as string, picture]));
  }

  async function tryLoad(reference: string, file: string): Promise<LoadedPicture> {
    let path = '';
    try {
      path = resolvePath(reference, file);
      return { path, picture: await queue.add(() => load(path)) };
    } catch (error) {
      if (!(error instanceof UnusableReference)) throw error;
      return { path, picture: error };
    }
  }

  async function load(path: string): Promise<FolderPicture> {
    const stamp = await stampOf(path);
    const known = loaded.get(path);
    if (known && stamp && known.stamp === stamp) return known.picture;
    buffer ??= Buffer.allocUnsafe(MAX_PICTURE_BYTES);
    const bytes = await readPicture(root, path, buffer);
    const header = readImageHeader(bytes);
    if (!header) throw new UnusableReference('is not a WebP, AVIF, JPEG, PNG or SVG file');
    const picture = { ...header, path, url: urlOf(path, bytes, header), size: bytes.length };
    loaded.set(path, { stamp, picture });
    return picture;
  }

  /** Reads the picture with this URL; null when there is none, or when its file has changed. */
  async function read(url: string): Promise<{ picture: FolderPicture; bytes: Buffer } | null> {
    const found = [...loaded.values()].find(({ picture }) => picture.url === url);
    if (!found) return null;
    const { picture } = found;
    try {
      const bytes = await readPicture(root, picture.path);
      return urlOf(picture.path, bytes, picture) === url ? { picture, bytes } : null;
    } catch {
      return null;
    }
  }

  return { loadAll, stampOf, read };
}

export type PictureStore = ReturnType<typeof createPictureStore>;

/** @param buffer holds the bytes until the next call, when it is given */
async function readPicture(root: string, path: string, buffer?: Buffer): Promise<Buffer> {
  try {
    const file = await openInFolder(root, path);
    const status = await stat(file);
    if (!status.isFile()) throw new UnusableReference('is not a file');
    if (status.size > MAX_PICTURE_BYTES)
      throw new UnusableReference(
        `has ${(status.size / 1_000_000).toFixed(1)} MB, and may have 2 MB at most`,
      );
    return buffer ? await readInto(buffer, file) : await readFile(file);
  } catch (error) {
    if (error instanceof UnusableReference) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableReference(code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`);
  }
}

async function readInto(buffer: Buffer, path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    let length = 0;
    let bytesRead: number;
    do {
      ({ bytesRead } = await file.read(buffer, length));
      length += bytesRead;
    } while (bytesRead > 0);
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** Returns the URL: the name of the file, as far as a URL has its characters, and a hash. */
function urlOf(path: string, bytes: Buffer, { contentType }: ImageHeader): string {
  const name = basename(path, extname(path))
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return `/media/${[name, hash].filter(Boolean).join('.')}.${EXTENSIONS[contentType]}`;
}
