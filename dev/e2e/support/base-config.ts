import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** Ports of their own, so that the journeys run beside a started app. */
export const PORTS = {
  port: process.env.E2E_PORT ?? '5100',
  sandboxPort: process.env.E2E_SANDBOX_PORT ?? '5150',
  mongoPort: process.env.E2E_MONGO_PORT ?? '27118',
  smtpPort: process.env.E2E_SMTP_PORT ?? '2625',
};
export const ROOT = join(import.meta.dirname, '../../..');

/** The data of the school. The processes that run the journeys read the same name. */
export const DATA_DIR = (process.env.E2E_DATA_DIR ??= join(
  tmpdir(),
  `speakifyr-e2e-${process.pid}`,
));
/** The built web app. */
export const CLIENT_DIR = join(ROOT, '.build/e2e-client');

/** `npm test` takes the journeys with this tag; `npm run check:all` takes all. */
export const CORE = { tag: '@core' };

/** The journeys that people take run in every browser. The others measure with tools that only Chromium has. */
export const IN_EVERY_BROWSER = ['enroll.spec.ts', 'few-taps.spec.ts', 'roles.spec.ts'];

/** What all browsers share. */
export const BASE = defineConfig({
  testDir: join(import.meta.dirname, '../journeys'),
  outputDir: join(ROOT, 'test-results'),
  fullyParallel: true,
  // In `npm test`, vitest's workers are beside them. Alone, one more than CI has processors: journeys wait in between.
  workers: process.env.CHECK_ALL ? 3 : 2,
  // A journey that a busy machine disturbed is tried once more there, and listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Limits for a busy machine. A journey waits for the thing itself, so a quiet one never gets near them.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    [
      'json',
      {
        outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? join(ROOT, '.build/playwright.json'),
      },
    ],
  ],
  use: {
    // A worker would hide requests from page.route. Only the journey without a connection has one.
    serviceWorkers: 'block',
    baseURL: `http://localhost:${PORTS.port}`,
    // To record a journey takes 40 % of a processor's time, so only a second try is recorded. Here, ask for it: --trace on.
    trace: 'on-first-retry',
  },
  // The built app on a fresh school, as a newcomer starts it.
  webServer: {
    command: 'node dev/scripts/start.mjs',
    cwd: ROOT,
    url: `http://localhost:${PORTS.port}/api/health`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      SERVICES: 'sandbox',
      PORT: PORTS.port,
      SANDBOX_PORT: PORTS.sandboxPort,
      SANDBOX_MONGO_PORT: PORTS.mongoPort,
      SANDBOX_SMTP_PORT: PORTS.smtpPort,
      DATA_DIR,
      CLIENT_OUT_DIR: CLIENT_DIR,
      // All journeys come from one address.
      RATE_LIMIT_PER_MINUTE: '10000',
      MESSAGES_PER_HOUR: '10000',
      // The journeys wait for what the server does by itself.
      JOB_SECONDS: '1',
    },
  },
});
