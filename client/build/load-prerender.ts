import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { readMarkdown } from './read-markdown.ts';
import type * as prerender from '../src/app/prerender.tsx';

export type Prerender = typeof prerender;

/**
 * Bundles src/app/prerender.tsx for Node and lets `use` render pages with it.
 * @param root absolute path of client/
 */
export async function loadPrerender<T>(
  root: string,
  use: (prerender: Prerender) => Promise<T>,
): Promise<T> {
  const outDir = mkdtempSync(join(root, '.build-pages-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [readMarkdown(), react()],
      publicDir: false,
      // A React of its own: in a test the browser's side runs in the same process.
      ssr: { noExternal: true },
      build: { ssr: 'src/app/prerender.tsx', outDir },
    });
    const built: unknown = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
    return await use(built as Prerender);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
