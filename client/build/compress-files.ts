import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

/** Text files. Pictures and fonts are compressed already. */
const TEXT = /\.(js|css|html|svg|json|txt)$/;

/** Writes a `.br` and a `.gz` next to each of the built app's text files, as small as possible, for serve-client.ts. */
export function compressFiles(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    closeBundle: () => compressFolder(resolve(config.root, config.build.outDir)),
  };
}

/** @param folder absolute path */
function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // Nobody loads what the server draws pages with.
    if (!TEXT.test(name) || name.startsWith('.')) continue;
    const file = join(folder, name);
    const text = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}
