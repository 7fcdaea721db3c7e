import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type * as prerender from '../src/app/prerender.tsx';

type Prerender = typeof prerender;

/**
 * Draws pages of the app as a visitor sees them before any script has run.
 * @param root absolute path of client/
 * @param paths such as `/classes`
 * @returns the HTML of each, by its path
 */
export async function drawPages(root: string, paths: string[]): Promise<Map<string, string>> {
  const outDir = mkdtempSync(join(tmpdir(), 'speakifyr-pages-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      publicDir: false,
      // All in the bundle: from a folder of its own it would find no packages.
      ssr: { noExternal: true },
      build: { ssr: 'src/app/prerender.tsx', outDir },
    });
    const built: unknown = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
    const { prerenderPage } = built as Prerender;
    const pages = new Map<string, string>();
    for (const path of paths) pages.set(path, await prerenderPage(path));
    return pages;
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
