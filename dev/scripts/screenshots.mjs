import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT } from './build.mjs';
import { BROWSER_FLAGS, findBrowser } from './find-browser.mjs';
import { startSchool, stopProgram } from './programs.mjs';

/** Takes a screenshot of every page into .build/screens: at 360 and 1280 px, light and dark. */

const PORT = process.env.PORT ?? '5200';
const SITE = `http://localhost:${PORT}`;
const FOLDER = join(ROOT, '.build/screens');
const PASSWORD = 'summer-camp-2026';

/** The pages of each role, by the name of their picture. `{class}`, `{cart}` and the like are replaced with ids. */
const PAGES = JSON.parse(readFileSync(join(ROOT, 'dev/e2e/pages.json'), 'utf8'));

const wanted = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'speakifyr-screens-'));
const school = await startSchool({
  PORT,
  SANDBOX_PORT: process.env.SANDBOX_PORT ?? '5250',
  SANDBOX_MONGO_PORT: process.env.SANDBOX_MONGO_PORT ?? '27218',
  SANDBOX_SMTP_PORT: process.env.SANDBOX_SMTP_PORT ?? '2725',
  DATA_DIR: dataDir,
  CLIENT_OUT_DIR: join(ROOT, '.build/screens-client'),
});
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
try {
  for (const [role, pages] of Object.entries(PAGES))
    for (const width of [1280, 360])
      for (const theme of ['light', 'dark']) await takePictures(role, pages, width, theme);
} finally {
  await browser.close();
  await stopProgram(school);
  rmSync(dataDir, { recursive: true, force: true });
}

async function takePictures(role, pages, width, theme) {
  const chosen = Object.entries(pages).filter(
    ([name]) => wanted.length === 0 || wanted.some((prefix) => name.startsWith(prefix)),
  );
  if (chosen.length === 0) return;
  const context = await browser.newContext({
    viewport: { width, height: width === 360 ? 740 : 860 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (role !== 'visitor') await logIn(page, `${role}@speakifyr.test`);
  const ids = await prepare(page, role);
  for (const [name, path] of chosen) {
    await page.goto(SITE + path.replace(/\{(\w+)\}/g, (_, of) => ids[of]));
    await page.waitForLoadState('networkidle');
    await showEverything(page);
    writeFileSync(join(FOLDER, `${name}-${width}-${theme}.webp`), await capture(page));
  }
  await context.close();
}

async function logIn(page, email) {
  await page.goto(`${SITE}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`${SITE}/`);
}

/** Finds what the addresses of a role's pages name; for the student, adds a class to the cart. @returns the ids */
async function prepare(page, role) {
  if (page.url() === 'about:blank') await page.goto(SITE);
  const classes = await (await fetch(`${SITE}/api/classes`)).json();
  const [campClass] = classes.filter(({ instructor }) => instructor !== 'not-assigned');
  const ids = {
    class: campClass._id,
    cart: '',
    mail: '',
    message: '',
    family: '',
    child: '',
    payment: '',
  };
  if (role === 'admin') {
    ids.mail = await findMail(page);
    ids.message = await findMessage(page);
    ids.family = await findFamily(page);
  }
  if (role !== 'student') return ids;
  const found = await page.evaluate(async (classId) => {
    const email = 'student@speakifyr.test';
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ classId, email });
    await fetch('/api/addClass', { method: 'POST', headers, body });
    const get = async (path) => (await fetch(`/api${path}`, { headers })).json();
    const [item] = await get(`/myclass?email=${email}`);
    const enrolled = await get(`/myEnrolledClass?email=${email}`);
    const { children } = await get('/myChildren');
    return {
      cart: item._id,
      payment: enrolled.find(({ price }) => price > 0)?.transactionId,
      child: children[0]?._id ?? (await addChild()),
    };

    async function addChild() {
      const body = JSON.stringify({ name: 'Mia Feldsee', birthDate: '2017-06-03' });
      const added = await fetch('/api/myChildren', { method: 'POST', headers, body });
      return (await added.json()).child._id;
    }
  }, campClass._id);
  return { ...ids, ...found };
}

/** The family of the demo parent, as the signed-in admin finds it. */
async function findFamily(page) {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    const answer = await fetch('/api/search?text=parent@speakifyr.test', { headers });
    return (await answer.json()).parents[0]._id;
  });
}

/** The newest message of the contact form. `findMail` has written one. */
async function findMessage(page) {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    const answer = await fetch('/api/contactMessages?size=1', { headers });
    return (await answer.json())[0]._id;
  });
}

/** The newest email of the school, as the admin sees it: a visitor writes to the school for it. */
async function findMail(page) {
  const body = JSON.stringify({
    name: 'Rosa',
    email: 'rosa@example.test',
    message: 'Is there a bus?',
    website: '',
  });
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${SITE}/api/contact`, { method: 'POST', headers, body });
  return page.evaluate(async () => {
    const admin = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    for (;;) {
      const [mail] = await (await fetch('/api/outbox?size=1', { headers: admin })).json();
      if (mail) return mail._id;
    }
  });
}

/** Scrolls to the end, so that the browser loads everything, and waits for it. */
async function showEverything(page) {
  const { height } = page.viewportSize();
  const scroll = async () => {
    const total = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let at = 0; at < total; at += height / 2) {
      await page.evaluate((to) => window.scrollTo(0, to), at);
      await page.waitForLoadState('networkidle');
    }
  };
  await scroll();
  await page.waitForFunction(() => !document.querySelector('main .skeleton'));
  await scroll();
  await page.evaluate(async () => {
    window.scrollTo(0, 0);
    // A picture that is not loaded would never be ready.
    const fetched = [...document.images].filter(
      ({ currentSrc, complete }) => currentSrc && complete,
    );
    await Promise.all(fetched.map((image) => image.decode().catch(() => undefined)));
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
}

async function capture(page) {
  const session = await page.context().newCDPSession(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const width = page.viewportSize().width;
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, 6_000), scale: width === 360 ? 1 : 0.75 },
  });
  return Buffer.from(data, 'base64');
}
