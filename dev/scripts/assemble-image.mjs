import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { ROOT } from './build.mjs';

/**
 * Plays the Dockerfile's steps without Docker: each stage becomes a folder, and RUN runs there with this machine's Node and
 * npm. What the base images contain, and the user, are left out.
 * @param {string} folder an absolute path outside of the repository
 * @returns {{ root: string, cwd: string, env: Record<string, string>, command: string[] }} the image: its folder, the
 *   folder in which its program starts, its settings, and the program with its arguments
 * @throws {Error} for a step that it can't play
 */
export function assembleImage(folder) {
  const context = listContext();
  const stages = new Map();
  let stage;
  for (const { name, words, text } of readSteps()) {
    if (name === 'FROM') stage = openStage(words, stages, folder);
    else if (name === 'ENV')
      for (const word of words) stage.env[word.split('=')[0]] = word.split('=').slice(1).join('=');
    else if (name === 'WORKDIR') {
      stage.workdir = posix.resolve(stage.workdir, words[0]);
      mkdirSync(join(stage.root, stage.workdir), { recursive: true });
    } else if (name === 'RUN') run(text, stage);
    else if (name === 'COPY') copy(words, stage, stages, context);
    else if (name === 'CMD') stage.command = JSON.parse(text);
    else if (!['ARG', 'USER', 'EXPOSE', 'HEALTHCHECK'].includes(name))
      throw new Error(`${name} ${text}: nobody has said how to play this step`);
  }
  const { root, workdir, env, command } = stage;
  return { root, cwd: join(root, workdir), env, command };
}

/** @returns {{ name: string, words: string[], text: string }[]} the Dockerfile's steps, without comments */
export function readSteps() {
  return readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', ...words] = line.split(/\s+/);
      return { name, words, text: line.slice(name.length).trim() };
    });
}

/** A stage begins as a copy of the one that it is made from. An image from elsewhere is empty here. */
function openStage([from, , as = 'image'], stages, folder) {
  const base = stages.get(from);
  const root = join(folder, as);
  mkdirSync(root);
  if (base) copyAll(base.root, root);
  const stage = { root, workdir: base?.workdir ?? '/', env: { ...base?.env } };
  stages.set(as, stage);
  return stage;
}

function run(text, { root, workdir, env }) {
  execFileSync('sh', ['-c', text], {
    cwd: join(root, workdir),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** As Docker does: a folder's content, and a file under its own name if the goal is a folder. */
function copy(words, { root, workdir }, stages, context) {
  const from = /^--from=(.*)/.exec(words[0])?.[1];
  const paths = from ? words.slice(1) : words;
  const goal = paths.at(-1);
  const to = join(root, posix.resolve(workdir, goal));
  for (const path of paths.slice(0, -1))
    if (from) {
      const source = join(stages.get(from).root, path);
      if (!goal.endsWith('/') && !statSync(source).isDirectory())
        throw new Error(`${path}: the goal of a file must end with /`);
      copyAll(source, to);
    } else {
      const parts = context.filter((file) => path === '.' || file === path);
      if (parts.length === 0) throw new Error(`${path} is not in what Docker gets`);
      for (const file of parts)
        copyFile(join(ROOT, file), join(to, path === '.' ? file : basename(file)));
    }
}

function copyFile(source, goal) {
  mkdirSync(dirname(goal), { recursive: true });
  cpSync(source, goal);
}

function copyAll(source, goal) {
  cpSync(source, goal, { recursive: true, verbatimSymlinks: true });
}

/** What Docker gets: the repository's files, without those of .dockerignore. */
function listContext() {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 24 });
  const isIgnored = (path) =>
    path !== '.' &&
    (ignored.some((glob) => posix.matchesGlob(path, glob)) || isIgnored(posix.dirname(path)));
  return files.split('\0').filter((file) => file && !isIgnored(file));
}
