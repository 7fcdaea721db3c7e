import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './build.mjs';

/**
 * `npm run check:fast`: format, lint, types and tests of what you have changed since the last commit, while you work. Near
 * tests are those of a changed file, those that import it, and those that you changed. `npm run check:all` runs everything.
 */
const CODE = /\.(tsx?|mjs|js)$/;
const TEST = /\.test\.(tsx?|mjs)$/;
/** More near tests than this are not fast. */
const MOST_TESTS = 12;
/** Whose types a change touches. */
const USERS = {
  contract: ['server', 'client', 'dev/e2e', 'dev/resilience', 'dev/bench'],
  server: ['dev/resilience', 'dev/bench'],
};
const PACKAGES = [
  'contract',
  'server',
  'client',
  ...['sandbox', 'e2e', 'resilience', 'bench'].map((name) => `dev/${name}`),
];

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const files = [
  ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const code = files.filter((path) => CODE.test(path));
const tests = [...new Set([...findTestsOfTexts(), ...findNearTests()])];
const touched = PACKAGES.filter((folder) => code.some((path) => path.startsWith(`${folder}/`)));
const packages = new Set(touched.flatMap((folder) => [folder, ...(USERS[folder] ?? [])]));

if (files.length === 0) console.log('Nothing has changed since the last commit.');
check('Format', 'prettier/bin/prettier.cjs --check --ignore-unknown --log-level warn', files);
check(
  'Lint',
  'eslint/bin/eslint.js --cache --cache-location .build/eslint --cache-strategy content',
  code,
);
check('Types', 'typescript-7/bin/tsc --build', [...packages]);
check('Tests', 'vitest/vitest.mjs run', tests.slice(0, MOST_TESTS));
if (tests.length > MOST_TESTS)
  console.log(
    `${tests.length - MOST_TESTS} more test files import what you changed: npm run unit runs them.`,
  );

/** Runs a program of a package on what it is for, if there is anything, and stops at a failure. */
function check(name, command, targets) {
  if (targets.length === 0) return;
  const [program, ...options] = command.split(' ');
  const args = [join(ROOT, 'node_modules', program), ...options, ...targets];
  const start = Date.now();
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(`${name}: ${status === 0 ? 'good' : 'failed'}, ${seconds} s`);
  if (status !== 0) process.exit(status ?? 1);
}

/** What a change of the rules, the specification or the contract breaks without importing anything. */
function findTestsOfTexts() {
  return [
    ...(files.some((path) => /^docs\/(rules|spec|decisions)/.test(path))
      ? ['dev/scripts/rules.test.mjs', 'dev/scripts/spec.test.mjs']
      : []),
    ...(files.some((path) => path.startsWith('contract/src/'))
      ? ['server/src/http/openapi.test.ts']
      : []),
  ];
}

/** @returns {string[]} the nearest first: those that are changed themselves, then those of a changed file, then who imports it */
function findNearTests() {
  const own = code.filter((path) => TEST.test(path));
  const changed = code.filter((path) => !TEST.test(path));
  const beside = changed
    .map((path) => path.replace(CODE, '.test$&'))
    .filter((path) => existsSync(join(ROOT, path)));
  const all = git('ls-files', '*.test.ts', '*.test.tsx', '*.test.mjs').filter((path) =>
    existsSync(join(ROOT, path)),
  );
  const importing = all.filter((test) => listImports(test).some((path) => changed.includes(path)));
  const near = [...own, ...beside, ...importing];
  // Tests over HTTP import the app and not the file: those of the same folder are the best guess.
  const folders = changed.map((path) => dirname(path));
  if (near.length === 0) near.push(...all.filter((test) => folders.includes(dirname(test))));
  return [...new Set(near)].filter((path) => !path.startsWith('dev/e2e/'));
}

/** @returns {string[]} the files of the project that a file imports */
function listImports(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) =>
    name.startsWith('.')
      ? normalize(join(dirname(path), name))
      : name.replace('@speakifyr/contract/', 'contract/src/'),
  );
}
