import { type Browser, expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { joinForMia, MIA } from '../support/families.ts';
import { confirmEmail, findMail, listMails, SANDBOX } from '../support/inbox.ts';
import { enterAs } from '../support/pages.ts';
import { logIn, makePerson, openAccount, signUp } from '../support/people.ts';
import { CARDS, expectEnrolled, findCard, openPayment, payWith } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

/** Nobody else's journey changes this class. */
const CLASS = 'Code Your First Game';
const INSTRUCTOR = 'adaeze.nwobodo@speakifyr.test';

// One after the other, because they change the same class.
test.describe.configure({ mode: 'default' });

const open = async (browser: Browser) => (await browser.newContext()).newPage();

async function openAdmin(browser: Browser): Promise<Page> {
  const admin = await open(browser);
  await enterAs(admin, 'admin');
  return admin;
}

/** As a person of the demo school who has no account at the provider yet. */
async function openAs(browser: Browser, email: string): Promise<Page> {
  const page = await open(browser);
  await openAccount(page, { email });
  await page.goto('/login');
  await logIn(page, email);
  return page;
}

/** As the student who is logged in. */
async function payForClass(page: Page, name: string): Promise<void> {
  const card = await findCard(page, name);
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(page);
  await expectSaid(page, 'Added to Cart, Check Your Dashboard');
  await openPayment(page);
  await payWith(page, CARDS.good);
  await expect(page).toHaveURL(/\/dashboard\/enroll$/);
}

/** Changes fields of the class in the admin's form, by their labels. */
async function changeClass(admin: Page, values: Record<string, string>): Promise<void> {
  await admin.goto(`/dashboard/updateCourse?search=${encodeURIComponent(CLASS)}`);
  await admin.getByRole('link', { name: new RegExp(`^Update Course.*${CLASS}`) }).click();
  for (const [label, value] of Object.entries(values))
    await admin.getByLabel(label, { exact: true }).fill(value);
  await admin.getByRole('button', { name: /^Update Course/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Yes, Change It!' }).click();
  await expectSaid(admin, 'Updated!!!');
}

async function writeToClass(page: Page, subject: string, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Message to the class' }).click();
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill(text);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: /^Send to \d+ people/ }).click();
  await expect(page.getByRole('heading', { name: 'Your message is on its way' })).toBeVisible();
}

// Rules: R81, R83, R84, R93.
test('a student who pays gets a receipt, and hears when the class changes and when somebody writes to it', async ({
  page,
  browser,
}) => {
  await page.goto('/signup');
  const { name, email } = await signUp(page);
  await payForClass(page, CLASS);
  await expectEnrolled(page, CLASS);
  const entryCode = await page
    .getByText(/^COD-\d{3}$/)
    .first()
    .innerText();

  const receipt = await findMail(page, email, `${MIA.name} is enrolled`);
  for (const words of [`Hi ${name},`, CLASS, '$189 USD', entryCode])
    expect(receipt.text).toContain(words);
  const calendar = receipt.attachments.find((file) => file.name.endsWith('.ics'));
  expect(calendar?.content).toContain(`SUMMARY:${MIA.name}: ${CLASS}`);
  expect(calendar?.content).toContain('METHOD:REQUEST');
  await page.goto('/dashboard/myMessages');
  await page.getByRole('button', { name: receipt.subject }).click();
  await expect(page.getByText(entryCode)).toBeVisible();

  const admin = await openAdmin(browser);
  await changeClass(admin, { Room: '307', Place: 'Garden house' });
  const change = await findMail(page, email, 'Changed');
  expect(change.text).toContain('Room: 301 → 307');
  expect(change.text).toContain('Place: Main house → Garden house');

  await admin.goto(`/dashboard/updateCourse?search=${encodeURIComponent(CLASS)}`);
  await admin.getByRole('main').getByRole('link', { name: CLASS, exact: true }).click();
  await writeToClass(admin, 'Bring a hat', 'It will be <b>sunny</b>.\nSee you!');
  expect((await findMail(page, email, 'Bring a hat')).text).toContain('It will be <b>sunny</b>.');

  const instructor = await openAs(browser, INSTRUCTOR);
  await instructor.goto('/dashboard/managecourse');
  await writeToClass(instructor, 'Homework', 'Think of a game.');
  expect((await findMail(page, email, 'Homework')).text).toContain('Think of a game.');
  for (const opened of [admin, instructor]) await opened.context().close();
});

test('a student who turned reminders off gets none, but receipts and changes; the link in a reminder turns them off too', async ({
  browser,
}) => {
  const [quiet, reminded] = ['nayeli.xochitla@speakifyr.test', 'samir.bouzekri@speakifyr.test'];
  const student = await openAs(browser, quiet);
  await student.goto('/dashboard/myMessages');
  const reminders = (page: Page) => page.getByRole('switch', { name: 'Reminders' });
  await reminders(student).click();
  await expect(student.getByText('Saved')).toBeVisible();

  const admin = await openAdmin(browser);
  const day = findDayToRemindOf();
  await changeClass(admin, { 'Course Start Date': day, 'Course End Date': day });
  await findMail(admin, quiet, 'Changed');
  await payForClass(student, 'Football');
  await findMail(admin, quiet, `${MIA.name} is enrolled: Football`);
  const other = await openAs(browser, reminded);
  // The server looks once a minute who must be reminded.
  const { text, headers } = await findMail(admin, reminded, 'Starts');
  expect(text).toContain(CLASS);
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(await listMails(admin, { to: quiet, q: 'Starts' })).toEqual([]);

  // Mail programs open links to check them.
  const [link = ''] = /http\S+\/emails\/turn-off\S+/.exec(text) ?? [];
  await other.goto(link);
  const turnOff = other.getByRole('button', { name: 'Turn off reminders' });
  await expect(turnOff).toBeVisible();
  const [, oneClick = ''] = /<(.+)>/.exec(headers['list-unsubscribe'] ?? '') ?? [];
  await other.goto(oneClick);
  await expect(turnOff).toBeVisible();
  await other.goto('/dashboard/myMessages');
  await expect(reminders(other)).toBeChecked();

  await other.goto(link);
  await turnOff.click();
  await expect(other.getByRole('heading', { name: 'Reminders are off' })).toBeVisible();
  await other.goto('/dashboard/myMessages');
  await expect(reminders(other)).not.toBeChecked();
  for (const opened of [admin, student, other]) await opened.context().close();
});

/** The first day of a class whose reminder, a week before at 9:00, was due in the last 24 hours. */
function findDayToRemindOf(): string {
  const DAY_MS = 86_400_000;
  // 9:00 in Dhaka is 3:00 UTC.
  const lastReminder = Math.floor((Date.now() - DAY_MS / 8) / DAY_MS);
  return new Date((lastReminder + 7) * DAY_MS).toISOString().slice(0, 10);
}

test('an admin sees that an email failed, and tries it again', async ({ page, browser }) => {
  const person = makePerson();
  // The sandbox refuses the first email to such an address.
  const email = `once-${person.email}`;
  await page.goto('/signup');
  await signUp(page, { ...person, email });
  await confirmEmail(page, email);

  const admin = await openAdmin(browser);
  const failed = admin.getByRole('link', { name: /^\d+ emails? failed/ });
  await expect(async () => {
    await admin.goto('/dashboard/admin', { waitUntil: 'networkidle' });
    await expect(failed).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await failed.click();
  await admin.getByLabel('Search by name, email or subject').fill(email);
  await admin.keyboard.press('Enter');
  const row = admin.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('does not exist');
  expect(await listMails(page, { to: email, q: 'Welcome' })).toEqual([]);

  await row.getByRole('button', { name: /^Try again/ }).click();
  await expect(admin.getByRole('status', { name: 'Tried again' })).toContainText('Sent');
  await findMail(page, email, 'Welcome');
  await admin.context().close();
});

test('what a visitor writes in the contact form reaches the admins, and an answer goes to the visitor', async ({
  page,
}) => {
  const { email } = makePerson();
  const name = `Dana ${Date.now()}`;
  await page.goto('/contact');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('May my dog <come> too?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible();

  const { text, replyTo } = await findMail(page, 'admin@speakifyr.test', `Message from ${name}`);
  expect(text).toContain('May my dog <come> too?');
  expect(replyTo).toEqual({ name, address: email });

  // As a person reads it.
  await page.goto(`${SANDBOX}/inbox?to=admin@speakifyr.test`);
  await page.getByRole('link', { name: `Message from ${name}` }).click();
  await expect(page.frameLocator('iframe').getByText('May my dog <come> too?')).toBeVisible();
});
