import { addDays } from '@speakifyr/contract/days.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { expect, type Page, test } from '@playwright/test';
import { findViolations, FOR_AXE } from '../support/axe.ts';
import {
  addChild,
  askWhoJoins,
  comeConfirmed,
  holdSeats,
  MIA,
  openAdmin,
  TOM,
} from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, openClass, mondayFromToday } from '../support/own-class.ts';
import { CARDS, payWith } from '../support/shop.ts';

// Parents do this on their phones.
const PHONE = { viewport: { width: 360, height: 740 } };
test.use({ ...PHONE, ...FOR_AXE });
test.afterEach(closeOpenedClasses);

const MONDAY = mondayFromToday(170);
const dayOf = (count: number) => nameDay(addDays(MONDAY, count), MONDAY.slice(0, 4));
const boxOf = (count: number) => new RegExp(`^${dayOf(count)}`);

async function expectWell(page: Page): Promise<void> {
  expect(await findLosses(page)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
}

// Rules: R649, R650.
test('a family waits for a day that is full, is offered it when it is free, and the office sells another one', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  const name = `Rafts ${Date.now()}`;
  const days = { camp_start: MONDAY, camp_end: addDays(MONDAY, 4) };
  const byDay = { prices: [30], atLeast: 1 };
  const classId = await openClass(admin, name, { ...days, price: 120, sit: 1, byDay });
  const holder = await (await browser.newContext(PHONE)).newPage();
  await comeConfirmed(holder);
  await addChild(holder, TOM);
  const holding = await askWhoJoins(holder, name);
  await holding.getByText('Choose days').click();
  for (const count of [1, 2, 3, 4]) await holding.getByLabel(boxOf(count)).uncheck();
  await holdSeats(holder, holding, TOM.name);

  const { email } = await comeConfirmed(page);
  await addChild(page, MIA);
  const dialog = await askWhoJoins(page, name);
  await expect(dialog.getByLabel(boxOf(0))).toBeDisabled();
  await dialog.getByRole('button', { name: 'Wait for days that are full' }).click();
  const waiting = page.getByRole('dialog', { name: LABELS.joinWaiting });
  await expect(waiting.getByLabel(boxOf(0))).toBeChecked();
  await expect(waiting.getByText('1 day: $30 a seat')).toBeVisible();
  await waiting.getByRole('checkbox', { name: MIA.name }).check();
  await expectWell(page);
  await waiting.getByRole('button', { name: LABELS.joinWaiting }).click();
  const place = page.getByRole('dialog', { name: 'You are number 1 on the list' });
  await place.getByRole('link', { name: 'My Waiting List' }).click();
  const entry = page.getByRole('listitem', { name });
  await expect(entry).toContainText(dayOf(0));
  await expect(entry).toContainText('$30 today');
  await expectWell(page);

  await admin.goto(`/dashboard/classes/${classId}`);
  const row = admin.getByRole('row', { name: new RegExp(MIA.name) });
  await expect(row).toContainText(dayOf(0));

  await holder.goto('/dashboard/myclasses');
  await holder.getByRole('button', { name: `${LABELS.remove} ${name}` }).click();
  await holder.getByRole('dialog').getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(holder.getByText('No course selected yet')).toBeVisible();
  await holder.context().close();

  const { text } = await findMail(page, email, `A seat for you: ${name}`);
  expect(text).toContain(nameDay(MONDAY));
  expect(text).toContain('$30');
  await page.goto('/dashboard/waiting');
  await expect(entry).toContainText(/Pay by .+ Dhaka time\./);
  await entry.getByRole('link', { name: `${LABELS.pay} for ${name}` }).click();
  await payWith(page, CARDS.good);
  await expect(page.getByRole('heading', { name: 'You paid. The seat is yours' })).toBeVisible();
  const receipt = await findMail(page, email, `${MIA.name} is enrolled: ${name}`);
  expect(receipt.text).toContain(nameDay(MONDAY));

  // Somebody calls: a single day for Tom.
  const tom = await addChild(page, TOM);
  await admin.reload();
  await admin.getByRole('link', { name: MIA.name }).click();
  await admin.getByRole('button', { name: 'Reserve a seat' }).click();
  const reserve = admin.getByRole('dialog', { name: 'Reserve a seat' });
  await reserve.getByLabel('For', { exact: true }).selectOption(tom);
  await reserve.getByLabel('Find a class').fill(name);
  await reserve.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(reserve.getByLabel(boxOf(0))).toBeDisabled();
  await reserve.getByLabel(boxOf(3)).check();
  await expect(reserve.getByLabel(/^Price/)).toHaveValue('30');
  await expectWell(admin);
  await reserve.getByRole('button', { name: 'Reserve' }).click();
  await expect(admin.getByText(/^Reserved until/)).toBeVisible();
  await admin.goto(`/dashboard/classes/${classId}`);
  await expect(admin.getByRole('row', { name: new RegExp(TOM.name) })).toContainText(dayOf(3));
  await expect(admin.getByRole('row', { name: new RegExp(MIA.name) })).toContainText(dayOf(0));
  await admin.context().close();
});
