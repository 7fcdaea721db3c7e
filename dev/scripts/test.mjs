import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.mjs';
import { countOnlyInAll, listTests, showSlowestJourneys } from './slowest-files.mjs';

/**
 * Runs the tests that a person waits for, says which files took longest, which tests failed, and how many passed and
 * failed. It fails if any did. With --all, it runs everything that there is.
 */
const isAll = process.argv.includes('--all');
if (isAll) process.env.CHECK_ALL = '1';
/** Only --all takes the attacks, and the tests of what stands in for the outside services. */
const PROJECTS = ['server', 'client', 'client-alone', 'scripts'];
const BUILD = join(ROOT, '.build');
/** How many letters of a failure are shown again at the end: its first lines are thousands of lines above. */
const MOST_OF_WHY = 800;
/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
/** How many bytes the tests may need there. A container often gives 64 MB. */
const ENOUGH = 2 * 1024 ** 3;
mkdirSync(BUILD, { recursive: true });

const folder = openFolderInMemory();
// Each waits now and then, so together they end sooner. What check:all measures in a browser needs the machine alone.
const suites = isAll
  ? [await runUnitTests(), await runBrowserTests()]
  : await Promise.all([runUnitTests(), runBrowserTests()]);
const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
const failed = suites.reduce((sum, suite) => sum + suite.failed, 0);
for (const name of suites.flatMap((suite) => suite.names)) console.log(`Failed: ${name}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
if (folder) rmSync(folder, { recursive: true, force: true });

/** The sandbox waits until the disk has each change. In memory it doesn't. @returns undefined if there is no room */
function openFolderInMemory() {
  if (process.env.TMPDIR) return undefined;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ENOUGH) return undefined;
    return (process.env.TMPDIR = mkdtempSync(join(MEMORY, 'speakifyr-test-')));
  } catch {
    return undefined;
  }
}

async function runUnitTests() {
  const report = join(BUILD, 'vitest.json');
  const reporters = ['default', 'json', './dev/scripts/slowest-files.mjs'];
  const args = ['run', ...reporters.map((name) => `--reporter=${name}`), `--outputFile=${report}`];
  if (!isAll) args.push(...PROJECTS.map((name) => `--project=${name}`));
  const status = await run('vitest/vitest.mjs', args);
  return countTests('vitest', status, report, (result) => ({
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    names: result.testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      // A file that can't be loaded has no tests.
      if (status === 'failed' && failed.length === 0) return [name];
      return failed.map(
        ({ fullName, failureMessages: [why = ''] }) =>
          `${name} › ${fullName}\n${why.slice(0, MOST_OF_WHY)}`,
      );
    }),
  }));
}

async function runBrowserTests() {
  const report = join(BUILD, 'playwright.json');
  rmSync(report, { force: true });
  const args = ['test', '--config', 'dev/e2e/playwright.config.ts'];
  const status = await run('@playwright/test/cli.js', args, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return countTests('Playwright', status, report, (result) => {
    showSlowestJourneys(result);
    if (isAll)
      console.log(
        `Not in npm test: ${countOnlyInAll(result)} journeys, the attacks, the sandbox’s own tests, the image, and ` +
          'the tests that take each step, call or combination in turn (slowIt, slowDescribe and slowTest).',
      );
    const { stats, errors } = result;
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      names: listTests(result, 'unexpected'),
    };
  });
}

/** @returns {Promise<number>} the exit code */
async function run(script, args, env = {}) {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(child, 'close');
  return status ?? 1;
}

/** A runner that fails without a failed test (a broken file, an error between tests, no report) counts as one failure. */
function countTests(name, status, report, count) {
  let counted = { passed: 0, failed: 0, names: [] };
  try {
    counted = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    console.error(`${name} left no report: ${error.message}`);
  }
  if (status === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, names: [...counted.names, `${name}, as it said above`] };
}
