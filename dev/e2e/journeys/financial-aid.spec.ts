import { expect, test } from '@playwright/test';
import {
  addChild,
  askWhoJoins,
  comeConfirmed,
  holdSeats,
  MIA,
  openAdmin,
} from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { closeOpenedClasses, openClass } from '../support/own-class.ts';
import { openTab } from '../support/pages.ts';
import { expectSaid } from '../support/said.ts';
import { CARDS, findCard, payWith, priceLine } from '../support/shop.ts';

test.afterEach(closeOpenedClasses);

// Rules: R450.
test('a parent asks for financial aid, a director awards it, and the parent pays the lower price', async ({
  browser,
}) => {
  const className = `Kites ${Date.now()}`;
  const words = `We need help ${Date.now()}.`;
  const admin = await openAdmin(browser);
  const classId = await openClass(admin, className, { price: 200 });
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await phone.newPage();
  const { email, name } = await comeConfirmed(page);
  await addChild(page, MIA);
  await page.goto(`/classes/${classId}`);
  await holdSeats(page, await askWhoJoins(page, className), MIA.name);
  await expect(await findCard(page, className)).toContainText('$200');

  await page.goto('/dashboard/myclasses');
  await page.getByRole('link', { name: 'Ask for financial aid' }).click();
  const form = page.getByRole('form', { name: 'Ask for financial aid' });
  await form.getByLabel('Who is it for?').selectOption(MIA.name);
  await form.getByLabel('What should we know?').fill(words);
  await form.getByRole('button', { name: 'Ask for financial aid' }).click();
  await expectSaid(page, 'We have your request. The answer will be here.');
  await expect(page.getByText('The school has not answered yet.')).toBeVisible();

  await admin.goto('/dashboard/admin');
  await openTab(admin, 'Families', 'Financial Aid');
  const request = admin.getByRole('article').filter({ hasText: words });
  await request.getByRole('button', { name: `Answer ${name}` }).click();
  const answer = admin.getByRole('dialog');
  await answer.getByLabel('Off each seat').fill('60');
  await answer.getByLabel(/^A few words/).fill('Glad that Mia comes.');
  await answer.getByRole('button', { name: 'Award' }).click();
  await expectSaid(admin, 'Awarded. The family reads it in the app.');
  await expect(request).toBeHidden();

  const mail = await findMail(page, email, 'There is an answer for you');
  expect(mail.text).not.toMatch(/financial|\baid\b|Mia/i);
  const link = /https?:\S+\/dashboard\/requests/.exec(mail.text)?.[0] ?? '';
  await page.goto(new URL(link).pathname);
  await expect(page.getByText('The school helps.')).toBeVisible();
  await expect(page.getByText(`60% off each seat for ${MIA.name}, in every class.`)).toBeVisible();
  await expect(page.getByText('Glad that Mia comes.')).toBeVisible();

  await page.goto('/dashboard/myclasses');
  await expect(priceLine(page, 'Financial aid', '−$120')).toBeVisible();
  await page.getByRole('link', { name: /^Pay/ }).first().click();
  await payWith(page, CARDS.good);
  await expect(page.getByRole('heading', { name: /^You paid/ })).toBeVisible();
  await page.goto('/dashboard/enroll');
  await expect(priceLine(page, 'Financial aid', '−120 tk')).toBeVisible();
  await page
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click();
  const paper = page.getByRole('article', { name: /^Receipt R-\d{6}$/ });
  await expect(priceLine(paper, 'Financial aid', '−$120')).toBeVisible();
  await expect(paper.getByRole('row', { name: /^Paid by card/ })).toContainText('$80 USD');
  await phone.close();
  await admin.context().close();
});
