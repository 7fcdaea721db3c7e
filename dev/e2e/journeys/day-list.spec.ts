import { expect, type Locator, type Page, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { findRow, openHandOver, pressInRow, readToday } from '../support/day-list.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin, TOM } from '../support/families.ts';
import { changeClass, closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';

// The team has a phone in the hand.
test.use({ viewport: { width: 360, height: 740 } });

/** What her family calls her. */
const FIRST_NAME = MIA.name.split(' ')[0];

test.afterEach(closeOpenedClasses);

/** Two children in a class that begins today, and their grandmother, who may collect them. @returns the class's id */
async function bringChildren(parent: Page, admin: Page): Promise<string> {
  const { email } = await comeConfirmed(parent);
  const starts = { camp_start: dayFromToday(9), camp_end: dayFromToday(10) };
  const classId = await openClass(admin, `Day ${Date.now()}`, { price: 0, ...starts });
  const contacts = [
    {
      ...{ name: 'Inge Lindqvist', phone: '+1 202 555 0143', relation: 'grandmother' },
      ...{ isEmergency: true, mayPickUp: true, pickUpUntil: null },
    },
  ];
  for (const child of [MIA, TOM]) {
    const childId = await addChild(parent, child);
    await callAs(parent, 'PUT', `/myChildren/${childId}/contacts`, { contacts });
    await enrollChild(parent, { email, classId, childId });
  }
  await changeClass(admin, classId, { camp_start: readToday(), camp_end: dayFromToday(2) });
  return classId;
}

/** A guardian names an adult on the child's page. */
async function makeCode(page: Page, adult: string): Promise<void> {
  await page.getByRole('button', { name: 'Make a code' }).click();
  await page.getByLabel('Who comes?').fill(adult);
  await page.getByRole('button', { name: 'Make a code' }).click();
}

async function enterCode(dialog: Locator, code: string): Promise<void> {
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await dialog.getByRole('button', { name: 'Check the code' }).click();
}

test('a child arrives, another one is absent, and the first one leaves with its grandmother while the phone has no connection', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const classId = await bringChildren(page, admin);
  await page.goto('/dashboard/enroll');
  await page.getByRole('button', { name: 'Tom can’t come today' }).click();
  await expect(page.getByText('Tom isn’t coming today.')).toBeVisible();

  await admin.goto(`/dashboard/classes/${classId}/day`);
  await expect(admin.getByText('0 here, 1 expected, 1 absent, 0 gone')).toBeVisible();
  await expect(findRow(admin, TOM.name)).toContainText('Absent, reported by Mira');
  await pressInRow(admin, 'Arrived', MIA.name);
  await expect(admin.getByText('1 here, 0 expected, 1 absent, 0 gone')).toBeVisible();
  await page.reload();
  await expect(page.getByText(new RegExp(`^${FIRST_NAME}: arrived `))).toBeVisible();

  await admin.context().setOffline(true);
  const dialog = await openHandOver(admin, MIA.name);
  await dialog.getByText('Grandmother (Inge Lindqvist)').click();
  await dialog.getByText('They showed an ID card').click();
  await dialog.getByRole('button', { name: `${MIA.name} leaves` }).click();
  await expect(admin.getByText('0 here, 0 expected, 1 absent, 1 gone')).toBeVisible();
  await expect(admin.getByText('1 not sent.')).toBeVisible();
  await admin.context().setOffline(false);
  await expect(admin.getByText('1 not sent.')).toBeHidden({ timeout: 20_000 });
  await page.reload();
  const collected = new RegExp(`^${FIRST_NAME}: arrived .*, collected .* by Inge Lindqvist$`);
  await expect(page.getByText(collected)).toBeVisible();

  await admin.getByRole('link', { name: 'Attendance sheet' }).click();
  await expect(admin.getByRole('row', { name: new RegExp(MIA.name) })).toContainText('Inge');
  await admin.context().close();
});

test('only the office lets somebody else take a child, and says why', async ({ page, browser }) => {
  const admin = await openAdmin(browser);
  const classId = await bringChildren(page, admin);
  await admin.goto(`/dashboard/classes/${classId}/day`);
  await pressInRow(admin, 'Arrived', TOM.name);
  await expect(admin.getByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
  // A mistake is taken back.
  await pressInRow(admin, 'Arrived', MIA.name);
  await expect(admin.getByText('2 here, 0 expected, 0 absent, 0 gone')).toBeVisible();
  await pressInRow(admin, 'Undo', MIA.name);
  await expect(admin.getByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
  const dialog = await openHandOver(admin, TOM.name);
  await dialog.getByText('Somebody else, approved by the office').click();
  await dialog.getByLabel('Their name').fill('Eva Berg');
  await dialog.getByLabel('Why may they take the child?').fill('The mother called.');
  await dialog.getByRole('button', { name: `${TOM.name} leaves` }).click();
  await expect(findRow(admin, TOM.name)).toContainText(
    'by Eva Berg, approved by the office: The mother called.',
  );
  await page.goto('/dashboard/enroll');
  await expect(page.getByText(/collected .* by Eva Berg$/)).toBeVisible();
  await admin.context().close();
});

test('a parent sends somebody else with a code: the team compares the name, and the code works once', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const classId = await bringChildren(page, admin);
  await admin.goto(`/dashboard/classes/${classId}/day`);
  await pressInRow(admin, 'Arrived', MIA.name);
  await expect(admin.getByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();

  await page.goto('/dashboard/enroll');
  await page.getByRole('link', { name: 'Somebody else picks up Mia today' }).click();
  await makeCode(page, 'Eva Stone');
  const code = (await page.getByText(/^\d{3} \d{3}$/).textContent()) ?? '';

  const dialog = await openHandOver(admin, MIA.name);
  await dialog.getByText('Somebody else, with a code').click();
  const wrong = String((Number(code.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');
  await enterCode(dialog, wrong);
  await expect(dialog.getByText(`This code is not right for ${MIA.name}.`)).toBeVisible();
  await admin.context().setOffline(true);
  await enterCode(dialog, code);
  await expect(dialog.getByText('without one a code can’t be checked')).toBeVisible();
  await admin.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Check the code' }).click();
  await dialog.getByRole('button', { name: `${MIA.name} leaves with Eva Stone` }).click();
  await expect(findRow(admin, MIA.name)).toContainText('by Eva Stone, with a code');
  await page.goto('/dashboard/enroll');
  await expect(page.getByText(/collected .* by Eva Stone$/)).toBeVisible();

  await pressInRow(admin, 'Undo', MIA.name);
  await pressInRow(admin, 'Leaves', MIA.name);
  await dialog.getByText('Somebody else, with a code').click();
  await enterCode(dialog, code);
  await expect(dialog.getByText('This code was used already.')).toBeVisible();
  await admin.context().close();
});

test('a child leaves alone from the time on that its parent has said, and another one not before its time', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const classId = await bringChildren(page, admin);
  for (const [child, time] of [
    [MIA, '00:00'],
    [TOM, '23:59'],
  ] as const) {
    await page.goto('/dashboard/children');
    await page.getByRole('link', { name: child.name }).click();
    await page.getByRole('button', { name: 'Let them leave alone' }).click();
    await page.getByLabel('From what time?').fill(time);
    await page.getByRole('button', { name: 'Allow it' }).click();
    await expect(page.getByText(`${child.name.split(' ')[0]} may leave alone from`)).toBeVisible();
  }

  await admin.goto(`/dashboard/classes/${classId}/day`);
  await pressInRow(admin, 'Arrived', MIA.name);
  await pressInRow(admin, 'Arrived', TOM.name);
  const tom = await openHandOver(admin, TOM.name);
  await expect(tom.getByText('may leave alone from 11:59 PM, not before.')).toBeVisible();
  await expect(tom.getByRole('radio', { name: 'Leaves alone', exact: true })).toHaveCount(0);
  await tom.getByRole('button', { name: 'Close' }).click();

  const mia = await openHandOver(admin, MIA.name);
  await mia.getByText('Leaves alone', { exact: true }).click();
  await mia.getByRole('button', { name: `${MIA.name} leaves alone` }).click();
  await expect(findRow(admin, MIA.name)).toContainText('Left alone');
  await page.goto('/dashboard/enroll');
  await expect(page.getByText(new RegExp(`^${FIRST_NAME}: arrived .*, left alone`))).toBeVisible();
  await admin.context().close();
});

test('nobody hands a child to somebody who must not collect it, and the other children still leave', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const classId = await bringChildren(page, admin);
  await page.goto('/dashboard/children');
  await page.getByRole('link', { name: MIA.name }).click();
  await page.getByRole('button', { name: 'Name somebody' }).click();
  await page.getByLabel('Name', { exact: true }).fill('inge LINDQVIST');
  await page.getByLabel('What the team must know (optional)').fill('Ask for the mother.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`must not pick up ${FIRST_NAME}, since`)).toBeVisible();
  await makeCode(page, 'Inge Lindqvist');
  await expect(page.getByText('You said that this person must not collect')).toBeVisible();

  await admin.goto(`/dashboard/classes/${classId}/day`);
  await expect(findRow(admin, MIA.name)).toContainText('Not with everybody');
  await pressInRow(admin, 'Arrived', MIA.name);
  await pressInRow(admin, 'Arrived', TOM.name);
  const dialog = await openHandOver(admin, MIA.name);
  await expect(dialog.getByText('Ask for the mother.')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /Inge/ })).toHaveCount(0);
  await dialog.getByText('Somebody else, approved by the office').click();
  await dialog.getByLabel('Their name').fill('Inge Lindqvist');
  await dialog.getByLabel('Why may they take the child?').fill('She is the grandmother.');
  await expect(dialog.getByRole('button', { name: `${MIA.name} leaves` })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const other = await openHandOver(admin, TOM.name);
  await other.getByText('Grandmother (Inge Lindqvist)').click();
  await other.getByText('I know their face').click();
  await other.getByRole('button', { name: `${TOM.name} leaves` }).click();
  await expect(admin.getByText('1 here, 0 expected, 0 absent, 1 gone')).toBeVisible();
  await admin.context().close();
});
