import { expect, type Locator, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { FOR_AXE } from '../support/axe.ts';
import { joinForMia } from '../support/families.ts';
import { openEmptySchool } from '../support/other-school.ts';
import { dayFromToday } from '../support/own-class.ts';
import { expectOwnSchool } from '../support/own-school.ts';
import { followNavigation } from '../support/pages.ts';
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

    await page.goto(`${school.url}/dashboard/school`);
    for (const name of ['Logo', 'Picture of Home'])
      await page.getByLabel(new RegExp(`^${name}`)).setInputFiles({ ...PHOTO, name: 'ours.png' });
    await page.getByLabel('What the picture of Home shows').fill('A pine');
    await pressAndHear(page, save, SAVED);
    await expectOwnSchool({
      url: school.url,
      browser,
      director: page,
      parent,
      email: family.email,
    });
    await parent.context().close();
  } finally {
    await school.close();
  }
});
