import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs';
import { BASE } from './support/base-config.ts';

/** `npm run screenshots` and `screenshots:readme`: no tests, but pictures. */
export default defineConfig({
  ...BASE,
  testDir: import.meta.dirname,
  testMatch: ['pictures.spec.ts', 'readme.spec.ts'],
  use: { ...BASE.use, launchOptions: { executablePath: findBrowser(), args: BROWSER_FLAGS } },
});
