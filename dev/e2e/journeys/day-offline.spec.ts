import { type Browser, expect, type Page, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin, TOM } from '../support/families.ts';
import { changeClass, closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';

// The team has a phone in the hand. Only here it keeps the app.
test.use({ viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' });

test.afterEach(closeOpenedClasses);

/** The school's day, which begins hours before ours. */
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });

/** Two children in a class that begins today. */
async function bringChildren(parent: Page, admin: Page) {
  const { email } = await comeConfirmed(parent);
  const starts = { camp_start: dayFromToday(9), camp_end: dayFromToday(10) };
  const name = `Offline ${Date.now()}`;
  const classId = await openClass(admin, name, { price: 0, ...starts });
  for (const child of [MIA, TOM])
    await enrollChild(parent, { email, classId, childId: await addChild(parent, child) });
  await changeClass(admin, classId, { camp_start: today(), camp_end: dayFromToday(2) });
  return { classId, name };
}

const press = (page: Page, what: string, name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: new RegExp(`^${what}`) })
    .click();

type DayList = { people: { name: string; taps: { kind: string; offline?: true }[] }[] };

async function readTaps(admin: Page, classId: string): Promise<string[]> {
  const list = await callAs<DayList>(admin, 'GET', `/dayList/${classId}/${today()}`);
  return list.people.flatMap(({ name, taps }) => taps.map(({ kind }) => `${name} ${kind}`));
}

/** All that a phone has of this site, as text: databases, caches, local and session storage. */
async function readDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    const decode = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return new TextDecoder('latin1').decode(value as ArrayBuffer);
      if (value instanceof CryptoKey) return `CryptoKey ${value.extractable}`;
      if (typeof value === 'object' && value) return Object.values(value).map(decode).join(' ');
      return String(value);
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(name));
      });
      for (const store of db.objectStoreNames) {
        const request = db.transaction(store).objectStore(store).getAll();
        const values = await new Promise<unknown[]>((resolve) => {
          request.onsuccess = () => resolve(request.result as unknown[]);
        });
        texts.push(`database ${name} ${store}:`, ...values.map(decode));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });
}

/** Waits until the phone could do without a connection. */
async function getReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)))
    .toBe(true);
  await expect
    .poll(async () => /camp-day sealed:[^]*\S{40}/.test(await readDevice(page)))
    .toBe(true);
}

test('the day list survives a reload without a connection, each tap arrives once, and after the log-out nothing is left', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  const { classId, name } = await bringChildren(page, admin);
  await admin.goto(`/dashboard/classes/${classId}/day`);
  await expect(admin.getByText('0 here, 2 expected, 0 absent, 0 gone')).toBeVisible();
  await getReady(admin);
  expect(await readDevice(admin)).not.toContain(MIA.name);

  await admin.context().setOffline(true);
  await admin.reload();
  await expect(admin.getByText('0 here, 2 expected, 0 absent, 0 gone')).toBeVisible();
  await expect(admin.getByText(/^List of .*\.$/)).toBeVisible();
  await press(admin, 'Arrived', MIA.name);
  await expect(admin.getByText('1 not sent', { exact: true })).toBeVisible();
  await admin.reload();
  await expect(admin.getByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
  await expect(admin.getByText('1 not sent', { exact: true })).toBeVisible();
  await press(admin, 'Absent', TOM.name);
  await admin.getByRole('link', { name: 'Everyone, now' }).click();
  await admin.getByRole('button', { name: 'Start roll call' }).click();
  const mia = admin
    .getByRole('region', { name })
    .getByRole('checkbox', { name: new RegExp(`^${MIA.name}`) });
  await mia.check();
  await admin.reload();
  await expect(mia).toBeChecked();
  expect(await readDevice(admin)).not.toMatch(new RegExp(`${MIA.name}|${TOM.name}`));

  await admin.context().setOffline(false);
  await expect(admin.getByText('2 not sent', { exact: true })).toBeHidden();
  await expect
    .poll(async () => (await readTaps(admin, classId)).sort())
    .toEqual([`${MIA.name} in`, `${TOM.name} absent`]);

  await admin.goto('/dashboard/admin');
  await admin.getByRole('button', { name: 'Open menu' }).click();
  await admin.getByRole('button', { name: 'Log Out' }).click();
  await expect(admin).toHaveURL(/\/login$/);
  await expect.poll(() => readDevice(admin)).not.toMatch(/camp-day|\/assets\//);
  const left = await admin.evaluate(
    async () => (await navigator.serviceWorker.getRegistrations()).length,
  );
  expect(left).toBe(0);
  expect(await readDevice(admin)).not.toMatch(new RegExp(`${MIA.name}|${TOM.name}`));
  await admin.context().close();
});

/** A colleague who is an admin, too, with a phone of their own on the day list. */
async function openPhone(browser: Browser, admin: Page, classId: string) {
  const phone = await (await browser.newContext()).newPage();
  const { email } = await comeConfirmed(phone);
  const [user] = await callAs<{ _id: string }[]>(admin, 'GET', `/userList?search=${email}`);
  const id = user?._id ?? '';
  await callAs(admin, 'PATCH', `/userList/admin/${id}`);
  await phone.goto(`/dashboard/classes/${classId}/day`);
  await expect(phone.getByText('0 here, 2 expected, 0 absent, 0 gone')).toBeVisible();
  await getReady(phone);
  await phone.context().setOffline(true);
  await phone.reload();
  await expect(phone.getByText('0 here, 2 expected, 0 absent, 0 gone')).toBeVisible();
  return { phone, id, email };
}

/** How many entries the phone has kept. */
async function countKept(): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('camp-day');
    request.onsuccess = () => resolve(request.result);
  });
  const request = db.transaction('sealed').objectStore('sealed').count();
  const count = await new Promise<number>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  db.close();
  return count;
}

test('the phones of somebody who was removed and of somebody who is no admin anymore forget everything at their next contact', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  const { classId } = await bringChildren(page, admin);
  const removed = await openPhone(browser, admin, classId);
  const former = await openPhone(browser, admin, classId);
  for (const { id } of [removed, former]) await callAs(admin, 'DELETE', `/userList/admin/${id}`);
  await callAs(admin, 'DELETE', `/removeuser?email=${encodeURIComponent(removed.email)}`);
  for (const { phone } of [removed, former]) {
    await phone.context().setOffline(false);
    // It loads its page again in between.
    const read = () => readDevice(phone).catch(() => 'camp-day');
    await expect.poll(read).not.toMatch(/camp-day|\/assets\//);
    await expect(phone.getByText(MIA.name)).toHaveCount(0);
    await phone.context().close();
  }
  await admin.context().close();
});

test('after midnight at the school the phone shows and has nothing of the day, but for a tap that was not sent', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  const { classId, name } = await bringChildren(page, admin);
  const { phone } = await openPhone(browser, admin, classId);
  const rows = () => phone.evaluate(countKept);
  expect(await rows()).toBeGreaterThan(2);
  await press(phone, 'Arrived', MIA.name);
  await expect(phone.getByText('1 not sent', { exact: true })).toBeVisible();
  await phone.clock.setSystemTime(Date.now() + 24 * 60 * 60_000);
  await phone.reload();
  await expect(phone.getByText('We could not load your account')).toBeVisible();
  await expect(phone.getByText(name)).toHaveCount(0);
  await expect.poll(rows).toBe(1);
  await phone.context().close();
  await admin.context().close();
});
