import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import type { Attack, Finding, Guard } from './attack.ts';
import { attacks } from './attacks.ts';

const REPORT = fileURLToPath(new URL('../../../docs/reliability.md', import.meta.url));

const RESULTS = ['Attack', 'Rounds', 'Must hold', 'Result', 'Time', 'Run'];
const PROOFS = [
  'Attack',
  'Guard that was taken out',
  'It stands in',
  'What was seen',
  'Try',
  'Run',
];

export type Result = { attack: Attack; finding: Finding; seconds: number };

/** What was broken without a guard; nothing: the attack does not see that it is gone. */
export type Proof = { attack: Attack; guard: Guard; complaint: string | undefined; tries: number };

/** Writes what an attack in full has found into docs/reliability.md, in the place of what it found before. */
export async function reportResult({ attack, finding, seconds }: Result): Promise<void> {
  await putRow('results', RESULTS, [
    attack.title,
    finding.rounds,
    attack.promise,
    finding.broken.length === 0 ? `held: ${finding.seen}` : `**broken**: ${finding.broken[0]}`,
    `${Math.round(seconds)} s`,
    describeRun(),
  ]);
}

/** The same for a guard that was taken out. */
export async function reportProof({ attack, guard, complaint, tries }: Proof): Promise<void> {
  await putRow('proofs', PROOFS, [
    attack.title,
    guard.name,
    `\`${guard.file}\``,
    complaint ?? '**nothing**',
    String(tries),
    describeRun(),
  ]);
}

/** Puts a row into the table between two marks; one with the same attack (and guard) makes room for it. */
async function putRow(name: 'results' | 'proofs', head: string[], row: string[]): Promise<void> {
  const text = await readFile(REPORT, 'utf8');
  const begin = `<!-- ${name}: begin -->`;
  const end = `<!-- ${name}: end -->`;
  const [before = '', rest = ''] = text.split(begin);
  const [old = '', after] = rest.split(end);
  if (after === undefined) throw new Error(`${REPORT} has no place for ${name}`);

  const rows = new Map(readRows(old).map((cells) => [findKey(name, cells), cells]));
  const cells = row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '));
  rows.set(findKey(name, cells), cells);
  const sorted = [...rows.values()]
    .filter(([title]) => findPlace(title) >= 0)
    .sort(([a], [b]) => findPlace(a) - findPlace(b));
  const table = [head, head.map(() => '---'), ...sorted]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
  const written = `${before}${begin}\n\n${describeMachine()}\n\n${table}\n\n${end}${after}`;
  await writeFile(REPORT, await format(written, { parser: 'markdown', printWidth: 100 }));
}

/** The rows of a table without its head. */
function readRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function findKey(name: 'results' | 'proofs', [title, guard]: string[]): string {
  return name === 'results' ? String(title) : `${title}: ${guard}`;
}

function findPlace(title: string | undefined): number {
  return attacks.findIndex((attack) => attack.title === title);
}

/** When, and of which source. */
export function describeRun(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `${new Date().toISOString().slice(0, 10)}, ${commit}`;
}

/** What the figures depend on. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.versions.node} on ${platform()} ${arch()}, ${cpus().length} cores (${cpu?.model.trim() || 'unnamed'}), ${memory} GB.`;
}
