import { expect, type Page } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { SANDBOX } from './inbox.ts';
import { expectSaid } from './said.ts';

export const DEMO_PASSWORD = 'summer-camp-2026';

/** A photo that a person could have: a small, real PNG. */
export const PHOTO = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR42mP4tt0GD2IYlcaGAPgHvwWTdquKAAAAAElFTkSuQmCC',
    'base64',
  ),
};

let made = 0;

/** A person whom the school does not know yet. */
export function makePerson(): { name: string; email: string; password: string } {
  made += 1;
  const number = `${process.pid}-${Date.now()}-${made}`;
  // Several processes make people of one school, and journeys find them by their names.
  return {
    name: `Mira ${process.pid}-${made}`,
    email: `mira-${number}@example.test`,
    password: 'sunny-lake-7',
  };
}

/** Fills in and sends the sign-up form, wherever it was reached from, and waits until the account is made. */
export async function signUp(page: Page, person = makePerson()): Promise<typeof person> {
  await fillInSignUp(page, person);
  await expectSaid(page, 'Account Created Successfully');
  return person;
}

/** Fills in and sends the sign-up form. */
export async function fillInSignUp(
  page: Page,
  person: ReturnType<typeof makePerson>,
): Promise<void> {
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Photo').setInputFiles(PHOTO);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: LABELS.signUp }).click();
}

/** Logs in on the log-in page. */
export async function logIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: LABELS.login }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Makes a person's account at the provider, with a confirmed email, so that they can log in. */
export async function openAccount(
  page: Page,
  { email, name, password = DEMO_PASSWORD }: { email: string; name?: string; password?: string },
): Promise<void> {
  const answer = await page.request.post(
    `${SANDBOX}/identitytoolkit.googleapis.com/v1/projects/speakifyr-sandbox/accounts`,
    {
      headers: { authorization: 'Bearer owner' },
      data: { email, password, displayName: name, emailVerified: true },
    },
  );
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** A new person signs up at an empty school, logs in there, and becomes its first admin. */
export async function openAsDirector(
  page: Page,
  { url, makeAdmin }: { url: string; makeAdmin: (email: string) => Promise<void> },
): Promise<void> {
  const director = makePerson();
  await openAccount(page, director);
  await page.goto(`${url}/login`);
  await logIn(page, director.email, director.password);
  await makeAdmin(director.email);
}
