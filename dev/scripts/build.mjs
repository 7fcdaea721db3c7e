import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { execFile, spawnSync } from 'node:child_process';
import { build as bundle } from 'esbuild';

const run = promisify(execFile);

/** The repository's folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** @type {import('esbuild').BuildOptions} */
const NODE_BUNDLE = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  absWorkingDir: ROOT,
  logLevel: 'warning',
};

/** Bundles programs that say which commit they were built from, wherever they run. */
function bundleForNode(options) {
  const commit = process.env.BUILT_FROM || readCommit();
  const define = { 'process.env.BUILT_FROM': JSON.stringify(commit) };
  return bundle({ ...NODE_BUNDLE, define, ...options });
}

/** @returns the commit of the repository, or '' where there is no repository, as in a container's build */
function readCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return stdout?.trim() ?? '';
}

/**
 * Bundles the server into its folder's main.js.
 * @param {{ outdir?: string, plugins?: import('esbuild').Plugin[] }} options `outdir`: path from the root
 */
export async function buildServer({ outdir = 'server/dist', plugins = [] } = {}) {
  await bundleForNode({
    entryPoints: ['server/src/main.ts'],
    outdir,
    plugins,
    external: listDependencies('server'),
  });
}

/**
 * Bundles the commands that a container runs.
 * @param {{ outdir?: string }} options a path from the root
 * @returns {Promise<import('esbuild').BuildResult<{ metafile: true }>>} with what each bundle imports
 */
export async function buildCommands({ outdir = 'server/dist/commands' } = {}) {
  return bundleForNode({
    metafile: true,
    entryPoints: ['start-container', 'doctor', 'make-admin', 'backup', 'restore', 'migrate'].map(
      (name) => `server/src/commands/${name}.ts`,
    ),
    outdir,
    outExtension: { '.js': '.mjs' },
    external: listDependencies('server'),
  });
}

/**
 * Bundles the sandbox's two processes, main.js and mongo.js.
 * @param {{ outdir?: string, plugins?: import('esbuild').Plugin[] }} options `outdir`: path from the root
 */
export async function buildSandbox({ outdir = 'dev/sandbox/dist', plugins = [] } = {}) {
  await bundleForNode({
    entryPoints: { main: 'dev/sandbox/src/main.ts', mongo: 'dev/sandbox/src/mongo/main.ts' },
    outdir,
    plugins,
    // esbuild: for the scripts that it puts into browsers.
    external: [...listDependencies('dev/sandbox'), 'esbuild'],
  });
}

/**
 * Builds the web app, unless nothing that goes into it has changed since the last time.
 * @param {string} outDir absolute path
 * @param {Record<string, string | undefined>} environment PAGE_SETTINGS and the VITE_… variables
 */
export async function buildClient(outDir, environment) {
  const key = fingerprintClient(environment);
  const keyFile = join(outDir, '.build-key');
  if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return;
  const building = run(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--emptyOutDir'],
    {
      cwd: join(ROOT, 'client'),
      // With another NODE_ENV, Vite would take React's development build, which is five times as large.
      env: { ...process.env, ...environment, NODE_ENV: 'production', CLIENT_OUT_DIR: outDir },
    },
  );
  const stop = () => building.child.kill();
  process.once('exit', stop);
  await building;
  process.off('exit', stop);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(keyFile, key);
}

const ENV_FILES = ['.env', '.env.local', '.env.production', '.env.production.local'];
const SCRIPT = 'dev/scripts/build.mjs';
/** What else the build writes into the pages, besides the VITE_… variables. */
const PAGE_SETTINGS = ['SERVICES', 'SANDBOX_PORT'];

/** Everything that the built web app depends on, as one hash. */
function fingerprintClient(environment) {
  const hash = createHash('sha256');
  for (const folder of ['client', 'contract/src'])
    for (const file of listFiles(join(ROOT, folder))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  // The .env files are those that Vite reads. This script decides how to build.
  for (const name of ['package-lock.json', 'tsconfig.base.json', ...ENV_FILES, SCRIPT])
    if (existsSync(join(ROOT, name))) hash.update(readFileSync(join(ROOT, name)));
  const names = Object.keys(environment)
    .filter((name) => name.startsWith('VITE_') || PAGE_SETTINGS.includes(name))
    .sort();
  for (const name of names) hash.update(`${name}=${environment[name]}\n`);
  return hash.digest('hex');
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

/** What stays outside a bundle: the packages that the workspace names, but for our own. */
function listDependencies(workspace) {
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'),
  );
  return Object.keys(dependencies).filter((name) => !name.startsWith('@speakifyr/'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
  await Promise.all([
    buildServer(),
    buildCommands(),
    buildSandbox(),
    buildClient(join(ROOT, 'client/dist'), process.env),
  ]);
}
