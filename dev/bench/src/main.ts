import { measurePages } from '../../scripts/bench-pages.mjs';
import { buildSchool } from '../../resilience/src/build.ts';
import { isReached, type Line, type Measurement } from './measurement.ts';
import { catalogue } from './measurements/catalogue.ts';
import { cost } from './measurements/cost.ts';
import { growth } from './measurements/growth.ts';
import { join } from './measurements/join.ts';
import { memory } from './measurements/memory.ts';
import { tabulate, tabulateLines, writePart } from './report.ts';

/**
 * `npm run bench`: measures all and writes docs/performance.md.
 * `npm run bench -- NAME NAME`: these parts alone; the others stay in the page as they are.
 */
const MEASUREMENTS: Measurement[] = [catalogue, join, growth, memory, cost];
const PAGES = 'pages';

const chosen = process.argv.slice(2);
const names = [...MEASUREMENTS.map(({ name }) => name), PAGES];
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(1);
}
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);

const build = await buildSchool();
try {
  for (const measurement of MEASUREMENTS.filter(({ name }) => isChosen(name))) {
    const lines = await measurement.run(build);
    for (const line of lines) console.log(describe(line));
    await writePart(measurement.name, measurement.method, tabulateLines(lines));
  }
} finally {
  await build.remove();
}
if (isChosen(PAGES)) await reportPages();
process.exit(0);

async function reportPages(): Promise<void> {
  const rows = await measurePages();
  console.table(rows);
  await writePart(
    PAGES,
    'Lighthouse 12 as a phone, on the built app; the median of five.',
    tabulate(Object.keys(rows[0] ?? {}), rows.map(Object.values)),
  );
}

function describe(line: Line): string {
  const verdict = line.reach ? (isReached(line) ? 'reached ' : 'MISSED  ') : 'measured';
  return `${verdict} ${line.what}: ${line.ratio.toFixed(2)} of ${line.against} (${line.seen})`;
}
