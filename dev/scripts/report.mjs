import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { ROOT } from './build.mjs';

/**
 * Replaces one section (`## Title`) of a page, or adds it at the end.
 * @param {string} page file name in docs/
 * @param {string} title
 * @param {string[]} paragraphs in Markdown; a line that says which version and machine this is goes first
 */
export async function writeSection(page, title, paragraphs) {
  const file = join(ROOT, 'docs', page);
  const parts = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const found = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  const at = found < 0 ? parts.length : found;
  parts[at] = [`## ${title}`, describeRun(), ...paragraphs].join('\n\n');
  const text = parts.join('\n\n');
  writeFileSync(file, await format(text, { parser: 'markdown', printWidth: 100 }));
}

/**
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 * @returns {string} a table in Markdown
 */
export function makeTable(head, rows) {
  const clean = (cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(clean).join(' | ')} |`)
    .join('\n');
}

/** When, of which source, and on what machine. */
function describeRun() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT }).toString();
  const day = new Date().toISOString().slice(0, 10);
  const processors = `${cpus().length} cores (${cpus()[0]?.model.trim() || 'unnamed'})`;
  return `_${day}, ${commit.trim()}, Node ${process.versions.node}, ${processors}._`;
}
