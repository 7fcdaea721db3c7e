import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { callAs } from './support/call.ts';
import { pressInRow, readToday } from './support/day-list.ts';
import { changeClass, dayFromToday } from './support/own-class.ts';
import { enterAs, findClassId, findIds, openPage } from './support/pages.ts';
import { logIn } from './support/people.ts';
import { CARDS, payButton, payWith } from './support/shop.ts';

// `npm run screenshots:readme`: the pictures of the README, of a fresh demo school.

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const PARENT = 'parent@speakifyr.test';
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 1000 };

/** Chromium writes WebP only from a canvas. Less than 0.8, and text has shadows. */
const QUALITY = 0.8;

/** Opens a browser that shows every page as it is when nothing moves anymore. */
async function open(browser: Browser, viewport = DESKTOP, isDark = false): Promise<Page> {
  const colorScheme = isDark ? 'dark' : 'light';
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  return context.newPage();
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, 0));
  const picture = await page.screenshot({ animations: 'disabled' });
  const lab = await page.context().newPage();
  const address = await lab.evaluate(
    async ({ png, quality }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { png: picture.toString('base64'), quality: QUALITY },
  );
  await lab.close();
  await writeFile(`${FOLDER}${name}.webp`, Buffer.from(address.split(',')[1] ?? '', 'base64'));
}

test('the pictures of the README', async ({ browser }) => {
  const visitor = await open(browser);
  await openPage(visitor, '/');
  await take(visitor, 'home');
  await openPage(visitor, `/classes/${await findClassId(visitor.request)}`);
  await take(visitor, 'class');

  const family = await open(browser, PHONE);
  await openPage(family, '/classes');
  await family.getByRole('button', { name: /^Filters/ }).click();
  const sheet = family.getByRole('dialog', { name: 'Filters' });
  for (const age of ['8', '11'])
    await sheet.getByRole('button', { name: `Age ${age}`, exact: true }).click();
  await expect(sheet.getByRole('button', { name: /^Show \d/ })).toBeVisible();
  await take(family, 'classes-phone');

  const admin = await open(browser);
  await enterAs(admin, 'admin');
  const ids = await findIds(admin, 'admin');
  await openPage(admin, '/dashboard/admin');
  await take(admin, 'office-home');
  await openPage(admin, `/dashboard/families/${ids['family']}`);
  await take(admin, 'office-family');

  const parent = await open(browser, DESKTOP, true);
  await parent.goto('/login');
  await logIn(parent, PARENT);
  const classes = await callAs<{ _id: string; name: string }[]>(admin, 'GET', '/adminClasses');
  const findId = (word: string) => classes.find(({ name }) => name.startsWith(word))?._id ?? '';
  const classId = findId('Camp Band');
  const { children } = await callAs<{ children: { _id: string }[] }>(parent, 'GET', '/myChildren');
  for (const { _id } of children)
    await callAs(parent, 'POST', '/addClass', { classId, email: PARENT, childId: _id });
  await parent.goto('/dashboard/payment');
  await expect(payButton(parent)).toBeEnabled();
  await take(parent, 'checkout-dark');
  await parent.emulateMedia({ colorScheme: 'light' });
  await payWith(parent, CARDS.good);
  await expect(parent.getByRole('heading', { name: /^You paid/ })).toBeVisible();
  await expect(parent.getByRole('dialog')).toBeHidden();
  await take(parent, 'confirmation');

  // A class of the demo school begins today.
  const football = findId('Football');
  await changeClass(admin, football, { camp_start: readToday(), camp_end: dayFromToday(4) });
  const phone = await open(browser, PHONE);
  await enterAs(phone, 'admin');
  await openPage(phone, `/dashboard/classes/${football}/day`);
  await pressInRow(phone, 'Arrived', 'Mia');
  await take(phone, 'day-list-phone');
});
