import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type * as prerender from '../src/app/prerender.tsx';

export type Prerender = typeof prerender;

/**
 * Bundles src/app/prerender.tsx for Node and lets `use` render pages with it.
 * @param root absolute path of client/
 * @returns the bundle's files, which need no package, by their paths
 */
export async function loadPrerender(
  root: string,
  use: (prerender: Prerender) => Promise<void>,
): Promise<Map<string, string>> {
  const outDir = mkdtempSync(join(root, '.build-pages-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      publicDir: false,
      // A React of its own: in a test the browser's side runs in the same process.
      ssr: { noExternal: true },
      build: { ssr: 'src/app/prerender.tsx', outDir },
    });
    const file = join(outDir, 'prerender.js');
    const built: unknown = await import(pathToFileURL(file).href);
    await use(built as Prerender);
    const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
    return new Map(
      names
        .filter((name) => name.endsWith('.js'))
        .map((name) => [name, readFileSync(join(outDir, name), 'utf8')]),
    );
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
