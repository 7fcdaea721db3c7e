import { expect, type Locator, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { readFile } from 'node:fs/promises';
import { FOR_AXE } from '../support/axe.ts';
import { joinForMia } from '../support/families.ts';
import { openEmptySchool } from '../support/other-school.ts';
import { dayFromToday } from '../support/own-class.ts';
import { findMail, listMails } from '../support/inbox.ts';
import { expectOwnPage, expectOwnWords } from '../support/own-words.ts';
import { followNavigation, openPage, PAGES } from '../support/pages.ts';
import { openAsDirector, PHOTO, signUp } from '../support/people.ts';
import { takePictures } from '../support/pictures.ts';
import { pressAndHear, expectSaid } from '../support/said.ts';
import { CARDS, expectEnrolled, payWith } from '../support/shop.ts';
import { countTaps } from '../support/taps.ts';

test.use(FOR_AXE);

/** What the demo school says about itself, in another school's words. */
const PINE_HILL = {
  Name: 'Pine Hill',
  'Legal name of the seller': 'Pine Hill Camps LLC',
  'Street and number': '4 Pine Road',
  City: 'Ithaca',
  'Postal code': '14850',
  Country: 'USA',
  'Country code': 'US',
  Phone: '+1 607 555 0101',
  Email: 'office@pinehill.example',
  'Office hours': 'Monday to Friday, 9:00 to 17:00',
  'Link to a map': '',
  Facebook: '',
  Instagram: '',
  LinkedIn: '',
  GitHub: '',
};
const TEXTS = [
  ...['About the camp', 'Questions', 'Terms', 'Privacy'],
  ...['Refund policy, before the periods', 'Refund policy, after the periods'],
];
const DONE_ALONE = [
  ...['Say who you are', 'Write your texts', 'Time zone, currency and days'],
  ...['Refund policy', 'Your first class'],
];
const SAVED = 'Saved. Families read it on the next page that they load';

/** The line of a step. */
const findStep = (page: Page, title: string): Locator =>
  page.getByRole('listitem').getByRole('link', { name: title });

/** Goes home as the navbar leads there, and on to a step. */
async function takeStep(page: Page, title: string): Promise<void> {
  await followNavigation(page, 'Home');
  await findStep(page, title).click();
}

async function expectDone(page: Page, ...titles: string[]): Promise<void> {
  await followNavigation(page, 'Home');
  for (const title of titles) await expect(findStep(page, `Done: ${title}`)).toBeVisible();
}

/** Pages that need somebody or something which this school lacks, and the lists of what was done and sent before. */
const LEFT_OUT = /\{|auditLog|outbox|turn-off|bankTransfers/;
/** The school of the demo is on no page, no paper, no email and in no file of this one. */
async function expectOwnSchool(
  url: string,
  director: Page,
  parent: Page,
  email: string,
): Promise<void> {
  const call = async <Answer>(page: Page, method: string, path: string, data?: object) => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await page.request.fetch(`${url}/api${path}`, { method, headers, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Answer;
  };
  const [seat] = await call<{ transactionId: string; cartId: string; classId: string }[]>(
    parent,
    'GET',
    `/myEnrolledClass?email=${email}`,
  );
  const [choice] = await call<{ participant: string; year: number }[]>(
    parent,
    'GET',
    '/myStatements',
  );
  const { no } = await call<{ no: number }>(parent, 'POST', '/myStatements', {
    participant: choice?.participant,
    year: choice?.year,
  });
  const ids = {
    class: seat?.classId ?? '',
    payment: seat?.transactionId ?? '',
    statement: String(no),
  };
  for (const [role, person] of [
    ['visitor', parent],
    ['student', parent],
    ['admin', director],
  ] as const)
    for (const path of Object.values(PAGES[role])) {
      const needed = path.replace(/\{(class|payment|statement)\}/g, (_all, name: string) =>
        String(ids[name as keyof typeof ids]),
      );
      if (!LEFT_OUT.test(needed)) await expectOwnPage(person, url + needed);
    }
  await parent.goto(`${url}/dashboard/receipts/${ids.payment}`);
  await expect(parent.getByText(/19% VAT/).first()).toBeVisible();
  for (const path of [
    '/app.webmanifest',
    '/favicon.svg',
    '/logo.svg',
    '/sitemap.xml',
    '/robots.txt',
  ])
    expectOwnWords(await (await parent.request.get(url + path)).text(), path);
  const { path } = await call<{ path: string }>(parent, 'POST', '/myCalendar');
  const calendar = await (await parent.request.get(`${url}/api${path}`)).text();
  expect(calendar).toContain('X-WR-CALNAME:Pine Hill');
  // An event’s id stays as it is, or calendars would have it twice. They show it nowhere.
  expectOwnWords(calendar.replace(/^UID:.*$/gm, ''), 'the calendar');
  for (const page of ['payments', 'papers', 'users', `classes/${ids.class}`]) {
    await openPage(director, `${url}/dashboard/${page}`);
    const started = director.waitForEvent('download');
    await director.getByRole('button', { name: /CSV/ }).first().click();
    expectOwnWords(await readFile(await (await started).path(), 'utf8'), `${page}.csv`);
  }
  await findMail(parent, email, 'Mia');
  for (const { subject, text, html, attachments } of await listMails(parent, {
    to: email,
    q: '',
  })) {
    // Addresses are the sandbox's.
    const words = [subject, text, html.replace(/(src|href)="[^"]*"/g, '')].join('\n');
    expectOwnWords(words.replace(/\S+@speakifyr\.test/g, ''), subject);
    for (const { name, content } of attachments)
      expectOwnWords(content.replace(/^UID:.*$/gm, ''), `${subject}: ${name}`);
  }
}

// Rules: R607, R608, R628.
test('from an empty database to the first paid booking by a director who never leaves the browser', async ({
  page,
  browser,
}, { outputDir }) => {
  const show = takePictures(page, outputDir);
  const school = await openEmptySchool();
  try {
    await openAsDirector(page, school);

    const readTaps = await countTaps(page);
    await page.goto(school.url);
    await followNavigation(page, 'Dashboard');
    await expect(page.getByText('0 of 8 done')).toBeVisible();
    await show('1-empty');

    await findStep(page, 'Say who you are').click();
    const save = page.getByRole('button', { name: 'Save' });
    for (const [label, value] of Object.entries(PINE_HILL))
      await page.getByLabel(label, { exact: true }).fill(value);
    await pressAndHear(page, save, SAVED);
    await followNavigation(page, 'Home');
    await findStep(page, 'To do: Write your texts').click();
    for (const text of TEXTS) {
      await page.getByLabel('Text', { exact: true }).selectOption(text);
      await page.getByLabel(text, { exact: true }).fill(`# ${text}\n\nOurs.`);
    }
    await pressAndHear(page, save, SAVED);
    await takeStep(page, 'Time zone, currency and days');
    await page.getByLabel('Time zone').fill('America/New_York');
    await page.getByLabel('How times are written').selectOption('21:05');
    await page.getByLabel('What families read then').fill('There is soup.');
    await page.getByLabel('What they read otherwise').fill('Bring a lunch.');
    await pressAndHear(page, save, SAVED);
    await takeStep(page, 'Refund policy');
    await pressAndHear(page, save, 'The refund policy is saved');
    // Nobody leads it yet.
    await takeStep(page, 'Your first class');
    await expect(page.getByText('Must Need a Instructor to Add Course')).toBeVisible();
    await page.getByRole('radio', { name: /^Save as draft/ }).check();
    await page.getByLabel('Name').fill('Kites');
    await page.getByLabel('Image').setInputFiles({ ...PHOTO, name: 'kites.png' });
    await page.getByLabel('Places', { exact: true }).fill('5');
    await page.getByLabel('Price').fill('49.50');
    await page.getByLabel('Room').fill('12');
    await page.getByLabel('Course Start Date').fill(dayFromToday(30));
    await page.getByLabel('Course End Date').fill(dayFromToday(34));
    await page.getByLabel('Tag').fill('KIT');
    await page.getByLabel('Details').fill('Paper, string and wind.');
    const draft = page.getByRole('button', { name: 'Save as draft' });
    await pressAndHear(page, draft, 'Saved as a draft');
    await followNavigation(page, 'Home');
    await expect(page.getByText('There is a draft')).toBeVisible();
    await findStep(page, 'Your first class').click();
    await page.getByRole('button', { name: /^Publish.*Kites/ }).click();
    const sure = page.getByRole('button', { name: 'Yes, Publish!' });
    await pressAndHear(page, sure, 'Published!');
    await expectDone(page, ...DONE_ALONE, 'Families can join');
    await show('2-open');
    expect(readTaps()).toBe(21);
    await page.goto(`${school.url}/dashboard/school?part=money`);
    await page.getByLabel('Name of the tax').fill('VAT');
    await page.getByLabel('Percent for classes').fill('19');
    await pressAndHear(page, save, SAVED);

    const parent = await (await browser.newContext()).newPage();
    await parent.goto(`${school.url}/signup`);
    const family = await signUp(parent);
    await parent.goto(`${school.url}/classes`);
    await parent.getByRole('button', { name: LABELS.joinNow }).click();
    await joinForMia(parent);
    await expectSaid(parent, 'Added to Cart, Check Your Dashboard');
    await parent.goto(`${school.url}/dashboard/myclasses`);
    await parent.getByRole('link', { name: new RegExp(`^${LABELS.pay}`) }).click();
    await payWith(parent, CARDS.good);
    await expectEnrolled(parent, 'Kites');
    await expectOwnSchool(school.url, page, parent, family.email);
    await parent.context().close();

    await page.reload();
    await expectDone(page, ...DONE_ALONE, 'Families can join', 'Try a booking');
    await expect(page.getByText('7 of 8 done')).toBeVisible();
    // The instructor can wait, and so can the list.
    await page.getByText('Put away').click();
    await expect(findStep(page, 'An instructor')).toBeHidden();
    await page.reload();
    await expect(page.getByText('7 of 8 done')).toBeVisible();
    await expect(findStep(page, 'An instructor')).toBeHidden();
    await show('3-put-away');
  } finally {
    await school.close();
  }
});
