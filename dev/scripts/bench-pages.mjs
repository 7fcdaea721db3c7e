import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './build.mjs';
import { BROWSER_FLAGS, findBrowser } from './find-browser.mjs';
import { startSchool, stopProgram } from './programs.mjs';

/** Lighthouse as a phone, on the built app with a fresh sandbox. npx downloads Lighthouse (150 MB) when it is needed. */

const LIGHTHOUSE = 'lighthouse@12';
const RUNS = 5;
const {
  PORT = '5300',
  SANDBOX_PORT = '5350',
  SANDBOX_MONGO_PORT = '27318',
  SANDBOX_SMTP_PORT = '2825',
} = process.env;
const SITE = `http://localhost:${PORT}`;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  lcpMs: 'largest-contentful-paint',
  tbtMs: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
};

const run = promisify(execFile);

/**
 * Measures the public pages, each five times.
 * @returns {Promise<Record<string, string | number>[]>} a row for each page: its name, the medians of Lighthouse's
 *   scores (0 to 100), of LCP and TBT in milliseconds, and of CLS
 */
export async function measurePages() {
  const folder = mkdtempSync(join(tmpdir(), 'speakifyr-pages-'));
  const school = await startSchool({
    PORT,
    SANDBOX_PORT,
    SANDBOX_MONGO_PORT,
    SANDBOX_SMTP_PORT,
    DATA_DIR: join(folder, 'data'),
    CLIENT_OUT_DIR: join(ROOT, '.build/pages-client'),
    RATE_LIMIT_PER_MINUTE: '10000',
  });
  try {
    const [campClass] = await (await fetch(`${SITE}/api/classes`)).json();
    const pages = {
      Home: '/',
      Classes: '/classes',
      'Class page': `/classes/${campClass._id}`,
      Instructors: '/instructors',
      Login: '/login',
    };
    const rows = [];
    for (const [name, path] of Object.entries(pages)) {
      const reports = [];
      for (let i = 0; i < RUNS; i += 1) reports.push(await audit(SITE + path, folder));
      rows.push({ page: name, ...summarize(reports) });
    }
    return rows;
  } finally {
    await stopProgram(school);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lighthouse sometimes gets no trace of the page and says: run it again. */
async function audit(url, folder, triesLeft = 3) {
  const file = join(folder, 'report.json');
  const args = ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${file}`];
  const flags = ['--headless=new', ...BROWSER_FLAGS].join(' ');
  const env = { ...process.env, CHROME_PATH: findBrowser() };
  try {
    await run('npx', [...args, `--chrome-flags=${flags}`], { cwd: folder, env });
  } catch (error) {
    if (triesLeft === 1 || !/Please run Lighthouse again/.test(error.stderr)) throw error;
    return audit(url, folder, triesLeft - 1);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

function summarize(reports) {
  const scores = CATEGORIES.map((category) => [
    category,
    Math.round(100 * median(reports.map(({ categories }) => categories[category].score))),
  ]);
  const metrics = Object.entries(METRICS).map(([name, id]) => {
    const value = median(reports.map(({ audits }) => audits[id].numericValue));
    return [name, name === 'cls' ? Number(value.toFixed(3)) : Math.round(value)];
  });
  return Object.fromEntries([...scores, ...metrics]);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
