import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './build.mjs';

/** The design card: the packages and top-level entries that the project must have. */
const IN_SOURCES = [
  'react',
  'react-dom',
  'react-router-dom',
  '@tanstack/react-query',
  'axios',
  'react-hook-form',
  'sweetalert2',
  'firebase',
  '@stripe/stripe-js',
  '@stripe/react-stripe-js',
  'stripe',
  'express',
  'mongodb',
  'jsonwebtoken',
  'cors',
  'dotenv',
  'framer-motion',
  'react-fast-marquee',
  'swiper',
  'react-helmet-async',
  'tailwindcss',
  'daisyui',
];
const IN_TESTS = ['vitest', '@testing-library/react', 'supertest'];
const TOP_LEVEL = [
  'client',
  'server',
  'package.json',
  'tsconfig.base.json',
  '.env.example',
  'README.md',
  '.github',
];

/** Type imports and comments go: they don't make a package part of the product. */
const NOT_RUN = /^import type [^;]*;|typeof import\([^)]*\)|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const IS_TEST = /\.test\.tsx?$|\/testing\//;

const files = ['client', 'server'].flatMap((folder) => listFiles(join(ROOT, folder)));
const product = readAll(files.filter((file) => !IS_TEST.test(file)));
const tests = readAll(files.filter((file) => IS_TEST.test(file)));
const declared = new Set(readManifests().flatMap(Object.keys));

describe('the design card', () => {
  it.each([...IN_SOURCES, ...IN_TESTS])('%s is declared in a package.json', (name) => {
    expect(declared).toContain(name);
  });

  it.each(IN_SOURCES)('%s is imported by the client or the server', (name) => {
    expect(imports(product, name)).toBe(true);
  });

  it.each(IN_TESTS)('%s is imported by tests of the client or the server', (name) => {
    expect(imports(tests, name)).toBe(true);
  });

  it.each(TOP_LEVEL)('%s is at the top level', (name) => {
    expect(existsSync(join(ROOT, name))).toBe(true);
  });
});

/** Whether a module, or a style sheet, imports a package or a part of it. */
function imports(text, name) {
  return new RegExp(`(from|import|@plugin)\\s*\\(?\\s*['"]${name}(/[^'"]*)?['"]`).test(text);
}

function readAll(paths) {
  return paths.map((path) => readFileSync(path, 'utf8').replace(NOT_RUN, '')).join('\n');
}

/** @returns the dependencies of every workspace, and those of the root */
function readManifests() {
  const read = (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const root = read('.');
  return [root, ...root.workspaces.map(read)].flatMap(
    ({ dependencies = {}, devDependencies = {} }) => [dependencies, devDependencies],
  );
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', 'public'].includes(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return /\.(tsx?|css)$/.test(entry.name) ? [path] : [];
    });
}
