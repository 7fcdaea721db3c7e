import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listNeeded } from '../../client/build/write-pages.ts';
import { ROOT } from './build.mjs';

const BUILD_MS = 300_000;
const CLIENT = join(ROOT, 'client');

/** What every page may load: the frame around it, Home's banner, how to reach the school. Packages, and folders of client/src. */
const EVERYWHERE = [
  ...['react', 'react-dom', 'scheduler', 'react-router', '@tanstack/query-core'],
  ...['@tanstack/react-query', 'lucide-react', 'framer-motion', 'motion-dom', 'motion-utils'],
  ...['react-helmet-async', 'invariant', 'react-fast-compare', 'shallowequal'],
  ...['contract', 'app', 'lib', 'session', 'ui', 'pages', 'app/fonts'],
  ...['features/account', 'features/home', 'features/messages/contact'],
];
const JOIN = ['join', 'cart', 'seats', 'changes'].map((folder) => `features/enrollment/${folder}`);
const CLASSES = ['features/classes', 'features/families/children', ...JOIN];

/** What each public page, and part of one, may load at once, besides that. */
const MAY_LOAD = {
  'pages/account-page.tsx': [],
  'pages/home-sections.tsx': ['features/classes', 'features/instructors'],
  'pages/popular-classes.tsx': CLASSES,
  'pages/classes-page.tsx': CLASSES,
  'pages/class-page.tsx': [...CLASSES, 'features/instructors'],
  'pages/instructors-page.tsx': ['features/instructors'],
  'pages/login-page.tsx': ['react-hook-form'],
  'pages/sign-up-page.tsx': ['react-hook-form'],
  'pages/contact-page.tsx': ['react-hook-form'],
  'pages/refund-policy-page.tsx': [...JOIN, 'features/families/children'],
  'pages/about-page.tsx': [],
  'pages/questions-page.tsx': [],
  'pages/terms-page.tsx': [],
  'pages/privacy-page.tsx': [],
  'pages/turn-off-mail-page.tsx': ['features/messages/own'],
  'pages/pay-page.tsx': [],
  // A part of several pages.
  'pages/info-page.tsx': [],
  'pages/not-found-page.tsx': [],
  // Log In and Sign Up load it while the person types.
  'session/firebase.ts': [
    ...['firebase', '@firebase/app', '@firebase/auth', '@firebase/component', '@firebase/logger'],
    ...['@firebase/util', 'idb'],
  ],
};

let folder;
let chunks;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'speakifyr-pages-'));
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('SERVICES', 'sandbox');
  vi.stubEnv('CLIENT_OUT_DIR', folder);
  const { output } = await build({ root: CLIENT, logLevel: 'error', build: { write: false } });
  chunks = output.filter(({ type }) => type === 'chunk');
}, BUILD_MS);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

// `npm test` has no time for a build of its own: the journeys measure what Home loads.
const slowIt = it.runIf(process.env.CHECK_ALL);

slowIt.each(Object.entries(MAY_LOAD))('%s loads at once only what it needs', (file, own) => {
  const entry = chunks.find(({ isEntry }) => isEntry);
  const needed = listNeeded(chunks, entry, `src/${file}`);
  expect(listFiles(needed)).toContain(file);
  const loaded = new Set(needed.flatMap(({ moduleIds }) => moduleIds.map(nameSource)));
  const may = new Set([...EVERYWHERE, ...own, undefined]);
  expect(
    [...loaded].filter((name) => !may.has(name)),
    `${file} loads more than before. import() it when it is needed, or add it to MAY_LOAD`,
  ).toEqual([]);
});

slowIt('each public page is in that list; Home is in the first script', () => {
  const isPage = (file) => /^pages\/[^/]+$/.test(file);
  const files = listFiles(chunks.filter(({ isEntry }) => !isEntry)).filter(isPage);
  expect(files.sort()).toEqual(Object.keys(MAY_LOAD).filter(isPage).sort());
});

/** @returns the files of client/src that are in these chunks */
function listFiles(chunks) {
  return chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => id.split('/client/src/')[1]));
}

/** @returns the package, or the folder in client/src; undefined for what the bundler adds */
function nameSource(id) {
  const [, packageName] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (packageName) return packageName;
  if (id.includes('/contract/src/')) return 'contract';
  return /\/client\/src\/(.+)\/[^/]+$/.exec(id)?.[1];
}
