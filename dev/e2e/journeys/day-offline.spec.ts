import { type Browser, expect, type Page, test } from '@playwright/test';
import { CORE } from '../support/base-config.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { callAs } from '../support/call.ts';
import { getReady, pressInRow, readDevice, readToday } from '../support/day-list.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin, TOM } from '../support/families.ts';
import { changeClass, closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';

// The team has a phone in the hand. Only here it keeps the app.
test.use({ viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' });

test.afterEach(closeOpenedClasses);

/** What a phone must never have as text. Each is on one of the lists. */
const SECRETS = /Lindqvist|Inge Falk|555 ?0187|Olaf Ekman|Order 77-B|Macadamia|Cobalt/gi;

const CONTACT = {
  ...{ name: 'Inge Falk', phone: '+1 202 555 0187', relation: 'grandmother' },
  ...{ isEmergency: true, mayPickUp: true, pickUpUntil: null },
};
const HEALTH = {
  allergies: [{ what: 'Macadamia', isSevere: true, whatToDo: 'Pen' }],
  medicines: [{ what: 'Cobalt syrup', howMuch: '5 ml', at: '00:00' }],
  ...{ medication: '', notes: '', nothingToTell: false, consent: FIRST_TEXT_VERSION },
};

/** Two children in a class that begins today, with all that the lists say of a child. */
async function bringChildren(parent: Page, admin: Page) {
  const { email } = await comeConfirmed(parent);
  const starts = { camp_start: dayFromToday(9), camp_end: dayFromToday(10) };
  const name = `Offline ${Date.now()}`;
  const classId = await openClass(admin, name, { price: 0, ...starts });
  for (const child of [MIA, TOM]) {
    const childId = await addChild(parent, child);
    const block = { name: 'Olaf Ekman', since: dayFromToday(0), note: 'Order 77-B' };
    await callAs(parent, 'PUT', `/myChildren/${childId}/health`, HEALTH);
    await callAs(parent, 'PUT', `/myChildren/${childId}/contacts`, { contacts: [CONTACT] });
    await callAs(parent, 'POST', `/myChildren/${childId}/mustNotCollect`, block);
    await enrollChild(parent, { email, classId, childId });
  }
  await changeClass(admin, classId, { camp_start: readToday(), camp_end: dayFromToday(2) });
  return { classId, name };
}

type Manifest = { icons: { src: string; sizes: string; purpose?: string }[] };
type DayList = { people: { name: string; taps: { kind: string; offline?: true }[] }[] };

async function readTaps(admin: Page, classId: string): Promise<string[]> {
  const list = await callAs<DayList>(admin, 'GET', `/dayList/${classId}/${readToday()}`);
  return list.people.flatMap(({ name, taps }) => taps.map(({ kind }) => `${name} ${kind}`));
}

// Rules: R402, R404, R405.
test(
  'the day list survives a reload without a connection, each tap arrives once, and after the log-out nothing is left',
  CORE,
  async ({ page, browser }) => {
    const admin = await openAdmin(browser);
    const { classId, name } = await bringChildren(page, admin);
    await admin.goto(`/dashboard/classes/${classId}/day`);
    await expect(admin.getByText('0 here, 2 expected, 0 absent, 0 gone')).toBeVisible();
    await getReady(admin);
    await expect(admin.getByText('Severe allergy')).toHaveCount(2);
    await expect(admin.getByText('Cobalt syrup, 5 ml').first()).toBeVisible();
    expect((await readDevice(admin)).match(SECRETS)).toBeNull();
    await expectApp(admin);

    await admin.context().setOffline(true);
    await admin.reload();
    await expect(admin.getByText('0 here, 2 expected, 0 absent, 0 gone')).toBeVisible();
    await expect(admin.getByText(/^List of .*\.$/)).toBeVisible();
    await pressInRow(admin, 'Arrived', MIA.name);
    await expect(admin.getByText('1 not sent', { exact: true })).toBeVisible();
    await admin.reload();
    await expect(admin.getByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
    await expect(admin.getByText('1 not sent', { exact: true })).toBeVisible();
    await pressInRow(admin, 'Absent', TOM.name);
    // As from the home screen.
    await admin.goto('/dashboard');
    await expect(admin.getByText('1 here, 0 expected, 1 absent, 0 gone')).toBeVisible();
    await expect(admin.getByText('They need a connection.')).toBeVisible();
    await admin.getByRole('link', { name: 'Everyone, now' }).click();
    await admin.getByRole('button', { name: 'Start roll call' }).click();
    const mia = admin
      .getByRole('region', { name })
      .getByRole('checkbox', { name: new RegExp(`^${MIA.name}`) });
    // Not check(): on a busy machine the tick shows a moment after the press.
    await mia.click();
    await expect(mia).toBeChecked();
    await admin.reload();
    await expect(mia).toBeChecked();
    expect((await readDevice(admin)).match(SECRETS)).toBeNull();

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
    expect((await readDevice(admin)).match(SECRETS)).toBeNull();
    await admin.context().close();
  },
);

/** The browser could put the app on the home screen: its manifest is right, and so are its icons and its first page. */
async function expectApp(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { url, data = '', errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toMatch(/\/app\.webmanifest$/);
  const manifest = JSON.parse(data) as Manifest;
  const sizes = await page.evaluate(async (icons) => {
    const pictures = icons.map(async ({ src }) => {
      const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
      return `${width}x${height}`;
    });
    return Promise.all(pictures);
  }, manifest.icons);
  expect(sizes).toEqual(manifest.icons.map((icon) => icon.sizes));
  // Android cuts a maskable icon into its own shape, so it has a wider margin.
  for (const wanted of [undefined, 'maskable'])
    expect(sizes.filter((_size, place) => manifest.icons[place]?.purpose === wanted)).toEqual([
      '192x192',
      '512x512',
    ]);
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/dashboard' });
}

/** A colleague who is an admin, too, with a phone of their own on the day list. */
async function openPhone(browser: Browser, admin: Page, classId: string) {
  const phone = await (await browser.newContext()).newPage();
  const { email } = await comeConfirmed(phone);
  const [user] = await callAs<{ _id: string }[]>(admin, 'GET', `/userList?search=${email}`);
  const id = user?._id ?? '';
  // A page of a student that is still open would log them out.
  await phone.goto('about:blank');
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
  await pressInRow(phone, 'Arrived', MIA.name);
  await expect(phone.getByText('1 not sent', { exact: true })).toBeVisible();
  await phone.clock.setSystemTime(Date.now() + 24 * 60 * 60_000);
  await phone.reload();
  await expect(phone.getByText('We could not load your account')).toBeVisible();
  await expect(phone.getByText(name)).toHaveCount(0);
  await expect.poll(rows).toBe(1);
  expect((await readDevice(phone)).match(SECRETS)).toBeNull();
  await phone.context().close();
  await admin.context().close();
});
