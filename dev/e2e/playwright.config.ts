import { defineConfig, devices } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs';
import { BASE } from './support/base-config.ts';

/** All journeys in Chromium, and those that people take on a phone too. */
const launchOptions = { executablePath: findBrowser(), args: BROWSER_FLAGS };

export default defineConfig({
  ...BASE,
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], launchOptions } },
    {
      name: 'phone',
      testMatch: ['enrol.spec.ts', 'few-taps.spec.ts', 'school.spec.ts'],
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 360, height: 740 },
        launchOptions,
      },
    },
  ],
});
