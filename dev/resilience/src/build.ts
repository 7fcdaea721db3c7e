import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { buildSandbox, buildServer, ROOT } from '../../scripts/build.mjs';
import type { Guard } from './attack.ts';

/** The paths of the school's programs, built from the source or from a copy without one guard. */
export type Build = Awaited<ReturnType<typeof buildSchool>>;

let built = 0;

/**
 * Builds the server and the sandbox. A guard is removed while the bundler reads its file: the source itself does not
 * change, and the product has no switch for it.
 * @throws {Error} if the guard's text is not in its file exactly once, because the code has changed
 */
export async function buildSchool(guard?: Guard) {
  built += 1;
  const folder = `.build-resilience-${process.pid}-${built}`;
  const plugins = guard ? [removeGuard(guard)] : [];
  const outputs = { server: join('server', folder), sandbox: join('dev/sandbox', folder) };
  await Promise.all([
    buildServer({ outdir: outputs.server, plugins }),
    buildSandbox({ outdir: outputs.sandbox, plugins }),
  ]);
  return {
    server: join(ROOT, outputs.server, 'main.js'),
    mongo: join(ROOT, outputs.sandbox, 'mongo.js'),
    services: join(ROOT, outputs.sandbox, 'main.js'),
    /** Deletes the files. */
    async remove(): Promise<void> {
      for (const output of Object.values(outputs))
        await rm(join(ROOT, output), { recursive: true, force: true });
    },
  };
}

function removeGuard(guard: Guard): Plugin {
  const path = join(ROOT, guard.file);
  return {
    name: 'remove-guard',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async (file) =>
        file.path === path
          ? { contents: withoutGuard(await readFile(path, 'utf8'), guard), loader: 'ts' }
          : undefined,
      );
    },
  };
}

/** @returns the source with the guard's text replaced */
export function withoutGuard(
  source: string,
  { name, file, cut, paste = '', after }: Guard,
): string {
  const start = after === undefined ? 0 : source.indexOf(after);
  const place = start < 0 ? -1 : source.indexOf(cut, start);
  const isUnique = after !== undefined || source.indexOf(cut, place + 1) < 0;
  if (place < 0 || !isUnique)
    throw new Error(`The guard '${name}' is not exactly once in ${file}: ${cut.trim()}`);
  return source.slice(0, place) + paste + source.slice(place + cut.length);
}
