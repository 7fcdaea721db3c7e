import { defineConfig, devices } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs';
import { BASE, IS_EXHAUSTIVE } from './support/base-config.ts';

/** All journeys in Chromium. Those that people take on a phone run there too. */
const launchOptions = { executablePath: findBrowser(), args: BROWSER_FLAGS };

export default defineConfig({
  ...BASE,
  projects: [
    {
      name: 'desktop',
      testIgnore: IS_EXHAUSTIVE ? [] : ['few-taps.spec.ts'],
      use: { ...devices['Desktop Chrome'], launchOptions },
    },
    {
      name: 'phone',
      ...(!IS_EXHAUSTIVE && { grep: /@phone/ }),
      testMatch: ['enroll.spec.ts', 'few-taps.spec.ts', 'school.spec.ts'],
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 360, height: 740 },
        launchOptions,
      },
    },
  ],
});
