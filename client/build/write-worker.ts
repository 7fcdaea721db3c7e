import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { DRAWING } from '../../contract/src/drawn-page.ts';

/** Files of the app that a phone needs: code, styles and fonts. Their names have a hash of their content. */
const CODE = /\.(js|css|woff2)$/;

/**
 * Writes worker.js: src/worker.js with the names of the app's files. Runs after write-pages.ts, which adds some.
 * docs/decisions/0069 says why no package does it. R405
 */
export function writeWorker(): Plugin {
  let root: string;
  return {
    name: 'write-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (root = config.root),
    generateBundle(_options, bundle) {
      // What the server draws pages with is not for browsers.
      const names = Object.keys(bundle).filter(
        (name) => CODE.test(name) && !name.startsWith(DRAWING.folder),
      );
      const files = ['/app.html', '/favicon.svg', ...names.map((name) => `/${name}`).sort()];
      const code = readFileSync(join(root, 'src', 'worker.js'), 'utf8');
      const source = `const FILES = ${JSON.stringify(files)};\n${code}`;
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}
