import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { describeMachine, describeRun } from '../../resilience/src/report.ts';
import { isReached, type Line } from './measurement.ts';

const REPORT = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));

/** The parts of the page, in its order. */
const TITLES: Record<string, string> = {
  catalogue: 'What everybody reads',
  join: 'Joining a class',
  growth: 'A school that grows',
  memory: 'Memory',
  cost: 'What a call costs',
  pages: 'Pages',
};

const INTRODUCTION = [
  '# Performance',
  'Written by `npm run bench`. A ratio is of two sides that were measured in turns, in one run on one machine: what the machine does beside hits both. It is the median of the rounds’ own ratios; what both did is told by their medians.',
];

/** Puts one part into docs/performance.md, or in the place of the one that was there. */
export async function writePart(name: string, method: string, table: string): Promise<void> {
  const text = await readFile(REPORT, 'utf8').catch(() => '');
  const parts = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.split('\n')[0], part]),
  );
  const title = TITLES[name] ?? name;
  parts.set(title, [title, `${describeRun()}. ${describeMachine()}`, method, table].join('\n\n'));
  const sorted = Object.values(TITLES).flatMap((known) => parts.get(known) ?? []);
  const page = [...INTRODUCTION, ...sorted.map((part) => `## ${part}`)].join('\n\n');
  await writeFile(REPORT, await format(page, { parser: 'markdown', printWidth: 100 }));
}

export function tabulateLines(lines: Line[]): string {
  return tabulate(
    ['What', 'Against', 'Both, by median', 'Ratio', 'Reach', 'Reached'],
    lines.map((line) => [
      line.what,
      line.against,
      line.seen,
      line.ratio.toFixed(2),
      describeReach(line),
      line.reach ? (isReached(line) ? 'yes' : '**no**') : '',
    ]),
  );
}

export function tabulate(head: string[], rows: (string | number)[][]): string {
  const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

function describeReach({ reach }: Line): string {
  if (!reach) return '';
  return 'atLeast' in reach ? `at least ${reach.atLeast}` : `at most ${reach.atMost}`;
}
