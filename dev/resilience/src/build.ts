import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import ts from 'typescript';
import { buildSandbox, buildServer, ROOT } from '../../scripts/build.mjs';
import type { Guard } from './attack.ts';

/** The paths of the school's programs, built from the source or from a copy without one guard. */
export type Build = Awaited<ReturnType<typeof buildSchool>>;

let built = 0;

/**
 * Builds the server and the sandbox. A guard is removed while the bundler reads its file: the source itself does not
 * change, and the product has no switch for it.
 * @throws {Error} if the guard's function is not there exactly once, because the code has changed
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
  return {
    name: 'remove-guard',
    async setup({ onLoad }) {
      const { path, contents } = await withoutGuard(guard);
      onLoad({ filter: /\.ts$/ }, (file) =>
        file.path === path ? { contents, loader: 'ts' } : undefined,
      );
    },
  };
}

/** The files of the server, and those that it shares with the web app. */
async function listSources(): Promise<string[]> {
  const lists = ['server/src', 'contract/src'].map(async (name) => {
    const folder = join(ROOT, name);
    return (await readdir(folder, { recursive: true })).map((file) => join(folder, file));
  });
  const paths = (await Promise.all(lists)).flat();
  return paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

/** @returns the file that has the guard's function, and its source without what the function does */
export async function withoutGuard({ name, without, gives = '' }: Guard) {
  const found: { path: string; contents: string }[] = [];
  for (const path of await listSources()) {
    const source = await readFile(path, 'utf8');
    if (!source.includes(`function ${without}`)) continue;
    for (const statement of ts.createSourceFile(path, source, ts.ScriptTarget.Latest).statements) {
      if (!ts.isFunctionDeclaration(statement) || statement.name?.text !== without) continue;
      const { pos, end } = statement.body!;
      found.push({
        path,
        contents: `${source.slice(0, pos)} { return ${gives}; }${source.slice(end)}`,
      });
    }
  }
  const [only] = found;
  if (!only || found.length > 1)
    throw new Error(`The guard '${name}': ${found.length} functions are called ${without}`);
  return only;
}
