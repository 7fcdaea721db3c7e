import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { joinForMia } from '../support/families.ts';
import { findViolations } from '../support/axe.ts';
import { DEMO_PASSWORD, logIn, makePerson, signUp } from '../support/people.ts';
import { CARDS, expectEnrolled, findCard, openPayment, payWith } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

const ADDED = 'Added to Cart, Check Your Dashboard';

async function join(page: Page, className: string): Promise<void> {
  const card = await findCard(page, className);
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(page);
  await expectSaid(page, ADDED);
}

/** Signs in again, as the download demands. */
async function download(page: Page, password: string): Promise<Download> {
  await page.getByRole('button', { name: LABELS.downloadData }).click();
  const proof = page.getByRole('dialog', { name: 'Sign in again to confirm it’s you' });
  await proof.getByLabel('Password').fill(password);
  const started = page.waitForEvent('download');
  await proof.getByRole('button', { name: LABELS.downloadData }).click();
  return started;
}

/** Up to the proof: reads what goes, types the e-mail. */
async function confirmDeletion(page: Page, email: string): Promise<void> {
  await page.goto('/dashboard/student');
  await page.getByRole('button', { name: LABELS.deleteAccount }).click();
  await page.getByLabel('Type your email to confirm').fill(email);
  await page.getByRole('button', { name: LABELS.continue }).click();
}

test('a student downloads what is kept, deletes the account, can’t get in, and comes back as somebody new', async ({
  browser,
}) => {
  // The app allows no scripts but its own; axe is ours for this test.
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/signup');
  const person = await signUp(page);
  await join(page, 'Campfire');
  await openPayment(page);
  await payWith(page, CARDS.good);
  await expectEnrolled(page, 'Campfire');
  await join(page, 'Code');

  await page.goto('/dashboard/student');
  const file = await download(page, person.password);
  expect(file.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
  expect(data).toMatchObject({
    profile: { name: person.name, email: person.email, role: 'student' },
    heldSeats: [{ className: expect.stringContaining('Code') }],
    enrollments: [{ entry_code: expect.stringMatching(/^[A-Z]{3}-\d{3}$/) }],
    payments: [{ status: 'enrolled', email: person.email }],
  });

  await page.getByRole('button', { name: LABELS.deleteAccount }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('You have paid for: Campfire');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Type your email to confirm').fill('somebody@else.test');
  await dialog.getByRole('button', { name: LABELS.continue }).click();
  await expect(dialog).toContainText(`This is not ${person.email}`);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Type your email to confirm').fill(person.email);
  await dialog.getByRole('button', { name: LABELS.continue }).click();
  const proof = page.getByRole('dialog', { name: 'Sign in again to confirm it’s you' });
  await proof.getByLabel('Password').fill('not-my-password');
  await proof.getByRole('button', { name: LABELS.deleteAccount }).click();
  await expect(proof).toContainText('Wrong email or password');
  await proof.getByLabel('Password').fill(person.password);
  await proof.getByRole('button', { name: LABELS.deleteAccount }).click();

  await expectSaid(page, 'Your account has been deleted');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: LABELS.logIn }).first()).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: LABELS.login }).click();
  await expect(page.getByText('Wrong email or password')).toBeVisible();

  await page.goto('/signup');
  await signUp(page, person);
  await page.goto('/dashboard/enroll');
  await expect(page.getByText('No Enrollment Yet!')).toBeVisible();
  await context.close();
});

test('a student who came with Google proves it in Google’s window', async ({ page }) => {
  const person = makePerson();
  const chooseAccount = async (press: () => Promise<void>) => {
    const popup = page.waitForEvent('popup');
    await press();
    const chooser = await popup;
    await chooser.getByLabel('Name').fill(person.name);
    await chooser.getByLabel('Email').fill(person.email);
    await chooser.getByRole('button', { name: 'Continue' }).click();
  };
  await page.goto('/login');
  await chooseAccount(() => page.getByRole('button', { name: LABELS.google }).click());
  await expect(page).toHaveURL((url) => url.pathname === '/');

  await confirmDeletion(page, person.email);
  const proof = page.getByRole('dialog', { name: 'Sign in again to confirm it’s you' });
  await chooseAccount(() => proof.getByRole('button', { name: LABELS.deleteAccount }).click());
  await expectSaid(page, 'Your account has been deleted');
});

test('instructors and admins download their data, and read how their account can be removed', async ({
  page,
}) => {
  for (const [role, advice] of [
    ['instructor', /first ask an admin to unassign your class/],
    ['admin', /You can’t delete an admin’s account here/],
  ] as const) {
    await page.goto('/login');
    await logIn(page, `${role}@speakifyr.test`);
    await page.goto(`/dashboard/${role}`);
    await expect(page.getByText(advice)).toBeVisible();
    const file = await download(page, DEMO_PASSWORD);
    const data = JSON.parse(await readFile(await file.path(), 'utf8')) as object;
    expect(data).toMatchObject({ profile: { email: `${role}@speakifyr.test`, role } });
    await expect(page.getByRole('button', { name: LABELS.deleteAccount })).toHaveCount(0);
    await page.getByRole('button', { name: LABELS.logOut }).first().click();
    await expect(page.getByRole('link', { name: LABELS.logIn }).first()).toBeVisible();
  }
});
