import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where Chromium usually is, best choice first. */
function candidates() {
  return [
    process.env.CHROME_PATH,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].filter(Boolean);
}

/**
 * Finds a browser for the tests: CHROME_PATH, Playwright's, or the system's. Without one, it downloads Playwright's, or
 * tries to install Debian's package.
 * @returns {string} path of the executable
 * @throws {Error} one sentence about what to install, if no browser can be found
 */
export function findBrowser() {
  const found = candidates().find((path) => existsSync(path));
  if (found) return found;
  run('npx', ['playwright', 'install', 'chromium']);
  const isMissing = !candidates().some((path) => existsSync(path));
  if (isMissing && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update']);
    run('apt-get', ['install', '-y', 'chromium']);
  }
  const installed = candidates().find((path) => existsSync(path));
  if (installed) return installed;
  throw new Error(
    'The browser tests need Chromium: install it (or Google Chrome), or name its path in CHROME_PATH.',
  );
}

/** Flags that let Chromium run as root, in a container, and without contacting Google. */
export const BROWSER_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs a program. Its failure is only printed, because there may be another way. */
function run(program, args) {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 600_000 });
  } catch (error) {
    console.error(`${program} ${args.join(' ')}: ${error.message}`);
  }
}
