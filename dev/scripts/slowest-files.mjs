import { relative } from 'node:path';
import { ROOT } from './build.mjs';

/** How many files the tables name. */
const NAMED = 20;

/** A reporter for vitest: says at the end what passed only at the second try, and which files took longest. */
export default class SlowestFiles {
  onTestRunEnd(modules) {
    for (const test of modules.flatMap((module) => [...module.children.allTests()]))
      if (test.diagnostic()?.flaky) console.log(`Passed at the second try: ${test.fullName}`);
    showSlowest(
      modules.map((module) => {
        const { duration, ...before } = module.diagnostic();
        const tests = [...module.children.allTests()];
        const testing = sum(tests.map((test) => test.diagnostic()?.duration ?? 0));
        const loading =
          before.environmentSetupDuration + before.collectDuration + before.setupDuration;
        return {
          file: relative(ROOT, module.moduleId),
          tests: tests.length,
          seconds: loading + duration,
          setUp: loading + duration - testing,
        };
      }),
    );
  }
}

/** Says which journeys took longest. @param report Playwright's JSON */
export function showSlowestJourneys({ suites }) {
  showSlowest(
    suites.map((suite) => {
      const results = listSpecs(suite).flatMap(({ tests }) =>
        tests.flatMap((test) => test.results),
      );
      const seconds = sum(results.map(({ duration }) => duration));
      return { file: `journeys/${suite.file}`, tests: results.length, seconds };
    }),
  );
}

/** @returns the names of the journeys that ended so. @param report Playwright's JSON */
export function listTests({ suites }, status) {
  return suites.flatMap((suite) =>
    listSpecs(suite)
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ title }) => `${suite.file} › ${title}`),
  );
}

/** How many journeys only `npm run check:all` takes. @param report Playwright's JSON */
export function countOnlyInAll({ suites }) {
  return suites.flatMap(listSpecs).filter(({ tags = [] }) => !tags.includes('core')).length;
}

function listSpecs({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

function showSlowest(files) {
  const inSeconds = (value) => value && Math.round(value / 100) / 10;
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, NAMED);
  console.table(
    slowest.map((row) => ({
      ...row,
      seconds: inSeconds(row.seconds),
      ...(row.setUp && { setUp: inSeconds(row.setUp) }),
    })),
  );
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
