import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './build.mjs';
import { readSources } from './rules.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const spec = read('docs/spec.md').replace(/\s+/g, ' ');
const code = readSources()
  .filter(({ path }) => !path.startsWith('dev/') && !/\.test\.|\/testing\//.test(path))
  .map(({ path }) => read(path))
  // What a new school starts with.
  .concat(read('contract/src/school.json'))
  .join('\n')
  .replace(/&amp;/g, '&')
  // As a new school is called.
  .replaceAll('${SCHOOL.name}', 'SPEAKIFYR')
  .replace(/\s+/g, ' ');

it('the calls that the specification fixes are in the contract', () => {
  const calls = [...spec.matchAll(/`((?:GET|POST|PATCH|DELETE) [^`?]+)(?:\?\w+)?`/g)].map(
    ([, call]) => call.replace(/\{(\w+)\}/g, ':$1'),
  );
  expect(calls.length).toBeGreaterThan(30);
  expect(calls.filter((call) => !code.includes(`'${call}'`))).toEqual([]);
});

it('the texts that it fixes are in the code', () => {
  const texts = [...spec.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.filter((text) => !code.includes(text))).toEqual([]);
});

it('the names that it fixes are in the code', () => {
  const names = [...spec.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});
