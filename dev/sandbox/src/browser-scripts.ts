import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Our scripts for browsers, by name: `browser/<name>.ts` is served at `/sandbox/<name>.js`. */
export const BROWSER_SCRIPTS = ['sandbox', 'card-field', 'three-d-secure', 'google-popup'] as const;

export type BrowserScript = (typeof BROWSER_SCRIPTS)[number];

/**
 * Loads the scripts from `browser/*.js` beside this file, or bundles them now if they were not built. They are
 * minified classic scripts (IIFE) for ES2022.
 */
export async function loadBrowserScripts(): Promise<Record<BrowserScript, string>> {
  const entries = await Promise.all(
    BROWSER_SCRIPTS.map(async (name) => {
      const built = fileURLToPath(new URL(`./browser/${name}.js`, import.meta.url));
      const script = existsSync(built) ? await readFile(built, 'utf8') : await bundleScript(name);
      return [name, script] as const;
    }),
  );
  return Object.fromEntries(entries) as Record<BrowserScript, string>;
}

async function bundleScript(name: BrowserScript): Promise<string> {
  const { build } = await import('esbuild');
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`./browser/${name}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}
