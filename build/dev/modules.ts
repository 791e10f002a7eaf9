import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import {
  type BuildContext,
  type BuildOptions,
  build,
  context,
  type Message,
  transform,
} from 'esbuild';
import { transformSync } from 'oxc-transform';

/** A source file of the browser as a function, which the development client runs. */
interface BrowserModule {
  source: string;
  code: string;
  map: object;
  version: number;
}

/**
 * What the browser runs in development: each source file by itself, so that one can be replaced.
 * esbuild bundles them too, only to say which files there are and what is wrong with them.
 */
export class BrowserModules {
  version = 0;
  /** Script with all packages that the modules import. */
  packages = '';
  inputs = new Set<string>();
  readonly #options: BuildOptions;
  readonly #bundle: Promise<BuildContext<{ metafile: true }>>;
  readonly #modules = new Map<string, BrowserModule>();
  readonly #served = new Map<string, SourceMap>();
  #packageNames = '';

  constructor(options: BuildOptions) {
    this.#options = options;
    this.#bundle = context({
      ...options,
      entryPoints: ['client/index.ts', 'client/hydrate.tsx'],
      metafile: true,
      packages: 'external',
      entryNames: 'js/[name]',
    });
  }

  /**
   * Reads what has changed.
   * @returns what esbuild warns of
   * @throws esbuild's BuildFailure
   */
  async rebuild(): Promise<Message[]> {
    const { metafile, warnings } = await (await this.#bundle).rebuild();
    this.inputs = new Set(Object.keys(metafile.inputs));
    const pictures = Object.entries(metafile.outputs).filter(([path]) => /assets/.test(path));
    const addresses = new Map(
      pictures.map(([path, { inputs }]) => [
        Object.keys(inputs)[0],
        path.slice(path.indexOf('/static/')),
      ]),
    );
    const next = this.version + 1;
    const changed = await Promise.all(
      [...this.inputs].map((path) => this.#update(path, addresses.get(path), next)),
    );
    const imports = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
    const names = [...new Set(imports.filter(({ external }) => external).map(({ path }) => path))];
    if (names.sort().join() !== this.#packageNames) await this.#bundlePackages(names);
    if (changed.includes(true)) this.version = next;
    return warnings;
  }

  /** @param address of a picture or font, which is all that its module exports */
  async #update(path: string, address: string | undefined, version: number): Promise<boolean> {
    const source = address
      ? `export default ${JSON.stringify(address)};`
      : await readFile(path, 'utf8');
    if (this.#modules.get(path)?.source === source) return false;
    // First the registrations of React Refresh, then the form of a function.
    const refreshed = transformSync(address ? `${path}.js` : path, source, {
      sourcemap: true,
      jsx: { runtime: 'automatic', development: true, refresh: true },
      typescript: { onlyRemoveTypeImports: true },
    });
    const map = Buffer.from(JSON.stringify(refreshed.map)).toString('base64');
    const { code, map: mapped } = await transform(
      `${refreshed.code}\n//# sourceMappingURL=data:application/json;base64,${map}`,
      {
        format: 'cjs',
        sourcefile: path,
        sourcemap: 'external',
        supported: { 'dynamic-import': false },
        define: {
          ...this.#options.define,
          STYLESHEET: '"/@dev/site.css"',
          HYDRATION: '["./hydrate.tsx"]',
          IMPORTS_OF_PAGES: '{}',
        },
      },
    );
    this.#modules.set(path, { source, code, map: JSON.parse(mapped), version });
    return true;
  }

  async #bundlePackages(names: string[]): Promise<void> {
    const all = names.map((name) => `${JSON.stringify(name)}: require(${JSON.stringify(name)})`);
    const { outputFiles } = await build({
      ...this.#options,
      stdin: { contents: `module.exports = { ${all.join()} };`, resolveDir: '.' },
      sourcemap: false,
      write: false,
    });
    this.packages = outputFiles?.[0]?.text ?? '';
    this.#packageNames = names.join();
  }

  /**
   * Script with the modules that are newer than a version.
   * @param address that it is asked for by
   */
  script(address: string, after: number): string {
    let text = `import { define } from '/@dev/client.js';\ndefine(${this.version}, {\n`;
    const sections: object[] = [];
    let line = 2;
    for (const [id, { code, map, version }] of this.#modules) {
      if (version <= after) continue;
      const head = `${JSON.stringify(id)}(require, module, exports, $RefreshReg$, $RefreshSig$) {\n`;
      line += 1;
      sections.push({ offset: { line, column: 0 }, map });
      text += `${head}${code}},\n`;
      line += code.split('\n').length;
    }
    const index = { version: 3, sections };
    this.#served.set(address, new SourceMap(index as never));
    const inline = Buffer.from(JSON.stringify(index)).toString('base64');
    return `${text}});\n//# sourceMappingURL=data:application/json;base64,${inline}\n`;
  }

  /** A stack from the browser with the positions in the sources. */
  trace(stack: string): string {
    return stack.replace(
      /\bhttps?:\/\/[^/]+(\/@dev\/modules\.js[^:]*):(\d+):(\d+)/g,
      (frame, address, line, column) => {
        const found = this.#served.get(address)?.findOrigin(Number(line), Number(column));
        return found && 'fileName' in found
          ? `${found.fileName}:${found.lineNumber}:${found.columnNumber}`
          : frame;
      },
    );
  }

  async close(): Promise<void> {
    await (await this.#bundle).dispose();
  }
}
