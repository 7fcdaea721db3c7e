import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { callAs } from './call.ts';
import { enterAs } from './pages.ts';
import { logIn, makePerson, openAccount } from './people.ts';
import { findCard } from './shop.ts';
import { expectSaid } from './said.ts';

const ADDED = 'Added to Cart, Check Your Dashboard';

/** Ten and nine years old in the summer of the demo school, which is open to both in most of its classes. */
export const MIA = { name: 'Mia Lindqvist', birthDate: makeBirthDate(10) };
export const TOM = { name: 'Tom Lindqvist', birthDate: makeBirthDate(9) };

/** The birth date of a child that turns this old before next summer. */
export function makeBirthDate(age: number): string {
  return `${new Date().getFullYear() + 1 - age}-02-03`;
}

/** Logs in somebody new whose email is confirmed, so that they can hold several seats. */
export async function comeConfirmed(page: Page): Promise<ReturnType<typeof makePerson>> {
  const person = makePerson();
  await openAccount(page, person);
  await page.goto('/login');
  // The first log-in makes the school's record.
  await logIn(page, person.email, person.password);
  return person;
}

let adminState: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;

/** Opens another browser, as the admin of the demo school, who logs in once for all journeys. */
export async function openAdmin(browser: Browser): Promise<Page> {
  const context = await browser.newContext(adminState && { storageState: adminState });
  const admin = await context.newPage();
  if (adminState) await admin.goto('/');
  else await enterAs(admin, 'admin');
  adminState ??= await context.storageState({ indexedDB: true });
  return admin;
}

/** Adds a child without the form. @returns its id */
export async function addChild(page: Page, child: typeof MIA): Promise<string> {
  const answer = await callAs<{ child: { _id: string } }>(page, 'POST', '/myChildren', child);
  return answer.child._id;
}

/** Answers for whom the seat is: for Mia, whom a new parent adds first. Most classes take no adults. */
export async function joinForMia(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Who is it for?' });
  const box = dialog.getByRole('checkbox', { name: MIA.name });
  const name = dialog.getByLabel('Child’s name');
  await box.or(name).first().waitFor();
  if (await name.isVisible()) {
    await name.fill(MIA.name);
    await dialog.getByLabel('Birth date').fill(MIA.birthDate);
  } else await box.check();
  await dialog.getByRole('button', { name: /^(Hold 1 seat|Enroll)$/ }).click();
}

/** Gives a child a seat in a class that costs nothing, without the form. */
export async function enrollChild(
  page: Page,
  seat: { email: string; classId: string; childId: string },
): Promise<void> {
  await callAs(page, 'POST', '/addClass', { ...seat, price: 0 });
}

/** Fills in the form that adds a child, wherever it is. */
export async function fillInChild(place: Page | Locator, child: typeof MIA): Promise<void> {
  const form = place.getByRole('form', { name: 'Add a child' });
  await form.getByLabel('Child’s name').fill(child.name);
  await form.getByLabel('Birth date').fill(child.birthDate);
}

/** Presses Join Now. @returns the dialog that asks who joins */
export async function askWhoJoins(page: Page, className: string): Promise<Locator> {
  const card = await findCard(page, className);
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  return page.getByRole('dialog', { name: 'Who is it for?' });
}

/** Chooses children in the dialog, and holds a seat for each. */
export async function holdSeats(page: Page, dialog: Locator, ...names: string[]): Promise<void> {
  for (const name of names) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: /^Hold \d seats?$/ }).click();
  await expectSaid(page, ADDED);
  await expect(page.getByText(ADDED)).toBeHidden();
}

/** From the cart to the payment page of everything in it. */
export async function payForAll(page: Page, button: string): Promise<void> {
  await page.goto('/dashboard/myclasses');
  await page.getByRole('link', { name: button }).click();
  await expect(page).toHaveURL(/\/dashboard\/payment\?carts=/);
}

/** What one screen says about every seat of a payment. */
export function outcomeOf(page: Page, child: string, className: string): Locator {
  return page
    .getByRole('region', { name: /^You (paid|have)/ })
    .getByRole('listitem')
    .filter({ hasText: `${child}: ${className}` });
}

/** Answers the questions about a child's health on its page: something to tell, or nothing. */
export async function answerHealth(page: Page, allergy?: string): Promise<void> {
  const health = page.getByRole('region', { name: 'Health' });
  if (allergy) {
    await health.getByLabel('Yes: allergies, medication or something else').check();
    await health.getByRole('button', { name: 'Add an allergy' }).click();
    await health.getByLabel('What is it?').fill(allergy);
    await health.getByLabel('It is severe: it can become dangerous').check();
  } else {
    await health.getByLabel('No, nothing to report').check();
  }
  await health.getByRole('checkbox').last().check();
  await health.getByRole('button', { name: 'Save health information' }).click();
  await expectSaid(page, 'Thank you, it is saved');
  await expect(page.getByText('Thank you, it is saved')).toBeHidden();
}
