import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './build.mjs';
import { listNumbers, readRules, readSources, writeLists } from './rules.mjs';

/** Where people read of a rule, too. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'docs'];

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const document = read('docs/rules.md');
const rules = readRules(document);
const sources = readSources();
const numbers = new Set(rules.map(({ number }) => number));

describe('the rules', () => {
  it('are all here, each with a number of its own', () => {
    expect(rules.length).toBe(document.match(/^- /gm).length);
    expect(rules.length).toBeGreaterThan(400);
    expect(numbers.size).toBe(rules.length);
  });

  it('are short: a sentence, and at most one for the exception', () => {
    const countSentences = (text) => text.replace(/ (§|\[D).*/, '').match(/[.?!]”?(?= |$)/g).length;
    expect(rules.filter(({ text }) => countSentences(text) > 2)).toEqual([]);
  });

  it('list the files that name them', () => {
    expect(document === writeLists(document, sources), 'run: npm run rules').toBe(true);
  });

  it('each have a test that names them', () => {
    const tested = new Set(sources.filter(({ isTest }) => isTest).flatMap((file) => file.numbers));
    expect([...numbers].filter((number) => !tested.has(number))).toEqual([]);
  });

  it('are what code, tests and pages mean by a number', () => {
    const pages = PAGES.flatMap(listPages).map((path) => ({
      path,
      numbers: listNumbers(read(path)),
    }));
    const unknown = [...sources, ...pages].flatMap((file) =>
      file.numbers
        .filter((number) => !numbers.has(number))
        .map((number) => `R${number} in ${file.path}`),
    );
    expect(unknown).toEqual([]);
  });

  it('use no name that the code does not have', () => {
    const code = sources.map(({ path }) => read(path)).join('\n');
    const named = [...document.matchAll(/`(\w+)(?:=\w+)?`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });

  it('link to pages that exist', () => {
    const links = [...document.matchAll(/\]\(([^)#]+)[^)]*\)|^\[D\d+\]: (.*)$/gm)];
    const missing = links
      .map(([, link, page]) => link ?? page)
      .filter((page) => !existsSync(join(ROOT, 'docs', page)));
    expect(missing).toEqual([]);
    const decisions = new Set(document.match(/\[D\d+\](?!:)/g));
    expect([...decisions].filter((name) => !document.includes(`${name}: `))).toEqual([]);
  });
});

describe('the decisions', () => {
  it('are all in the list', () => {
    const list = read('docs/decisions/README.md');
    const pages = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d/.test(name));
    expect(pages.filter((name) => !list.includes(`(${name})`))).toEqual([]);
  });
});

/** The Markdown files of a folder, or the file itself. */
function listPages(path) {
  if (path.endsWith('.md')) return path === 'docs/rules.md' ? [] : [path];
  if (/\.\w+$/.test(path)) return [];
  return readdirSync(join(ROOT, path)).flatMap((name) => listPages(join(path, name)));
}
