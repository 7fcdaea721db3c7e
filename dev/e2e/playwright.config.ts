import { defineConfig, devices } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs';
import { BASE } from './support/base-config.ts';

/** All journeys in Chromium, or those of `npm test`. Those that people take on a phone run there too. */
const isExhaustive = Boolean(process.env.CHECK_ALL);
// A moving picture in place of a camera.
const CAMERA = '--use-fake-device-for-media-stream';
const launchOptions = { executablePath: findBrowser(), args: [...BROWSER_FLAGS, CAMERA] };

export default defineConfig({
  ...BASE,
  ...(!isExhaustive && { grep: /@core/ }),
  projects: [
    {
      name: 'desktop',
      testIgnore: isExhaustive ? [] : ['few-taps.spec.ts'],
      use: { ...devices['Desktop Chrome'], launchOptions },
    },
    {
      name: 'phone',
      testMatch: isExhaustive
        ? [
            'class-days.spec.ts',
            'enroll.spec.ts',
            'few-taps.spec.ts',
            'school.spec.ts',
            'single-days.spec.ts',
            'whole-summer.spec.ts',
          ]
        : ['few-taps.spec.ts'],
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 360, height: 740 },
        launchOptions,
      },
    },
  ],
});
