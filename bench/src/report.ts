import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { describeMachine } from '../../torture/src/report.ts';
import { isReached, type Line, type Measurement } from './measurement.ts';

const REPORT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

/** A measurement with what it found. */
export type Part = { measurement: Measurement; lines: Line[] };

/** Writes docs/performance.md anew. */
export async function writeReport(parts: Part[]): Promise<void> {
  const text = [
    '# Performance',
    'Written by `npm run bench`. Every figure is a ratio of two sides that were measured in turns, in one run on one machine: what the machine does beside hits both. A ratio is the median of the rounds’ own.',
    describeMachine(),
    ...parts.map(describePart),
  ].join('\n\n');
  await writeFile(REPORT, await format(text, { parser: 'markdown', printWidth: 100 }));
}

function describePart({ measurement, lines }: Part): string {
  const rows = lines.map((line) => [
    line.what,
    line.against,
    line.seen,
    line.ratio.toFixed(2),
    describeReach(line),
    line.reach ? (isReached(line) ? 'yes' : '**no**') : '',
  ]);
  const head = ['What', 'Against', 'Both, by median', 'Ratio', 'Reach', 'Reached'];
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const table = [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
  return `## ${TITLES[measurement.name] ?? measurement.name}\n\n${measurement.method}\n\n${table}`;
}

function describeReach({ reach }: Line): string {
  if (!reach) return '';
  return 'atLeast' in reach ? `at least ${reach.atLeast}` : `at most ${reach.atMost}`;
}

const TITLES: Record<string, string> = {
  catalogue: 'What everybody reads',
  join: 'Joining a class',
  growth: 'A school that grows',
  memory: 'Memory',
  cost: 'What a call costs',
};
