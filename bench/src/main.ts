import { buildSchool } from '../../torture/src/build.ts';
import { isReached, type Line, type Measurement } from './measurement.ts';
import { catalogue } from './measurements/catalogue.ts';
import { cost } from './measurements/cost.ts';
import { growth } from './measurements/growth.ts';
import { join } from './measurements/join.ts';
import { memory } from './measurements/memory.ts';
import { type Part, writeReport } from './report.ts';

/**
 * `npm run bench`: measures all and writes docs/performance.md.
 * `npm run bench -- --only NAME`: one part alone, printed and not written.
 */
const MEASUREMENTS: Measurement[] = [catalogue, join, growth, memory, cost];

const at = process.argv.indexOf('--only');
const only = at < 0 ? undefined : process.argv[at + 1];
const chosen = MEASUREMENTS.filter(({ name }) => at < 0 || name === only);
if (chosen.length === 0) {
  const names = MEASUREMENTS.map(({ name }) => name).join(', ');
  console.error(`No such measurement: ${only}. There are: ${names}.`);
  process.exit(1);
}

const build = await buildSchool();
const parts: Part[] = [];
try {
  for (const measurement of chosen) {
    const lines = await measurement.run(build);
    parts.push({ measurement, lines });
    for (const line of lines) console.log(describe(line));
  }
} finally {
  await build.remove();
}
if (!only) await writeReport(parts);
process.exit(0);

function describe(line: Line): string {
  return `${line.reach ? (isReached(line) ? 'reached' : 'MISSED ') : 'measured'} ${line.what}: ${line.ratio.toFixed(2)} of ${line.against} (${line.seen})`;
}
