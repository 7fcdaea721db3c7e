import type { Contract } from '@speakifyr/contract/contract.ts';
import type { EmergencyList } from '@speakifyr/contract/emergency-list.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { readToday } from '../support/day-list.ts';
import { findLosses } from '../support/layout.ts';
import { enterAs } from '../support/pages.ts';

// A phone in the sun. axe is no script of ours, and measures wrong while something moves.
test.use({ viewport: { width: 360, height: 740 }, bypassCSP: true });

type DayList = Output<Contract['GET /dayList/:classId/:day']>;

const CLASS_ID = 'c'.repeat(24);
const day = readToday();
const now = new Date().toISOString();
const room = { classId: CLASS_ID, className: 'Sailing' };

function makeTap(kind: 'in' | 'absent' | 'out') {
  const collectedBy = { how: 'listed' as const, name: 'Nora', checked: 'id' as const };
  return {
    ...{ _id: crypto.randomUUID(), personId: 'a'.repeat(24), kind, at: now },
    ...(kind === 'out' && { collectedBy }),
  };
}

/** Every state: here and not collected, expected and late, absent, gone. */
const PEOPLE = (['in', undefined, 'absent', 'out'] as const).map((kind, index) => ({
  ...{ personId: String(index).repeat(24), name: `Child ${index}`, age: 8, isChild: true },
  hasSevereAllergy: index === 0,
  severeAllergies: index === 0 ? [{ what: 'Wasps', whatToDo: 'The pen is in the blue bag.' }] : [],
  entryCode: `KTS-10${index}`,
  photoId: null,
  adults: [
    { name: 'Nora', relation: 'guardian', phone: '+1 202 555', mayCollect: true, isBlocked: false },
    { name: 'Olaf', relation: 'uncle', phone: null, mayCollect: false, isBlocked: true },
  ],
  mustNotCollect: index === 0 ? [{ name: 'Olaf', since: day, note: 'A court said so' }] : [],
  mayLeaveAloneFrom: index === 0 ? '00:05' : null,
  taps: kind ? [makeTap(kind)] : [],
}));

const LIST = {
  ...{
    ...room,
    room: 3,
    day,
    days: [day],
    dailyStart: '00:00',
    dailyEnd: '00:10',
    now,
    people: PEOPLE,
  },
  // Nobody looks after the child: that is red.
  ...{ mostPerAdult: 8, team: [] },
};
const ADA = { userId: 'e'.repeat(24), name: 'Ada', duty: 'lead' as const };
const EVERYONE: EmergencyList = {
  ...{ day, now, mostPerAdult: 0 },
  classes: [
    { ...room, room: 3, team: [], people: PEOPLE },
    { ...{ classId: 'd'.repeat(24), className: 'Rowing', room: 4 }, team: [ADA], people: PEOPLE },
  ],
};

const SYRUP = { what: 'Iron syrup', howMuch: '5 ml', at: '00:00' };
const RECORDS: Output<Contract['GET /classRecords/:classId/:day']> = {
  people: PEOPLE.map(({ personId, name }) => ({ personId, name, medicines: [SYRUP] })),
  records: [],
};

async function expectStrong(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await findViolations(page, ['color-contrast-enhanced']);
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** All that the lists can show. Taps wait on the phone. */
async function openList(page: Page): Promise<void> {
  await enterAs(page, 'admin');
  const list: DayList = LIST;
  await page.route('**/api/dayList/*/*', (route) => route.fulfill({ json: list }));
  await page.route('**/api/emergencyList', (route) => route.fulfill({ json: EVERYONE }));
  await page.route('**/api/classRecords/*/*', (route) => route.fulfill({ json: RECORDS }));
  await page.route('**/api/attendance', (route) => route.abort());
  await page.goto(`/dashboard/classes/${CLASS_ID}/day`);
  await expect(page.getByText('Medicine is due')).toBeVisible();
}

/** At 320 px, as of a desktop at 400 %, on a phone with text of 200 %, and on a tablet with such text. */
const SIZES = [
  [320, '100%'],
  [360, '200%'],
  [768, '200%'],
] as const;

async function expectWhole(page: Page, what: string): Promise<void> {
  for (const [width, size] of SIZES) {
    await page.setViewportSize({ width, height: 740 });
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
    await expect.soft
      .poll(() => findLosses(page), `${what} at ${width} px with text of ${size}`)
      .toEqual([]);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect.soft(await findViolations(page), what).toEqual([]);
}

// Rules: R406, R418.
test('the day list, who collects a child, and Everyone, now suit everyone: axe, 320 px and text of 200 %', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openList(page);
  for (const name of await page.getByRole('button', { name: /^Child / }).all()) await name.click();
  await expectWhole(page, 'day list');
  await page.getByRole('button', { name: /^Leaves/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Somebody else, approved by the office').click();
  await dialog.getByLabel('Their name').fill('Olaf');
  await expectWhole(page, 'who collects a child');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.goto('/dashboard/everyone');
  await page.getByRole('button', { name: 'Start roll call' }).click();
  await expectWhole(page, 'roll call');
});

test('with a keyboard only, a child leaves with an adult, another one arrives, and the focus is where the person was', async ({
  page,
}) => {
  await openList(page);
  const { keyboard } = page;
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  const leaves = page.getByRole('button', { name: /^Leaves.*Child 0$/ });
  const dialog = page.getByRole('dialog', { name: 'Who collects Child 0?' });
  // Twice within 0.6 seconds is once: see `openHandOver`.
  const openDialog = async () => {
    await expect(leaves).toBeFocused();
    await expect(async () => {
      await keyboard.press('Enter');
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };
  // The first answer is “Leaves alone”, and Nora is next.
  const chooseNora = async () => {
    await tabTo(dialog.getByRole('radio').first());
    await keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Nora' })).toBeChecked();
  };
  await tabTo(leaves);
  await openDialog();
  await chooseNora();
  await tabTo(dialog.getByRole('radio', { name: 'I know their face' }));
  await keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'They showed an ID card' })).toBeChecked();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openDialog();
  await chooseNora();
  await tabTo(dialog.getByRole('radio', { name: 'I know their face' }));
  await keyboard.press('Space');
  await tabTo(dialog.getByRole('button', { name: 'Child 0 leaves' }));
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const collected = page.getByRole('listitem').filter({ hasText: 'Child 0, age' });
  await expect(collected).toContainText('Collected');
  await tabTo(page.getByRole('button', { name: /^Arrived.*Child 1$/ }));
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Leaves.*Child 1$/ })).toBeFocused();
});

test('the day list, and Everyone, now in a roll call, have a contrast of 7 to 1 in light and dark', async ({
  page,
}) => {
  await openList(page);
  await page
    .getByRole('button', { name: /^Arrived/ })
    .first()
    .click();
  await expect(page.getByText('1 not sent', { exact: true })).toBeVisible();
  for (const name of await page.getByRole('button', { name: /^Child / }).all()) await name.click();
  await expectStrong(page, 'day list');
  await page.getByRole('button', { name: /^Leaves.*Child 0$/ }).click();
  await expect(page.getByRole('dialog').getByText('A court said so')).toBeVisible();
  await expectStrong(page, 'who collects a child');
  await page.goto('/dashboard/everyone');
  await page.getByRole('button', { name: 'Start roll call' }).click();
  await expect(page.getByText(/missing of/)).toBeVisible();
  await expectStrong(page, 'roll call');
});
