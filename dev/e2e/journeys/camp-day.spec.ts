import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { readTaps } from '../support/database.ts';
import {
  enrollMiaForToday,
  findRow,
  getReady,
  openHandOver,
  pressInRow,
  readDevice,
  readToday,
} from '../support/day-list.ts';
import {
  addChild,
  comeConfirmed,
  enrollChild,
  makeBirthDate,
  MIA,
  openAdmin,
} from '../support/families.ts';
import { changeClass, closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { makeNewerVersion, NEWER, openOwnServer } from '../support/own-server.ts';

const PHONE = { width: 360, height: 740 };
const STARTS = { price: 0, camp_start: dayFromToday(9), camp_end: dayFromToday(10) };

test.afterEach(closeOpenedClasses);

const CHILDREN = 'Ada Ben Cleo Dan Eva Finn Gus Hana Ivo Jule Kim Lou'
  .split(' ')
  .map((name) => `${name} Nordby`);
const [ADA, BEN, CLEO, , , , , , IVO, JULE, KIM, LOU] = CHILDREN as [
  ...[string, string, string, string, string, string],
  ...[string, string, string, string, string, string],
];
/** The children of the other family. */
const OTHERS = [ADA, ...CHILDREN.slice(3, 8)];
/** Who arrives while there is no server. */
const LATER = CHILDREN.slice(2, 10);

const GRANDMA = {
  ...{ name: 'Inge Nordby', phone: '+1 202 555 0143', relation: 'grandmother' },
  ...{ isEmergency: true, mayPickUp: true, pickUpUntil: null },
};

/**
 * A class of twelve children, whose grandmother may collect them. Six of them are of another family, because nobody gets more
 * seats of a free class.
 * @returns its id, and the ids of the children by name
 */
async function bringChildren(parent: Page, admin: Page, browser: Browser) {
  const { email } = await comeConfirmed(parent);
  const other = await (await browser.newContext()).newPage();
  const { email: otherEmail } = await comeConfirmed(other);
  const classId = await openClass(admin, `Twelve ${Date.now()}`, { ...STARTS, sit: 12 });
  const ids = new Map<string, string>();
  for (const name of CHILDREN) {
    const isOther = OTHERS.includes(name);
    const by = isOther ? other : parent;
    const childId = await addChild(by, { name, birthDate: makeBirthDate(9) });
    await callAs(by, 'PUT', `/myChildren/${childId}/contacts`, { contacts: [GRANDMA] });
    await enrollChild(by, { email: isOther ? otherEmail : email, classId, childId });
    ids.set(name, childId);
  }
  await other.context().close();
  return { email, classId, ids };
}

/** Their instructor, with a phone that knows another server than everybody else. */
async function openPhone(browser: Browser, url: string, admin: Page) {
  const context = await browser.newContext({
    ...{ baseURL: url, viewport: PHONE, serviceWorkers: 'allow' },
  });
  const phone = await context.newPage();
  const { email } = await comeConfirmed(phone);
  // A page of a student that is still open would log them out.
  await phone.goto('about:blank');
  await callAs(admin, 'PATCH', `/makeInstructor?email=${email}`);
  return { phone, email };
}

/** The office moves one child to another class, and cancels the seat of another one. */
async function endSeats(parent: Page, admin: Page, email: string, ids: Map<string, string>) {
  const other = await openClass(admin, `Other ${Date.now()}`, STARTS);
  const seats = await callAs<EnrolledClass[]>(parent, 'GET', `/myEnrolledClass?email=${email}`);
  const find = (name: string) => seats.find(({ childId }) => childId === ids.get(name));
  const [moving, ending] = [find(JULE), find(IVO)];
  const note = 'The mother called.';
  const moved = { cartId: moving?.cartId, classId: other, price: 0 };
  await callAs(admin, 'POST', '/moves', { ...moved, note });
  const ended = { cartId: ending?.cartId, paymentId: ending?.transactionId, amount: 0 };
  await callAs(admin, 'POST', '/refunds', { ...ended, note });
}

/** Enters the code of an adult in the dialog, who takes the child. */
async function leaveWithGrandma(phone: Page, name: string): Promise<void> {
  const dialog = await openHandOver(phone, name);
  await dialog.getByText('Grandmother (Inge Nordby)').click();
  await dialog.getByText('They showed an ID card').click();
  await dialog.getByRole('button', { name: `${name} leaves` }).click();
}

// Rules: R380, R428.
test('the day of twelve children: the server dies twice, the app becomes newer and the network is cut, and each event is recorded once', async ({
  page: parent,
  browser,
}) => {
  const hours = new Date().toLocaleTimeString('en-GB', { timeZone: 'Asia/Dhaka' });
  test.skip(hours < '00:32', 'Nobody is half an hour late in the first half hour of a day');
  const admin = await openAdmin(browser);
  const { email, classId, ids } = await bringChildren(parent, admin, browser);
  const server = await openOwnServer();
  const { phone, email: lead } = await openPhone(browser, server.url, admin);
  await changeClass(admin, classId, {
    ...{ camp_start: readToday(), camp_end: dayFromToday(2) },
    ...{ dailyStart: '00:00', dailyEnd: '23:59', inst_email: lead },
  });
  const own = await callAs<{ cartId: string; childId: string }[]>(parent, 'GET', '/myAttendance');
  const cartId = own.find(({ childId }) => childId === ids.get(LOU))?.cartId;
  await callAs(parent, 'PUT', `/myAttendance/${cartId}/${readToday()}`, { isAbsent: true });
  const block = { name: 'inge NORDBY', since: readToday(), note: 'Ask for the mother.' };
  await callAs(parent, 'POST', `/myChildren/${ids.get(CLEO)}/mustNotCollect`, block);
  const expected = [`${ids.get(LOU)} absent`];
  const came = (name: string) => `${ids.get(name)} in`;
  const left = (name: string) => `${ids.get(name)} out`;
  const expectWritten = () => expect.poll(() => readTaps(classId)).toEqual(expected.sort());

  // The morning.
  await phone.goto(`/dashboard/managecourse/day?class=${classId}`);
  await expect(phone.getByText('0 here, 11 expected, 1 absent, 0 gone')).toBeVisible();
  await expect(findRow(phone, LOU)).toContainText('Absent, reported by Mira');
  await getReady(phone);
  for (const name of [ADA, BEN]) await pressInRow(phone, 'Arrived', name);
  expected.push(came(ADA), came(BEN));
  await expectWritten();
  await expect(phone.getByText('Sending…')).toHaveCount(0);

  // The server dies. The phone goes on, also after a reload.
  await server.kill();
  for (const name of LATER) await pressInRow(phone, 'Arrived', name);
  const waiting = phone.getByText('8 not sent', { exact: true });
  await expect(waiting).toBeVisible();
  await phone.reload();
  const morning = phone.getByText('10 here, 1 expected, 1 absent, 0 gone');
  await expect(morning).toBeVisible();
  await expect(waiting).toBeVisible();
  await expect(phone.getByText('Late', { exact: true })).toHaveCount(1);
  const call = findRow(phone, KIM).getByRole('link', { name: `Call Inge Nordby about ${KIM}` });
  await expect(call).toHaveAttribute('href', /^tel:/);
  await endSeats(parent, admin, email, ids);

  // It comes back, and dies in the middle of the eight.
  const died = server.killAfterTaps(3);
  await server.start();
  await died;
  expect(await readTaps(classId)).toHaveLength(expected.length + 3);
  await expect(waiting).toBeVisible();

  // It comes back with a newer version of the app. What waits is not sent before the phone has it.
  await phone.context().route('**/api/attendance', (route) => route.abort());
  await server.start(await makeNewerVersion());
  await phone.reload();
  await expect(phone.locator(`script[src*="${NEWER}"]`).first()).toBeAttached();
  await expect.poll(() => readDevice(phone)).toContain(NEWER);
  await expect(waiting).toBeVisible();
  await phone.context().unroute('**/api/attendance');
  await expect(waiting).toBeHidden();
  expected.push(...LATER.map(came));
  await expectWritten();
  // The phone sees whose seat has ended. They are here all the same.
  for (const name of [IVO, JULE])
    await expect(findRow(phone, name)).toContainText('Not enrolled anymore');
  await expect(morning).toBeVisible();

  // The evening: a listed adult, without a network.
  await phone.context().setOffline(true);
  await leaveWithGrandma(phone, ADA);
  await expect(phone.getByText('1 not sent', { exact: true })).toBeVisible();
  await phone.context().setOffline(false);
  await expect(phone.getByText('1 not sent', { exact: true })).toBeHidden();
  await leaveWithGrandma(phone, JULE);
  expected.push(left(ADA), left(JULE));
  await expectWritten();

  // An adult with a code: the server has written it down, and its answer is lost.
  const codeOf = `/pickupCode/${ids.get(BEN)}`;
  const { code } = await callAs<{ code: string }>(parent, 'POST', codeOf, { name: 'Eva Stone' });
  const dialog = await openHandOver(phone, BEN);
  await dialog.getByText('Somebody else, with a code').click();
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await dialog.getByRole('button', { name: 'Check the code' }).click();
  const leave = dialog.getByRole('button', { name: `${BEN} leaves with Eva Stone` });
  await expect(leave).toBeVisible();
  const loseAnswer = async () => {
    await phone.context().route(
      '**/api/attendance',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  };
  await loseAnswer();
  await leave.click();
  await expect(dialog.getByText('without one a code can’t be checked')).toBeVisible();
  expected.push(left(BEN));
  await expectWritten();
  await leave.click();
  await expect(findRow(phone, BEN)).toContainText('by Eva Stone, with a code');

  // Somebody who must not: nobody can choose her, and her answer to a lost one is no other.
  const refused = await openHandOver(phone, CLEO);
  await expect(refused.getByText('Ask for the mother.')).toBeVisible();
  await expect(refused.getByRole('radio', { name: /Inge/ })).toHaveCount(0);
  await refused.getByRole('button', { name: 'Close' }).click();
  await loseAnswer();
  await leaveWithGrandma(phone, 'Dan Nordby');
  await expect(phone.getByText('1 not sent', { exact: true })).toBeVisible();
  await expect(phone.getByText('1 not sent', { exact: true })).toBeHidden();
  expected.push(left('Dan Nordby'));
  await expectWritten();
  await expect(phone.getByText('6 here, 1 expected, 1 absent, 4 gone')).toBeVisible();

  await parent.goto('/dashboard/enroll');
  await expect(parent.getByText(/^Ben: arrived .*, collected .* by Eva Stone$/)).toBeVisible();
  for (const page of [phone, admin]) await page.context().close();
  await server.close();
});

/**
 * Cuts the network at each request that brings taps: at first it is lost on its way, then its answer is lost, then it passes.
 * @returns how often each of these happened, so far
 */
async function cutEachRequest(phone: Page): Promise<number[]> {
  const seen = [0, 0, 0];
  const tries = new Map<string, number>();
  await phone.context().route('**/api/attendance', async (route) => {
    const { taps } = route.request().postDataJSON() as { taps: { _id: string }[] };
    const ids = taps.map(({ _id }) => _id).join();
    const before = tries.get(ids) ?? 0;
    tries.set(ids, before + 1);
    seen[before] = (seen[before] ?? 0) + 1;
    if (before > 1) return route.continue();
    if (before === 1) await route.fetch();
    return route.abort();
  });
  return seen;
}

test('the network is cut at each step of a day, and each event is recorded once', async ({
  page: parent,
  browser,
}) => {
  const phone = await openAdmin(browser);
  await phone.setViewportSize(PHONE);
  const { classId, childId } = await enrollMiaForToday(parent, phone, 'Cut');
  await callAs(parent, 'PUT', `/myChildren/${childId}/contacts`, { contacts: [GRANDMA] });
  const codeOf = `/pickupCode/${childId}`;
  const { code } = await callAs<{ code: string }>(parent, 'POST', codeOf, { name: 'Eva Stone' });
  await phone.goto(`/dashboard/classes/${classId}/day`);
  await expect(findRow(phone, MIA.name)).toContainText('Expected');
  const seen = await cutEachRequest(phone);
  const written: string[] = [];
  const notSent = phone.getByText('1 not sent.');
  const expectOnce = async (kind: string) => {
    written.push(`${childId} ${kind}`);
    const { length } = written;
    await expect(async () => {
      await phone.evaluate(() => window.dispatchEvent(new Event('online')));
      expect(seen).toEqual([length, length, length]);
    }).toPass();
    await expect(notSent).toBeHidden();
    expect(await readTaps(classId)).toEqual(written.toSorted());
  };
  const expectSentLater = async (kind: string) => {
    await expect(notSent).toBeVisible();
    // Phones also lose their memory between two tries.
    await phone.reload();
    await expect(findRow(phone, MIA.name)).toBeVisible();
    await expectOnce(kind);
  };
  const press = async (button: string, kind: string) => {
    await pressInRow(phone, button, MIA.name);
    await expectSentLater(kind);
  };

  await press('Arrived', 'in');
  await press('Undo', 'undo');
  await press('Absent', 'absent');
  await press('Arrived', 'in');
  await leaveWithGrandma(phone, MIA.name);
  await expectSentLater('out');
  await press('Undo', 'undo');

  // A code is never kept on the phone, so it is the person who tries again.
  const dialog = await openHandOver(phone, MIA.name);
  await dialog.getByText('Somebody else, with a code').click();
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await dialog.getByRole('button', { name: 'Check the code' }).click();
  const leave = dialog.getByRole('button', { name: `${MIA.name} leaves with Eva Stone` });
  for (const _lost of ['request', 'answer']) {
    await leave.click();
    await expect(dialog.getByText('without one a code can’t be checked')).toBeVisible();
  }
  await leave.click();
  await expect(findRow(phone, MIA.name)).toContainText('by Eva Stone, with a code');
  await expectOnce('out');
  await press('Undo', 'undo');

  const office = await openHandOver(phone, MIA.name);
  await office.getByText('Somebody else, approved by the office').click();
  await office.getByLabel('Their name').fill('Olaf Stone');
  await office.getByLabel('Why may they take the child?').fill('The mother called.');
  await office.getByRole('button', { name: `${MIA.name} leaves` }).click();
  await expectSentLater('out');
  await expect(findRow(phone, MIA.name)).toContainText('Olaf Stone');
  await phone.context().close();
});
