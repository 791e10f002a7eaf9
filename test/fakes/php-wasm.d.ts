// What php-from-npm.ts calls: neither package has types that TypeScript finds from an ES module.

declare module '@php-wasm/node-8-4' {
  export function getPHPLoaderModule(): Promise<object>;
}

declare module '@php-wasm/universal' {
  /** Emscripten's file system: https://emscripten.org/docs/api_reference/Filesystem-API.html. */
  interface Files {
    filesystems: { NODEFS: object };
    mkdirTree(path: string): void;
    mount(type: object, options: { root: string }, path: string): void;
    unmount(path: string): void;
  }

  interface Request {
    scriptPath: string;
    /** Path and query, as `REQUEST_URI` has them. */
    relativeUri: string;
    method: string;
    headers: Record<string, string>;
    body: Uint8Array;
    env: Record<string, string>;
  }

  interface Answer {
    httpStatusCode: Promise<number>;
    headers: Promise<Record<string, string[]>>;
    stdoutBytes: Promise<Uint8Array>;
  }

  export function loadPHPRuntime(loader: object): Promise<number>;

  export class PHP {
    constructor(runtime: number);
    mkdir(path: string): void;
    writeFile(path: string, bytes: Uint8Array): void;
    /**
     * Mounts a folder.
     * @returns a function that removes the mount
     */
    mount(
      path: string,
      mount: (php: PHP, files: Files, path: string) => () => void,
    ): Promise<() => void>;
    /**
     * Runs one request after another.
     * @throws when the script is missing
     */
    runStream(request: Request): Promise<Answer>;
  }
}
