import { defineConfig, devices } from '@playwright/test';
import { BASE, IN_EVERY_BROWSER } from './support/base-config.ts';
import { findFirefox } from './support/system-firefox.ts';

const launchOptions = findFirefox();

/** The journeys in Firefox: Playwright's own, or the system's over WebDriver BiDi. */
export default defineConfig({
  ...BASE,
  // Says what is missing before anything is built. Not here, because `npm run check` reads this file without Firefox.
  ...(!launchOptions && { webServer: [], globalSetup: './support/system-firefox.ts' }),
  // Without a graphics card Firefox draws slowly, and two at a time slow each other down.
  workers: 1,
  projects: [
    {
      name: 'firefox',
      testMatch: IN_EVERY_BROWSER,
      use: { ...devices['Desktop Firefox'], ...(launchOptions && { launchOptions }) },
    },
  ],
});
