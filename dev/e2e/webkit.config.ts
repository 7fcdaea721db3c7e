import { defineConfig, devices } from '@playwright/test';
import { BASE, IN_EVERY_BROWSER } from './support/base-config.ts';

/** The journeys in WebKit, on a computer and on a phone. `npx playwright install webkit` downloads it. */
export default defineConfig({
  ...BASE,
  projects: [
    { name: 'webkit', testMatch: IN_EVERY_BROWSER, use: devices['Desktop Safari'] },
    { name: 'webkit-phone', testMatch: 'few-taps.spec.ts', use: devices['iPhone 13'] },
  ],
});
