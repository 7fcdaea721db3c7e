import { expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { makePerson } from '../support/people.ts';
import { CARDS, classCard, expectEnrolled, payButton } from '../support/shop.ts';
import { countTaps } from '../support/taps.ts';

/** The most taps from Home to a paid class, besides typing: a tap into a field is part of typing. */
const MOST_TAPS = 8;

test('a visitor goes from Home to a paid class in at most eight taps', async ({
  page,
  isMobile,
}) => {
  const readTaps = await countTaps(page);
  const press = (target: ReturnType<Page['getByRole']>) =>
    isMobile ? target.tap() : target.click();
  const person = makePerson();

  await page.goto('/');
  await press(page.getByRole('link', { name: LABELS.joinCamp }));
  await press(classCard(page, 'Code').getByRole('button', { name: LABELS.joinNow }));
  await press(page.getByRole('main').getByRole('link', { name: 'Sign up' }));
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page.getByRole('button', { name: LABELS.signUp }));

  // Back at the classes, the join has gone on by itself.
  await press(page.getByRole('link', { name: LABELS.payNow }));
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await card.getByLabel('Credit or debit card number').fill(CARDS.good);
  await card.getByLabel('Credit or debit card expiration date').fill('12 / 34');
  await card.getByLabel('Credit or debit card CVC/CVV').fill('123');
  await press(payButton(page));
  await expectEnrolled(page, 'Code');
  const taps = readTaps();
  expect(taps).toBeGreaterThan(3);
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
});
