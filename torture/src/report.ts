import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import type { Attack, Finding, Guard } from './attack.ts';

const REPORT = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

export type Result = { attack: Attack; finding: Finding; seconds: number };

/** What was broken without a guard; nothing: the attack does not see that it is gone. */
export type Proof = { attack: Attack; guard: Guard; complaint: string | undefined; tries: number };

/**
 * Writes the tables of a run into docs/reliability.md, between their marks; the text around them stays.
 * @param tables those of this run; the other one stays as it is
 */
export async function writeReport(tables: { results?: Result[]; proofs?: Proof[] }): Promise<void> {
  let text = await readFile(REPORT, 'utf8');
  if (tables.results) text = replacePart(text, 'results', describeResults(tables.results));
  if (tables.proofs) text = replacePart(text, 'proofs', describeProofs(tables.proofs));
  await writeFile(REPORT, await format(text, { parser: 'markdown', printWidth: 100 }));
}

function replacePart(text: string, name: string, content: string): string {
  const begin = `<!-- ${name}: begin -->`;
  const end = `<!-- ${name}: end -->`;
  const [before, rest = ''] = text.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`${REPORT} has no place for ${name}`);
  return `${before}${begin}\n\n${content}\n\n${end}${after}`;
}

function describeResults(results: Result[]): string {
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const rows = results.map(({ attack, finding, seconds }) => [
    attack.title,
    finding.rounds,
    attack.promise,
    finding.broken.length === 0 ? `held: ${finding.seen}` : `**broken**: ${finding.broken[0]}`,
    `${Math.round(seconds)} s`,
  ]);
  return `${describeMachine()} ${minutes.toFixed(1)} minutes in all.\n\n${table(
    ['Attack', 'Rounds', 'Must hold', 'Result', 'Time'],
    rows,
  )}`;
}

function describeProofs(proofs: Proof[]): string {
  const rows = proofs.map(({ attack, guard, complaint, tries }) => [
    attack.title,
    guard.name,
    `\`${guard.file}\``,
    String(tries),
    complaint ? `broken: ${complaint}` : '**not seen**',
  ]);
  return `${describeMachine()}\n\n${table(
    ['Attack', 'Guard that was taken out', 'It stands in', 'Tries', 'What the attack then saw'],
    rows,
  )}`;
}

/** What a figure depends on: when, on what, of which source. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return (
    `${new Date().toISOString().slice(0, 10)}, source ${commit}, Node ${process.versions.node} on ${platform()} ${arch()}, ` +
    `${cpus().length} cores (${cpu?.model.trim() || 'unnamed'}), ${Math.round(totalmem() / 2 ** 30)} GB.`
  );
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
