import { measurePages } from '../../scripts/bench-pages.mjs';
import { makeTable, writeSection } from '../../scripts/report.mjs';
import { catalog } from './measurements/catalog.ts';
import { growth } from './measurements/growth.ts';
import { join } from './measurements/join.ts';
import { office } from './measurements/office.ts';
import { roster } from './measurements/roster.ts';
import type { Line } from './ratios.ts';
import { openSchool } from './school.ts';

/** `npm run bench`, `npm run bench -- NAME NAME`: measures everything, or these; writes docs/performance.md. */
const PAGE = 'performance.md';
const HEAD = ['What', 'Compared with', 'Medians', 'Ratio', 'Bar', 'Met'];
const measurements = [catalog, join, growth, office, roster];

const chosen = process.argv.slice(2);
const names = [...measurements.map(({ name }) => name), 'pages'];
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such measurement: ${unknown.join(', ')}. Choose from: ${names.join(', ')}.`);
  process.exit(1);
}
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);

for (const { name, title, method, run } of measurements) {
  if (!isChosen(name)) continue;
  const school = await openSchool();
  const lines = await run(school).finally(() => school.close());
  const rows = lines.map(describe);
  console.table(rows);
  await writeSection(PAGE, title, [method, makeTable(HEAD, rows)]);
}
if (isChosen('pages')) {
  const rows = await measurePages();
  console.table(rows);
  const method = 'Lighthouse as a phone, on the built app. Each figure is the median of five runs.';
  const table = makeTable(Object.keys(rows[0] ?? {}), rows.map(Object.values));
  await writeSection(PAGE, 'Pages', [method, table]);
}
process.exit(0);

function describe({ what, against, seen, ratio, bar }: Line): string[] {
  const [wanted, isMet] =
    'atLeast' in bar
      ? [`at least ${bar.atLeast}`, ratio >= bar.atLeast]
      : [`at most ${Number(bar.atMost.toFixed(2))}`, ratio <= bar.atMost];
  return [what, against, seen, ratio.toFixed(2), wanted, isMet ? 'yes' : '**no**'];
}
