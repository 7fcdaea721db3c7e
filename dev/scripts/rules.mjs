import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './build.mjs';

/**
 * `npm run rules`: writes into docs/rules.md which code keeps each rule and which tests show it. A file is in a rule's
 * lists if it names the rule, such as `R17`, in a comment or a test's name. With `-- --check` it changes nothing, and
 * fails if the lists are out of date.
 */
const RULES = join(ROOT, 'docs/rules.md');
const DECISIONS = join(ROOT, 'docs/decisions');
const FOLDERS = ['client', 'contract/src', 'dev', 'server/src'];
const NOT_READ = /^(node_modules|dist|\..*|migrations)$/;
const IS_CODE = /\.(ts|tsx|js|mjs|md|css|example)$/;
const IS_TEST = /\.(test|spec)\.\w+$|^dev\/(e2e|resilience)\//;
/** Who helps tests shows no rule. */
const IS_HELPER = /\/(testing|support)\//;

/**
 * @typedef {{ path: string, isTest: boolean, numbers: number[] }} Source a file and the rules that it names
 * @typedef {{ number: number, text: string }} Rule
 */

/**
 * @param {string} text docs/rules.md
 * @returns {Rule[]} in the order of the document, each without its lists
 */
export function readRules(text) {
  return [...text.matchAll(/^- \*\*R(\d+)\.\*\* (.*)$/gm)].map(([, number, rule]) => ({
    number: Number(number),
    text: rule,
  }));
}

/** @returns {Source[]} the files of the project, in the order of their paths */
export function readSources() {
  return ['.env.example', ...FOLDERS.flatMap(listFiles)].sort().map((path) => ({
    path,
    isTest: IS_TEST.test(path),
    numbers: listNumbers(readFileSync(join(ROOT, path), 'utf8')),
  }));
}

/**
 * @param {string} text
 * @returns {number[]} the numbers of the rules that a text names, each once
 */
export function listNumbers(text) {
  return [...new Set([...text.matchAll(/\bR(\d+)\b/g)].map(([, number]) => Number(number)))];
}

/**
 * Writes the lists below the rules, and where the decisions are that a rule names as `[D75]`.
 * @param {string} text docs/rules.md, with or without lists
 * @param {Source[]} sources
 * @returns {string}
 */
export function writeLists(text, sources) {
  const rules = text.replace(/^ {2}Code: .*\n|\n*^\[D\d+\]: .*\n/gm, '');
  const shown = sources.filter(({ path }) => !IS_HELPER.test(path));
  const nameOf = nameFiles(shown);
  /** @param {number} number @param {boolean} isTest */
  const list = (number, isTest) =>
    shown
      .filter((source) => source.isTest === isTest && source.numbers.includes(number))
      .map(({ path }) => nameOf.get(path))
      .join(', ') || 'none';
  const listed = rules.replace(
    /^- \*\*R(\d+)\.\*\* .*$/gm,
    (rule, number) =>
      `${rule}\n  Code: ${list(Number(number), false)}. Tests: ${list(Number(number), true)}.`,
  );
  const links = readdirSync(DECISIONS)
    .filter((page) => rules.includes(`[D${Number.parseInt(page, 10)}]`))
    .map((page) => `[D${Number.parseInt(page, 10)}]: decisions/${page}\n`);
  return `${listed.trimEnd()}\n\n${links.join('')}`;
}

/**
 * Names each file as short as it is clear among its kind: `take-seat`, but `cart/cart` and `join/cart`.
 * @param {Source[]} sources
 * @returns {Map<string, string>} by path
 */
function nameFiles(sources) {
  const names = sources.map(({ path, isTest }) => ({ path, isTest, ends: listEnds(path) }));
  /** @type {Map<string, number>} how many files have this end */
  const counts = new Map();
  const keyOf = (/** @type {boolean} */ isTest, /** @type {string} */ end) => `${isTest} ${end}`;
  for (const { isTest, ends } of names)
    for (const end of ends)
      counts.set(keyOf(isTest, end), (counts.get(keyOf(isTest, end)) ?? 0) + 1);
  return new Map(
    names.map(({ path, isTest, ends }) => [
      path,
      ends.find((end) => counts.get(keyOf(isTest, end)) === 1) ?? path,
    ]),
  );
}

/**
 * @param {string} path
 * @returns {string[]} `seats`, `cart/seats`, … up to the whole path, without the kind of file
 */
function listEnds(path) {
  const parts = path.replace(/(\.(test|spec))?\.\w+$/, '').split('/');
  return parts.map((_part, index) => parts.slice(-index - 1).join('/'));
}

/**
 * @param {string} folder
 * @returns {string[]} the paths of the files in it that may name rules
 */
function listFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (NOT_READ.test(entry.name)) return [];
    if (entry.isDirectory()) return listFiles(path);
    return IS_CODE.test(entry.name) ? [path] : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(RULES, 'utf8');
  const written = writeLists(text, readSources());
  if (!process.argv.includes('--check')) writeFileSync(RULES, written);
  else if (written !== text) {
    console.error('docs/rules.md: the lists of files are out of date. Run: npm run rules');
    process.exitCode = 1;
  }
}
