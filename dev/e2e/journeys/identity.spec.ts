import { expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { joinForMia, MIA } from '../support/families.ts';
import { findViolations } from '../support/axe.ts';
import {
  confirmEmail,
  countLinks,
  findBanner,
  openConfirmationLink,
  SANDBOX,
} from '../support/inbox.ts';
import { enterAs } from '../support/pages.ts';
import { fillInSignUp, logIn, makePerson, signUp } from '../support/people.ts';
import { findCard } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

const ADDED = 'Added to Cart, Check Your Dashboard';

async function join(page: Page, className: string): Promise<void> {
  const card = await findCard(page, className);
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(page);
}

// Rules: R56.
test('a newcomer confirms their email from the inbox: the banner goes by itself, and they hold several classes', async ({
  page,
}) => {
  await page.goto('/signup');
  const { email } = await signUp(page);
  await expect(findBanner(page)).toContainText(
    `Please confirm your email address: open the link in our email to ${email}.`,
  );
  // Not scrolled out of view when the focus goes from the message back to the page.
  await expect(page.locator('#main')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await confirmEmail(page, email);

  for (const className of ['Robot', 'Photo']) {
    await join(page, className);
    await expectSaid(page, ADDED);
  }
  await page.goto('/dashboard/myclasses');
  await expect(
    page.getByRole('heading', { name: 'Selected Courses for Enroll : 2' }),
  ).toBeVisible();
  await expect(findBanner(page)).toBeHidden();
});

test('a newcomer who does not confirm their email holds three seats, and reads what to do for a fourth', async ({
  browser,
}) => {
  // The app allows no scripts but its own; axe is ours for this test.
  const context = await browser.newContext({
    bypassCSP: true,
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto('/signup');
  const { email } = await signUp(page);
  // The first link is not sent if the page is left right away.
  await expect.poll(() => countLinks(page, email)).toBe(1);
  for (const className of ['Science', 'Spanish', 'Painting']) {
    await join(page, className);
    await expectSaid(page, ADDED);
    await expect(page.getByText(ADDED)).toBeHidden();
  }

  const card = await findCard(page, 'Camp Band');
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  const question = page.getByRole('dialog', { name: 'Who is it for?' });
  await question.getByRole('checkbox', { name: MIA.name }).check();
  await expect(question.getByRole('status')).toContainText(
    'Until you confirm your email address, you can hold 3 seats at a time.',
  );
  await question.getByRole('button', { name: LABELS.emailConfirmed }).click();
  await expect(question.getByRole('alert')).toContainText('is not confirmed yet');

  for (const path of ['/', '/dashboard/myclasses']) {
    await page.goto(path);
    const banner = findBanner(page);
    await expect(banner).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), `${path}, ${colorScheme}`).toEqual([]);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(360);
  }

  // By keyboard: one more link, then a pause.
  const resend = page.getByRole('button', { name: LABELS.resendLink });
  await resend.focus();
  await page.keyboard.press('Enter');
  const note = findBanner(page).getByRole('status');
  await expect(note).toContainText('We have sent a new link');
  await expect(resend).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note).toContainText(/You can get another one in \d+ seconds/);
  // The email takes a moment to arrive.
  await expect.poll(() => countLinks(page, email)).toBe(2);

  await page.getByRole('button', { name: LABELS.emailConfirmed }).click();
  await expect(note).toContainText('is not confirmed yet');
  await openConfirmationLink(page, email);
  await page.getByRole('button', { name: LABELS.emailConfirmed }).click();
  await expect(page.getByText('Your email address is confirmed')).toBeVisible();
  await expect(findBanner(page)).toBeHidden();
  await context.close();
});

test('an admin unlinks a lost sign-in, and the person gets their account back with a new, confirmed one', async ({
  browser,
  baseURL,
}) => {
  const open = async () => (await browser.newContext({ baseURL })).newPage();
  const person = makePerson();
  const page = await open();
  await page.goto('/signup');
  await signUp(page, person);
  await confirmEmail(page, person.email);
  await page.context().close();

  // Their account at the provider is gone, and the one they make instead is not the one the school knows.
  await deleteAtProvider(person);
  const later = await open();
  await later.goto('/signup');
  await fillInSignUp(later, { ...person, name: 'Somebody else' });
  const refusal = later.getByRole('alert');
  await expect(refusal).toContainText('This email address belongs to another sign-in');

  const admin = await open();
  await enterAs(admin, 'admin');
  await admin.goto(`/dashboard/users?search=${encodeURIComponent(person.email)}`);
  await expect(admin.getByText(/Another sign-in with this address was refused/)).toBeVisible();
  await admin.getByRole('button', { name: LABELS.unlinkSignIn }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Yes, Unlink!' }).click();
  await expect(admin.getByText(`${person.name} Unlinked`)).toBeVisible();
  await admin.context().close();

  await later.goto('/login');
  await later.getByLabel('Email').fill(person.email);
  await later.getByLabel('Password', { exact: true }).fill(person.password);
  await later.getByRole('button', { name: LABELS.login }).click();
  await expect(refusal).toContainText('Open the link that we have sent you, then log in again.');
  await openConfirmationLink(later, person.email);
  await logIn(later, person.email, person.password);
  await expect(later.getByRole('button', { name: LABELS.logOut }).first()).toBeVisible();
  await later.goto('/dashboard/student');
  await expect(later.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  await later.context().close();
});

/** Deletes the account at the provider behind the school's back. */
async function deleteAtProvider({ email, password }: { email: string; password: string }) {
  const idToken = await post('signInWithPassword', { email, password, returnSecureToken: true });
  await post('delete', { idToken });
}

async function post(operation: string, body: object): Promise<string | undefined> {
  const answer = await fetch(
    `${SANDBOX}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=any`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  expect(answer.status, operation).toBe(200);
  return ((await answer.json()) as { idToken?: string }).idToken;
}
