import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { buildSandbox, buildServer, ROOT } from '../../scripts/build.mjs';
import type { Guard } from './attack.ts';

/** The programs of the school, built from the source as it is or from a copy without one guard. */
export type Build = {
  /** Absolute paths of what node runs. */
  server: string;
  mongo: string;
  services: string;
  /** Deletes the files. */
  remove(): Promise<void>;
};

let built = 0;

/**
 * Builds server and sandbox. A guard is taken out while the bundler reads its file: the source itself stays as it
 * is, and the product has no switch for it.
 * @throws {Error} if the guard's text does not stand in its file exactly once: then it moved, and its attack's list
 * of guards has to follow
 */
export async function buildSchool(guard?: Guard): Promise<Build> {
  built += 1;
  const folder = `.build-resilience-${process.pid}-${built}`;
  const plugins = guard ? [takeOut(guard)] : [];
  const outputs = { server: join('server', folder), sandbox: join('dev/sandbox', folder) };
  await Promise.all([
    buildServer({ outdir: outputs.server, plugins }),
    buildSandbox({ outdir: outputs.sandbox, plugins }),
  ]);
  return {
    server: join(ROOT, outputs.server, 'main.js'),
    mongo: join(ROOT, outputs.sandbox, 'mongo.js'),
    services: join(ROOT, outputs.sandbox, 'main.js'),
    async remove() {
      for (const output of Object.values(outputs))
        await rm(join(ROOT, output), { recursive: true, force: true });
    },
  };
}

function takeOut(guard: Guard): Plugin {
  const path = join(ROOT, guard.file);
  return {
    name: 'take-out-a-guard',
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
    throw new Error(`The guard '${name}' does not stand once in ${file}: ${cut.trim()}`);
  return source.slice(0, place) + paste + source.slice(place + cut.length);
}
