import { existsSync } from 'node:fs';
import { type Browser, firefox } from '@playwright/test';

/** Where Firefox usually is, best choice first. */
const PLACES = [
  process.env['FIREFOX_PATH'] ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Playwright sends this for every browser context; Firefox before version 154 does not know it. */
const NEWER_COMMAND = 'emulation.setMediaFeaturesOverride';

/** How to start Firefox: Playwright's own, otherwise the system's over WebDriver BiDi. Undefined if there is none. */
export function findFirefox(): { channel?: string; executablePath?: string } | undefined {
  if (existsSync(firefox.executablePath())) return {};
  const executablePath = PLACES.find((path) => existsSync(path));
  if (!executablePath) return undefined;
  leaveOutNewerCommand();
  return { channel: 'moz-firefox', executablePath };
}

/** Answers that command ourselves. It only chooses between light and dark, which the journeys leave to the system. */
function leaveOutNewerCommand(): void {
  const launch = firefox.launch.bind(firefox);
  firefox.launch = async (options) => {
    const browser = await launch(options);
    const session = findSession(browser);
    const send = session.send.bind(session);
    session.send = (command, parameters) =>
      command === NEWER_COMMAND ? Promise.resolve({}) : send(command, parameters);
    return browser;
  };
}

/** Playwright's connection to the browser. Not public, so an update of Playwright may move it. */
function findSession(browser: Browser): Session {
  const { _connection } = browser as unknown as {
    _connection: { toImpl(browser: Browser): { _browserSession: Session } };
  };
  return _connection.toImpl(browser)._browserSession;
}

type Session = { send(command: string, parameters: unknown): Promise<unknown> };

/** For `globalSetup`: stops the journeys before they start. @throws {Error} one sentence about what to install */
export default function refuseWithoutFirefox(): never {
  throw new Error(
    'These journeys need Firefox: install it (on Debian: apt-get install firefox-esr), name its path in FIREFOX_PATH, or run npx playwright install firefox.',
  );
}
