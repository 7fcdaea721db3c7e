import { expect, type Page, test } from '@playwright/test';
import { CORE } from '../support/base-config.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { callAs } from '../support/call.ts';
import { addChild, askWhoJoins, comeConfirmed, holdSeats, openAdmin } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { dayFromToday, openClass } from '../support/own-class.ts';
import { enterAs } from '../support/pages.ts';
import { pressAndHear } from '../support/said.ts';

/** The office's morning: somebody calls, and the office has the family in front of it after one search. */

// Rules: R220, R318, R320, R323.
test('the office finds a family by a name, an email, an entry code, a receipt and a payment', async ({
  page,
}) => {
  await enterAs(page, 'admin');
  const parent = { name: 'Salome Okonjo', email: 'parent@speakifyr.test' };
  const family = await page.evaluate(async (email) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    const read = async (path: string) => (await fetch(`/api${path}`, { headers })).json();
    const [found] = (await read(`/search?text=${email}`)).parents;
    const { enrolled, payments } = await read(`/families/${found._id}`);
    const { _id, receipt } = payments.find((one: { receipt: string | null }) => one.receipt);
    return { code: enrolled[0].person.entry_code, payment: _id, receipt } as Record<string, string>;
  }, parent.email);
  expect(family['receipt']).toMatch(/^R-\d{6}$/);

  const { code = '', receipt = '', payment = '' } = family;
  for (const text of ['okonjo  LEO', 'Salome', parent.email, code, receipt, payment]) {
    await page.goto('/dashboard/auditLog');
    await page.getByRole('combobox', { name: /^Find a family/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await page
      .getByRole('option')
      .filter({ hasText: /Salome Okonjo/ })
      .and(page.locator('[href^="/dashboard/families/"]'))
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: parent.name }), text).toBeVisible();
  }
  await expect(page.getByRole('row', { name: new RegExp(code) })).toBeVisible();
  await expect(page.getByRole('link', { name: `Receipt ${receipt}` })).toBeVisible();
});

test('on a phone: by the number of a new parent, however it is written; a note stays', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { name } = await comeConfirmed(page);
  await addChild(page, { name: 'Seán  O’Brien', birthDate: '2018-03-04' });
  const last = String(Date.now()).slice(-7);
  await callAs(page, 'PATCH', '/myProfile', { name, phone: `+44 20 7${last}` });

  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.goto('/dashboard/users');
  await admin.getByRole('combobox', { name: /^Find a family/ }).fill(`020-7${last}`);
  await admin.getByRole('option').first().waitFor();
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('heading', { level: 3, name: 'Seán O’Brien' })).toBeVisible();
  await admin.getByLabel('New note').fill('Called about the bus.');
  await admin.getByRole('button', { name: 'Add note' }).click();
  await expect(admin.getByText('Called about the bus.')).toBeVisible();
  await admin.reload();
  await expect(admin.getByText('Called about the bus.')).toBeVisible();

  await admin.getByRole('combobox', { name: /^Find a family/ }).fill('obrien sean');
  await expect(admin.getByRole('group', { name: 'Children' })).toContainText('Seán O’Brien');
  await admin.context().close();
});

test('the office reserves a seat on the phone, takes cash for it, and gives it back by hand', async ({
  page,
  browser,
}) => {
  const className = `Caving ${Date.now()}`;
  const admin = await openAdmin(browser);
  await openClass(admin, className, { price: 60 });
  const { email } = await comeConfirmed(page);
  await addChild(page, { name: 'Mia', birthDate: '2018-03-04' });

  await admin.goto('/dashboard/users');
  await admin.getByRole('combobox', { name: /^Find a family/ }).fill(email);
  await admin.getByRole('option').first().waitFor();
  await admin.keyboard.press('Enter');
  await admin.getByRole('button', { name: 'Reserve a seat' }).click();
  const reserving = admin.getByRole('dialog', { name: 'Reserve a seat' });
  await reserving.getByLabel('Find a class').fill(className);
  await reserving.getByRole('button', { name: className }).click();
  await reserving.getByRole('button', { name: 'Reserve' }).click();
  const row = admin.getByRole('row').filter({ hasText: className }).first();
  await expect(row).toContainText('Reserved until');
  const { text } = await findMail(page, email, `A seat is reserved for you: ${className}`);
  expect(text).toContain('Mia');
  await page.goto('/dashboard/myclasses');
  await expect(page.getByRole('link', { name: `Pay for ${className}` })).toBeVisible();

  await admin.getByRole('button', { name: 'Record money for the seat of Mia' }).click();
  const money = admin.getByRole('dialog', { name: 'Record money that came in' });
  await expect(money.getByLabel(/^Amount/)).toHaveValue('60');
  await money.getByLabel('Reference').fill('Book 3, no. 17');
  await money.getByRole('button', { name: 'Record and enroll' }).click();
  await expect(row).toContainText(/[A-Z]{3}-\d{3}/);
  await expect(admin.getByText(/Paid in cash on .*Book 3, no. 17/)).toBeVisible();
  const receipt = await findMail(page, email, `Mia is enrolled: ${className}`);
  expect(receipt.text).toContain('Paid in cash: $60 USD');
  await page.goto('/dashboard/enroll');
  await page
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click();
  await expect(page.getByRole('row', { name: /^Paid in cash/ })).toContainText('$60 USD');

  await admin.getByRole('button', { name: 'Change the seat of Mia' }).click();
  await admin.getByLabel('Why?').fill('They moved away');
  await admin.getByRole('button', { name: 'Continue' }).click();
  await admin.getByRole('button', { name: /^Yes, / }).click();
  await expect(row).toHaveCount(0);
  await admin.goto('/dashboard/refunds');
  const owed = admin.getByRole('article').filter({ hasText: email });
  await expect(owed).toContainText('Paid in cash: give it back the same way.');
  await owed.getByRole('button', { name: /^Given back/ }).click();
  await admin.getByLabel('Reference').fill('Book 3, no. 18');
  await admin.getByRole('button', { name: 'Yes, it has' }).click();
  await expect(owed).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/^Refunded, in cash on .*, Book 3, no. 18$/)).toBeVisible();
  await admin.context().close();
});

test(
  'the office books for two children of a new family: a deposit in cash, the rest by bank transfer; the parent takes the family over, moves one child, and spends the credit of the other @phone',
  CORE,
  async ({ page, browser }) => {
    const [className, otherClass] = ['Rafting', 'Archery'].map(
      (word) => `${word} ${Date.now()}`,
    ) as [string, string];
    const parentName = `Ruth Garcia ${Date.now()}`;
    const admin = await openAdmin(browser);
    for (const name of [className, otherClass]) await openClass(admin, name, { price: 60 });
    await admin.goto('/dashboard/families');
    await admin.getByRole('button', { name: 'New family' }).click();
    const adding = admin.getByRole('dialog', { name: 'New family' });
    await adding.getByLabel('Parent’s name').fill(parentName);
    await adding.getByLabel('Phone').fill('+1 202 555 0171');
    await adding.getByRole('button', { name: 'Another child' }).click();
    for (const [place, name] of ['Mia', 'Ben'].entries()) {
      const child = adding.getByRole('group', { name: `Child ${place + 1}` });
      await child.getByLabel('Name').fill(name);
      await child.getByLabel('Birth date').fill('2018-03-04');
    }
    await adding.getByRole('button', { name: 'Add the family' }).click();
    await expect(admin.getByRole('heading', { level: 1, name: parentName })).toBeVisible();
    await expect(admin.getByText('No email address', { exact: true })).toBeVisible();

    const recordFor = (name: string) =>
      admin.getByRole('button', { name: `Record money for the seat of ${name}` });
    for (const name of ['Mia', 'Ben']) {
      await admin.getByRole('button', { name: 'Reserve a seat' }).click();
      const reserving = admin.getByRole('dialog', { name: 'Reserve a seat' });
      await reserving.getByLabel('For').selectOption(name);
      await reserving.getByLabel('Find a class').fill(className);
      await reserving.getByRole('button', { name: className }).click();
      await reserving.getByRole('button', { name: 'Reserve' }).click();
      await expect(recordFor(name)).toBeVisible();
    }
    await recordFor('Mia').click();
    const money = admin.getByRole('dialog', { name: 'Record money that came in' });
    await money.getByRole('checkbox', { name: /^Ben, / }).check();
    await money.getByLabel(/^Amount/).fill('40');
    await money.getByRole('checkbox', { name: /^This is a deposit/ }).check();
    await money.getByLabel('Part 1 is due').fill(dayFromToday(3));
    await money.getByRole('button', { name: 'Record and enroll' }).click();
    const row = admin.getByRole('row').filter({ hasText: className }).first();
    await expect(row).toContainText('$40 USD owed, due');

    await admin.getByRole('link', { name: 'Letter with a code to log in' }).click();
    const letter = admin.getByRole('article', { name: `Letter to ${parentName}` });
    await expect(letter).toContainText(`${className} for Mia`);
    await admin.getByRole('button', { name: 'Add a code to log in' }).click();
    const code = letter.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    await expect(code).toBeVisible();
    const reference = (await letter.getByText(/^RF\d\d \d{4} \d{4}$/).textContent()) ?? '';
    const typed = ((await code.textContent()) ?? '').toLowerCase();

    await comeConfirmed(page);
    await page.goto('/dashboard/children');
    await page.getByRole('link', { name: 'Enter the code of its letter' }).click();
    await page.getByLabel('Code').fill(typed);
    await page.getByRole('button', { name: 'Link my family' }).click();
    await expect(page).toHaveURL(/\/dashboard\/student$/);
    const seats = page.getByRole('article').filter({ hasText: className });
    await page.goto('/dashboard/enroll');
    await expect(seats).toContainText('Owed for Mia: 40 tk, due');
    await expect(seats).toContainText('Owed for Ben: 40 tk, due');

    // The parent sends the rest with the reference of the letter.
    await admin.goto('/dashboard/payments');
    await admin.getByRole('link', { name: 'Import bank transfers' }).click();
    const csv = `Date,Description,Amount\n${dayFromToday(-1)},"GARCIA, ${reference}",80.00\n`;
    const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await admin.getByLabel('The bank’s file').setInputFiles(file);
    await admin.getByRole('button', { name: 'Put 1 on the list' }).click();
    // The list is empty as soon as the ledger has the transfer; the seats follow within the same call.
    const isBooked = admin.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' && /families\/\w+\/payments$/.test(answer.url()),
    );
    await admin.getByRole('button', { name: 'Book 1 ($80)' }).click();
    expect((await isBooked).status()).toBe(200);
    await expect(admin.getByText('No transfer waits to be booked.')).toBeVisible();
    await admin.context().close();
    await page.reload();
    await expect(seats).toBeVisible();
    await expect(seats).not.toContainText('Owed');

    await seats.getByRole('button', { name: /^Change or cancel.*Mia$/ }).click();
    await page.getByRole('button', { name: /^Move to another class/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: otherClass }).click();
    await page.getByRole('button', { name: 'Move the seat' }).click();
    await expect(page.getByRole('article').filter({ hasText: otherClass })).toContainText('Mia');

    await page.goto('/dashboard/enroll');
    await seats.getByRole('button', { name: /^Change or cancel.*Ben$/ }).click();
    await page.getByRole('button', { name: /^Cancel the seat/ }).click();
    await page.getByRole('radio', { name: /^\$60 as credit/ }).check();
    await pressAndHear(
      page,
      page.getByRole('button', { name: 'Cancel the seat, get $60 as credit' }),
      'The seat is canceled',
    );
    await expect(page.getByRole('region', { name: 'Your credit' })).toContainText('$60 USD');

    await holdSeats(page, await askWhoJoins(page, className), 'Ben');
    await page.goto('/dashboard/myclasses');
    await page.getByRole('link', { name: new RegExp(`^${LABELS.pay}`) }).click();
    await page.getByRole('checkbox', { name: /^Use \$60 of your credit/ }).check();
    await page.getByRole('button', { name: 'Pay $60 with credit' }).click();
    await expect(page.getByRole('heading', { name: 'You paid. The seat is yours' })).toBeVisible();
    await page.goto('/dashboard/enroll');
    await expect(seats).toContainText('Ben');
  },
);

test('a check bounces: its seat is reserved again, and the parent reads how to pay', async ({
  page,
  browser,
}) => {
  const className = `Diving ${Date.now()}`;
  const admin = await openAdmin(browser);
  const classId = await openClass(admin, className, { price: 60 });
  const { email } = await comeConfirmed(page);
  const childId = await addChild(page, { name: 'Mia', birthDate: '2018-03-04' });
  const id = await findFamilyId(admin, email);
  const [day, until] = [0, 5].map((days) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv'),
  );
  const seat = { classId, childId, until };
  const { cartId } = await callAs<{ cartId: string }>(admin, 'POST', `/families/${id}/seats`, seat);
  await callAs(admin, 'POST', `/families/${id}/payments`, {
    ...{ requestId: crypto.randomUUID(), cartIds: [cartId], method: 'cheque', amount: 6_000 },
    ...{ day, reference: 'No. 17' },
  });

  await admin.goto(`/dashboard/families/${id}`);
  await admin.getByRole('button', { name: /^The check bounced/ }).click();
  await admin.getByLabel('What did the bank say?').fill('Not enough in the account');
  await admin.getByRole('button', { name: 'Yes, it bounced' }).click();
  await expect(admin.getByText(/^Bounced: \$60 USD on/)).toBeVisible();
  const row = admin.getByRole('row').filter({ hasText: className }).first();
  await expect(row).toContainText('Reserved until');
  const { text } = await findMail(page, email, `Your check bounced: ${className}`);
  expect(text).toContain('reserved again');
  await page.goto('/dashboard/myclasses');
  await expect(page.getByRole('link', { name: `Pay for ${className}` })).toBeVisible();
  await admin.context().close();
});

/** The id of an account, as the office finds it. */
async function findFamilyId(admin: Page, email: string): Promise<string> {
  const found = await callAs<{ parents: { _id: string }[] }>(
    admin,
    'GET',
    `/search?text=${encodeURIComponent(email)}`,
  );
  return found.parents[0]?._id ?? '';
}
