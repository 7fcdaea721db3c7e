import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './build.mjs';

/** Where a path that a rule names may be. */
const PLACES = ['.', 'server/src', 'docs', 'dev/resilience/src/attacks'];
const CODE = ['client/src', 'contract/src', 'dev', 'server/src', '.env.example'];

const IS_PATH = /^[\w./{},-]+\.(ts|tsx|js|mjs|json|md|css)$|^[a-z][\w.-]*\/[\w./{},-]*$/;

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const rules = read('docs/rules.md')
  .split(/\n(?=- \*\*R\d+\.)/)
  .slice(1)
  .map((text) => [/R\d+/.exec(text)[0], text.replace(/\s+/g, ' ')]);
const words = new Set(CODE.flatMap(listFiles).flatMap((path) => read(path).match(/\w+/g)));

describe('the rules', () => {
  it('are all here, each with a number of its own', () => {
    const numbers = rules.map(([number]) => number);
    expect(numbers.length).toBeGreaterThan(150);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  });

  it('name files that exist', () => {
    expect(listMissing((text) => listPaths(text).filter((path) => !find(path)))).toEqual([]);
  });

  it('name functions that are declared where they say', () => {
    const listUndeclared = (text) =>
      [...text.matchAll(/((?:`\w+`(?:, | and )?)+) in `([^`]+)`/g)].flatMap(([, names, path]) =>
        listQuoted(names)
          .filter((name) => !declares(find(path), name))
          .map((name) => `${name} in ${path}`),
      );
    expect(listMissing(listUndeclared)).toEqual([]);
  });

  it('use no name that the code does not have', () => {
    const isName = (text) => /^[a-z]+[A-Z]\w*$|^[A-Z]+_[A-Z_]+$/.test(text);
    const listUnknown = (text) => listQuoted(text).filter((one) => isName(one) && !words.has(one));
    expect(listMissing(listUnknown)).toEqual([]);
  });
});

describe('the decisions', () => {
  it('are all in the list', () => {
    const list = read('docs/decisions/README.md');
    const pages = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d/.test(name));
    expect(pages.filter((name) => !list.includes(`(${name})`))).toEqual([]);
  });
});

/** @returns what is missing, each with the number of its rule */
function listMissing(listIn) {
  return rules.flatMap(([number, text]) => listIn(text).map((one) => `${number}: ${one}`));
}

/** What stands in backticks, or is a link. */
function listQuoted(text) {
  return [...text.matchAll(/`([^`]+)`|\]\(([^)]+)\)/g)].map(([, code, link]) => code ?? link);
}

/** The paths that a text names. One with a/{x,y} stands for a/x and a/y. */
function listPaths(text) {
  return listQuoted(text)
    .filter((one) => IS_PATH.test(one))
    .flatMap((path) => {
      const [, before, inner, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
      return inner ? inner.split(',').map((one) => `${before}${one}${after}`) : [path];
    });
}

function find(path) {
  return PLACES.map((place) => join(place, path)).find((one) => existsSync(join(ROOT, one)));
}

function declares(path, name) {
  const declaration = `\\b(function\\*?|const|class|type|interface) ${name}\\b|^ *"?${name}"?:`;
  return path !== undefined && new RegExp(declaration, 'm').test(read(path));
}

/** The files of a folder, or the file itself. */
function listFiles(path) {
  if (/\.(ts|tsx|mjs|js|example)$/.test(path)) return [path];
  if (/\.\w+$|node_modules|dist/.test(path)) return [];
  return readdirSync(join(ROOT, path)).flatMap((name) => listFiles(join(path, name)));
}
