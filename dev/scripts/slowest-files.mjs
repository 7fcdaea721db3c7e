import { relative } from 'node:path';
import { ROOT } from './build.mjs';

/** How many files the tables name. */
const NAMED = 20;

/** A reporter for vitest: says at the end which files took longest, and how much of that was not their tests. */
export default class SlowestFiles {
  onTestRunEnd(modules) {
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
  const list = ({ specs, suites: inner = [] }) => [...specs, ...inner.flatMap(list)];
  showSlowest(
    suites.map((suite) => {
      const results = list(suite).flatMap((spec) => spec.tests.flatMap((test) => test.results));
      const seconds = sum(results.map(({ duration }) => duration));
      return { file: `journeys/${suite.file}`, tests: results.length, seconds };
    }),
  );
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
