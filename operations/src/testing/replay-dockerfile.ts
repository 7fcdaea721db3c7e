import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Copy, DockerfileParser } from 'dockerfile-ast';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const INSTALLED = join(ROOT, 'node_modules');

/** What the last stage says of how the container runs. */
export type Image = {
  folder: string;
  env: Record<string, string>;
  user: string;
  command: string[];
};

/**
 * Carries out what the Dockerfile says in plain folders, one for each stage: COPY (without what .dockerignore names)
 * and RUN. `npm ci` takes the packages that are installed here, so that no registry is asked; our own are the copies.
 * @param scratch an empty folder
 */
export function replayDockerfile(scratch: string): Image {
  const stages = new Map<string, string>();
  let folder = '';
  const image: Image = { folder: '', env: {}, user: 'root', command: [] };
  const dockerfile = DockerfileParser.parse(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  for (const instruction of dockerfile.getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    switch (instruction.getKeyword()) {
      case 'FROM': {
        const base = stages.get(words[0] ?? '');
        folder = join(scratch, `stage-${stages.size}`);
        mkdirSync(folder);
        if (base) cpSync(base, folder, { recursive: true, verbatimSymlinks: true });
        stages.set(words[2] ?? 'last', folder);
        break;
      }
      case 'COPY': {
        const from = (instruction as Copy).getFromFlag()?.getValue();
        const source = from ? stages.get(from) : ROOT;
        if (!source) throw new Error(`No stage ${from}`);
        copy(words, source, folder, !from);
        break;
      }
      case 'RUN':
        run(instruction.getRawArgumentsContent() ?? '', folder);
        break;
      case 'ENV':
        for (const word of words) {
          const [name = '', value = ''] = word.split('=');
          image.env[name] = value;
        }
        break;
      case 'USER':
        image.user = words[0] ?? '';
        break;
      case 'CMD':
        image.command = JSON.parse(instruction.getArgumentsContent() ?? '') as string[];
    }
  }
  return { ...image, folder };
}

/** COPY: a folder's content goes into the target; several files, or a target that ends in a slash, go below it. */
function copy(words: string[], source: string, folder: string, isContext: boolean): void {
  const target = join(folder, words.at(-1) ?? '');
  const sources = words.slice(0, -1);
  for (const path of sources) {
    const from = join(source, inImage(path));
    const isBelow = sources.length > 1 || words.at(-1)?.endsWith('/');
    const to = isBelow ? join(target, basename(path)) : target;
    // What another stage made is wanted once: moved, it is there at once.
    if (!isContext && !existsSync(to)) renameSync(from, to);
    else
      cpSync(from, to, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !isContext || !isIgnored(relative(ROOT, file)),
      });
  }
}

/** Every stage works in /app, which is its folder here. */
function inImage(path: string): string {
  return path.replace(/^\/app\//, '');
}

// The patterns of .dockerignore: `**/` is any folder or none, `*` anything within a name.
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const pattern = line
      .replaceAll('.', '\\.')
      .split('**/')
      .map((part) => part.replaceAll('*', '[^/]*'))
      .join('(.*/)?');
    return new RegExp(`^${pattern}(/|$)`);
  });

/** @param path from the root */
function isIgnored(path: string): boolean {
  return IGNORED.some((pattern) => pattern.test(path));
}

function run(command: string, folder: string): void {
  const [, options] = /^npm ci --ignore-scripts ?(.*)$/.exec(command) ?? [];
  if (options === '') return linkPackages(folder);
  if (options) return copyPackages(folder, options.split(' '));
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // As in the image: nothing of the one who builds it.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  });
}

/** All packages, as `npm ci` installs them. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules');
  rmSync(packages, { recursive: true, force: true });
  mkdirSync(join(packages, '@speakifyr'), { recursive: true });
  for (const name of readdirSync(INSTALLED))
    if (name !== '@speakifyr') symlinkSync(join(INSTALLED, name), join(packages, name));
  for (const name of readdirSync(join(INSTALLED, '@speakifyr')))
    symlinkSync(join(folder, name), join(packages, '@speakifyr', name));
}

/** The packages that `npm ci` installs with such options, and no others: npm itself says which. */
function copyPackages(folder: string, options: string[]): void {
  const list = execFileSync('npm', ['ls', '--all', '--parseable', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (const path of list.trim().split('\n')) {
    const name = relative(INSTALLED, path);
    if (name.startsWith('..') || name.startsWith('@speakifyr')) continue;
    cpSync(path, join(folder, 'node_modules', name), { recursive: true });
  }
}
