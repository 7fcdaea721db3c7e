import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { connectDatabase } from '../../../../server/src/database/connect.ts';

import pages from '../../../e2e/pages.json' with { type: 'json' };
import { DEMO_PASSWORD } from '../../../scripts/demo-accounts.mjs';
import { BROWSER_FLAGS, findBrowser } from '../../../scripts/find-browser.mjs';
import { startSchool, stopProgram } from '../../../scripts/programs.mjs';
import { fillLargeSchool, LARGE_SCHOOL } from '../large-school.ts';
import type { Line, Measurement } from '../measurement.ts';
import { compareTimes, type Side } from '../ratios.ts';

const ROUNDS = 5;
const AT_MOST = 1.5;
const ADMIN = 'admin@speakifyr.test';
const FAMILY = 'parent@speakifyr.test';

/** The admin's pages. What exists in one of the schools only, such as one email, is left out. */
const SCREENS = Object.entries(pages.admin).filter(([, path]) => !/\{(?!class|family)/.test(path));

/** The admin's screens in a browser, in the demo school and in one to which a large school was added. */
export const screens: Measurement = {
  name: 'screens',
  title: 'The admin’s screens of a large school',
  method: `Chromium opens each page of an admin by its address, ${ROUNDS} rounds: from the request until the page has a heading and nothing on it is loading. The large school is the demo school with ${LARGE_SCHOOL.classes} more classes, ${LARGE_SCHOOL.users} users, ${LARGE_SCHOOL.children} children and ${LARGE_SCHOOL.payments} payments.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'speakifyr-screens-'));
    const closers: (() => Promise<unknown>)[] = [
      () => rm(folder, { recursive: true, force: true }),
    ];
    try {
      const browser = await chromium.launch({
        executablePath: findBrowser(),
        args: BROWSER_FLAGS,
      });
      closers.push(() => browser.close());
      const open = async (name: string, firstPort: number, isLarge: boolean) => {
        const started = await startAt(firstPort, join(folder, name));
        closers.push(() => stopProgram(started));
        return enter(browser, firstPort, isLarge);
      };
      const small = await open('small', 5400, false);
      const large = await open('large', 5500, true);
      const lines: Line[] = [];
      for (const [name, path] of SCREENS) {
        const row = { what: name, against: 'the same in the demo school', atMost: AT_MOST };
        const measure = (side: Side) => (side === 'ours' ? large : small)(path);
        lines.push(await compareTimes(row, ROUNDS, measure));
      }
      return lines;
    } finally {
      for (const close of closers.reverse()) await close();
    }
  },
};

const nameUri = (firstPort: number) => `mongodb://127.0.0.1:${firstPort + 2}/speakifyr`;

function startAt(firstPort: number, dataDir: string) {
  return startSchool({
    PORT: String(firstPort),
    SANDBOX_PORT: String(firstPort + 1),
    SANDBOX_MONGO_PORT: String(firstPort + 2),
    SANDBOX_SMTP_PORT: String(firstPort + 3),
    DATA_DIR: dataDir,
    CLIENT_OUT_DIR: join(dataDir, 'client'),
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
}

/** Signs the admin in. @returns a function that opens a page and says how long that took, in milliseconds */
async function enter(
  browser: Browser,
  firstPort: number,
  isLarge: boolean,
): Promise<(path: string) => Promise<number>> {
  const { collections, close } = await connectDatabase(nameUri(firstPort));
  // Both of the demo school.
  const campClass = await collections.classes.findOne({ 'seats.4': { $exists: true } });
  const family = await collections.users.findOne({ email: FAMILY });
  if (isLarge) await fillLargeSchool(collections, LARGE_SCHOOL);
  await close();
  const ids = { class: campClass!._id.toHexString(), family: family!._id.toHexString() };
  const site = `http://localhost:${firstPort}`;
  const page = await browser.newPage({ baseURL: site, reducedMotion: 'reduce' });
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMIN);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  return (path) =>
    openPage(
      page,
      path.replace(/\{(\w+)\}/g, (_key, name: keyof typeof ids) => ids[name]),
    );
}

async function openPage(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  const loaded = await page.waitForFunction(() => {
    const isLoading = document.querySelector('main .skeleton, main [aria-busy=true]') !== null;
    return document.querySelector('main h1') && !isLoading && performance.now();
  });
  return Number(await loaded.jsonValue());
}
