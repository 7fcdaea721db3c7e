import { type Browser, expect, type Page, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import {
  addChild,
  askWhoJoins,
  holdSeats,
  MIA,
  openAdmin,
  payForAll,
  comeConfirmed,
  TOM,
} from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { openTab } from '../support/pages.ts';
import { CARDS, openPayment, payWith } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

const PRICE = 80;

/** A class of its own that starts so many days from now. @returns its id */
async function openOwnClass(admin: Page, name: string, startsIn: number): Promise<string> {
  return openClass(admin, name, {
    price: PRICE,
    sit: 5,
    camp_start: dayFromToday(startsIn),
    camp_end: dayFromToday(startsIn + 4),
  });
}

/** A family whose children have a paid seat each, bought with one payment. @returns its page and address */
async function enrollFamily(browser: Browser, className: string, ...children: (typeof MIA)[]) {
  const page = await (await browser.newContext()).newPage();
  const { email } = await comeConfirmed(page);
  for (const child of children) await addChild(page, child);
  await page.reload();
  const dialog = await askWhoJoins(page, className);
  await holdSeats(page, dialog, ...children.map(({ name }) => name));
  if (children.length > 1) await payForAll(page, `Pay for ${children.length} seats`);
  else await openPayment(page);
  await payWith(page, CARDS.good);
  await expect
    .poll(
      async () => (await callAs<object[]>(page, 'GET', `/myEnrolledClass?email=${email}`)).length,
    )
    .toBe(children.length);
  return { page, email };
}

/** What a parent knows about the money of their canceled seats. */
async function readCancellations(page: Page) {
  const seats = await callAs<{ student_name: string; refund: number; state: string }[]>(
    page,
    'GET',
    '/myCancellations',
  );
  return seats
    .map(({ student_name, refund, state }) => `${student_name}: ${refund} ${state}`)
    .sort();
}

test.afterEach(closeOpenedClasses);

test('an admin cancels a class, and everybody gets all their money back', async ({ browser }) => {
  const className = `Storm ${Date.now()}`;
  const admin = await openAdmin(browser);
  // So near that the refund policy would give back nothing.
  const classId = await openOwnClass(admin, className, 2);
  const family = await enrollFamily(browser, className, MIA, TOM);
  const other = await enrollFamily(browser, className, MIA);

  await admin.goto(`/dashboard/classes/${classId}`);
  await admin.getByRole('button', { name: 'Cancel class' }).click();
  const dialog = admin.getByRole('dialog', { name: `Cancel ${className}?` });
  await expect(dialog).toContainText('3 people are enrolled.');
  await expect(dialog).toContainText('$240 USD in total');
  const confirm = dialog.getByRole('button', { name: 'Yes, cancel the class' });
  await dialog.getByLabel('Why?').fill('A storm has taken the boats');
  await confirm.click();
  await expect(dialog.getByText(`Please type ${className}`)).toBeVisible();
  await dialog.getByLabel(/^Message to everybody/).fill('We are so sorry: the boats are gone.');
  await dialog.getByLabel(/^Type “/).fill(className);
  await confirm.click();
  await expectSaid(admin, 'The class is canceled');

  // The page looks again by itself.
  await expect(
    admin.getByText('All 3 people who were enrolled have their money back.'),
  ).toBeVisible();
  await admin.goto('/dashboard/updateCourse?status=archived&search=Storm');
  await expect(admin.getByRole('row', { name: new RegExp(className) })).toContainText('Canceled');

  const all = PRICE * 100;
  await expect
    .poll(() => readCancellations(family.page))
    .toEqual([`${MIA.name}: ${all} refunded`, `${TOM.name}: ${all} refunded`]);
  expect(await readCancellations(other.page)).toEqual([`${MIA.name}: ${all} refunded`]);
  for (const { page, email } of [family, other]) {
    const mail = await findMail(page, email, `Canceled: ${className}`);
    expect(mail.text).toContain('We are so sorry: the boats are gone.');
  }
});

test('an admin cancels one seat with an amount and a note; the other seat stays', async ({
  browser,
}) => {
  const className = `Raft ${Date.now()}`;
  const admin = await openAdmin(browser);
  const classId = await openOwnClass(admin, className, 30);
  const { page, email } = await enrollFamily(browser, className, MIA, TOM);

  await admin.goto(`/dashboard/classes/${classId}`);
  await admin.getByRole('button', { name: `Change the seat of ${TOM.name}` }).click();
  const dialog = admin.getByRole('dialog', { name: `${TOM.name}’s seat` });
  const amount = dialog.getByLabel('Amount to refund (USD)');
  await expect(amount).toHaveValue(String(PRICE));
  await amount.fill('80.01');
  await dialog.getByLabel('Why?').fill('Broken arm');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please enter an amount from $0 to $80.')).toBeVisible();
  await amount.fill('62.50');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(
    dialog.getByText(/^\$62\.50 USD will be refunded .* keeps \$17\.50 USD\.$/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Yes, cancel the seat' }).click();
  await expect(admin.getByText('Seat canceled, $62.50 USD will be refunded')).toBeVisible();

  await expect(admin.getByRole('heading', { name: 'Enrolled : 1' })).toBeVisible();
  await expect.poll(() => readCancellations(page)).toEqual([`${TOM.name}: 6250 refunded`]);
  await admin.goto(`/dashboard/payments?search=${encodeURIComponent(email)}`);
  const row = admin.getByRole('row', { name: email });
  await expect(row).toContainText(
    /Refund of \$62\.50 USD on [^:]+: returned \(canceled by an admin\)/,
  );
  await expect(row).toContainText('Kept: $97.50 USD');
  await admin.goto('/dashboard/auditLog');
  await expect(admin.getByText('Broken arm')).toBeVisible();
});

test('an admin changes the refund policy, and families read the new one', async ({ browser }) => {
  const admin = await openAdmin(browser);
  await admin.goto('/dashboard/manageEverything');
  await openTab(admin, 'Settings', 'Refund Policy');
  await admin.getByRole('button', { name: 'Add a period' }).click();
  const last = admin.getByRole('group', { name: /^Period/ }).last();
  await last.getByLabel('Until … days before').fill('1');
  await last.getByLabel('Money back (%)').fill('15');
  // Families read it while the admin types.
  const sentence =
    'After that, up to 1 day before the class starts, you get 15% of your money back.';
  await expect(admin.getByText(sentence)).toBeVisible();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expectSaid(admin, 'The refund policy is saved');

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/refund-policy');
  await expect(visitor.getByText(sentence)).toBeVisible();

  // As it was, for the other journeys.
  await admin.reload();
  await admin
    .getByRole('button', { name: /^Remove period/ })
    .last()
    .click();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expectSaid(admin, 'The refund policy is saved');
  await visitor.reload();
  await expect(visitor.getByText('If you cancel up to')).toBeVisible();
  await expect(visitor.getByText(sentence)).toBeHidden();
});
