import { expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { FOR_AXE } from '../support/axe.ts';
import { joinForMia, openAdmin } from '../support/families.ts';
import { findMail, listMails } from '../support/inbox.ts';
import { closeOpenedClasses, openOwnClass } from '../support/own-class.ts';
import { openTab } from '../support/pages.ts';
import { signUp } from '../support/people.ts';
import { takePictures } from '../support/pictures.ts';
import { expectSaid, pressAndHear } from '../support/said.ts';
import { CARDS, expectEnrolled, findCard, openPayment, payWith } from '../support/shop.ts';

test.use(FOR_AXE);
test.afterEach(closeOpenedClasses);

const WORDS = 'The whole team looks forward to you! Questions? Call {{phone}}.';
const READ = /The whole team looks forward to you! Questions\? Call \+\d/;

async function save(page: Page, words: string) {
  await page.getByLabel('Words before').fill(words);
  const button = page.getByRole('button', { name: 'Save' });
  await pressAndHear(page, button, 'Saved. It is in emails that are written from now on');
}

// Rules: R622, R624.
test('a director writes words for the email about a payment, looks at it, tests it, and a parent gets it', async ({
  page,
  browser,
}, { outputDir }) => {
  const { name } = await openOwnClass(browser, 'Words');
  const director = await openAdmin(browser);
  const show = takePictures(director, outputDir);
  try {
    await director.goto('/dashboard/manageEverything');
    await openTab(director, 'Settings', 'School');
    const parts = director.getByRole('navigation', { name: 'Parts of the school' });
    await parts.getByRole('link', { name: 'Emails' }).click();
    await director.getByLabel('Words before').fill(WORDS);
    const email = director.frameLocator('iframe[title="The email"]');
    await expect(email.getByText(READ)).toBeVisible();
    await show('1-phone');
    await director.getByRole('radio', { name: 'Computer' }).check({ force: true });
    await director.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect(email.getByText(READ)).toBeVisible();
    await show('2-computer');

    await director.getByRole('button', { name: 'Send a test to myself' }).click();
    await expect(director.getByText(/The mail server took it for admin@/)).toBeVisible({
      timeout: 60_000,
    });
    const tested = await findMail(director, 'admin@speakifyr.test', 'Test: Mia Kaplan is enrolled');
    expect(tested.text).toMatch(READ);
    await show('3-tested');
    await save(director, WORDS);

    await page.goto('/signup');
    const parent = await signUp(page);
    const card = await findCard(page, name);
    await card.getByRole('button', { name: LABELS.joinNow }).click();
    await joinForMia(page);
    await expectSaid(page, 'Added to Cart, Check Your Dashboard');
    await openPayment(page);
    await payWith(page, CARDS.good);
    await expectEnrolled(page, name);
    await expect
      .poll(() => listMails(page, { to: parent.email, q: 'enrolled' }), { timeout: 120_000 })
      .toMatchObject([{ text: expect.stringMatching(READ) as unknown as string }]);
  } finally {
    await save(director, '');
    await director.context().close();
  }
});
