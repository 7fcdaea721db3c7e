import { type Browser, expect, type Page, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { addChild, askWhoJoins, comeConfirmed, holdSeats, MIA } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { closeOpenedClasses, dayFromToday, openOwnClass } from '../support/own-class.ts';
import { expectSaid } from '../support/said.ts';
import { CARDS, openPayment, payWith } from '../support/shop.ts';

// Parents do this on their phones.
test.use({ viewport: { width: 360, height: 740 } });

test.afterEach(closeOpenedClasses);

/** A child with two guardians, each on a phone of their own. The second one may only book. */
async function bringTwo(page: Page, browser: Browser) {
  const first = await comeConfirmed(page);
  const childId = await addChild(page, MIA);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const other = await phone.newPage();
  const second = await comeConfirmed(other);
  await callAs(page, 'POST', `/myChildren/${childId}/guardians`, {
    email: second.email,
    may: ['book'],
  });
  type Invited = { invitations: { _id: string }[] };
  const { invitations } = await callAs<Invited>(other, 'GET', '/myChildren');
  await callAs(other, 'POST', `/myInvitations/${invitations[0]?._id ?? ''}`);
  return { first, second, other, childId };
}

test('a guardian asks another one to share the cost, who accepts; then the first one stops it', async ({
  page,
  browser,
}) => {
  const { first, second, other, childId } = await bringTwo(page, browser);
  await page.goto(`/dashboard/children/${childId}#cost`);
  const panel = page.getByRole('region', { name: 'Share the cost' });
  await expect(panel.getByLabel('in percent')).toBeVisible();
  await panel.getByLabel('in percent').fill('40');
  await panel.getByRole('button', { name: `Ask ${second.name}` }).click();
  await expectSaid(page, `We have asked ${second.name}`);
  await expect(panel).toContainText('You would pay 60%.');

  const { text } = await findMail(page, second.email, 'Do you want to share the cost of classes?');
  expect(text).toContain('You pay 40%');
  const [link = ''] = /http\S+#cost/.exec(text) ?? [];
  await other.goto(link);
  const question = other.getByRole('region', { name: 'Share the cost' });
  await expect(question).toContainText(`${first.name} asks you to pay 40% of Mia’s classes`);
  await question.getByRole('button', { name: 'Accept' }).click();
  await expectSaid(other, 'You pay 40% of what is booked from now on');
  await expect(question).toContainText(`You pay 40%, ${first.name} pays 60%.`);

  await findMail(page, first.email, 'You now share the cost of classes');
  await page.reload();
  await panel.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expectSaid(page, 'You no longer share the cost');
  await findMail(page, second.email, 'You no longer share the cost of classes');
  await other.context().close();
});

test('two households share a price: each pays their own part, and gets it back when the seat is canceled', async ({
  page,
  browser,
}) => {
  const { name } = await openOwnClass(browser, 'Shared', {
    ...{ price: 100, camp_start: dayFromToday(60), camp_end: dayFromToday(64) },
  });
  const { first, second, other, childId } = await bringTwo(page, browser);
  type Child = { guardians: { _id: string; isYou: boolean }[] };
  const { guardians } = await callAs<Child>(page, 'GET', `/myChildren/${childId}`);
  const [you, guardian] = [true, false].map((isYou) =>
    guardians.find((one) => one.isYou === isYou),
  );
  const path = `/myChildren/${childId}/costShare`;
  await callAs(page, 'POST', path, { guardianId: guardian?._id, percent: 40 });
  await callAs(other, 'PUT', path, { accept: true, askedBy: you?._id, percent: 40 });

  await holdSeats(page, await askWhoJoins(page, name), MIA.name);
  await openPayment(page);
  const share = 'Your share of $100 USD: the other household pays $40 USD';
  await expect(page.getByText(share)).toBeVisible();
  await payWith(page, CARDS.good);
  await expectSaid(page, 'Congratulations, Successfully Enrolled');
  await page.goto('/dashboard/enroll');
  await expect(page.getByRole('article')).toContainText(/Your share\s*60 tk/);
  await expect(page.getByText('Owed')).toHaveCount(0);

  const { text } = await findMail(page, second.email, 'New class: ');
  expect(text).toContain(`${first.name} has booked a class for ${MIA.name}.`);
  expect(text).toContain('$40 USD');
  await other.goto('/dashboard/enroll');
  await expect(other.getByText(/^Owed: 40 tk, due/)).toBeVisible();
  await other.getByRole('link', { name: /^Pay 40 tk/ }).click();
  await payWith(other, CARDS.good);
  await expectSaid(other, 'Thank you, we have your payment');

  await page.getByRole('button', { name: /^Change or cancel/ }).click();
  await page
    .getByRole('button', { name: /^Cancel the seat You get everything back: \$60/ })
    .click();
  const question = page.getByRole('dialog', { name: `Cancel ${MIA.name}’s seat?` });
  await question.getByRole('button', { name: 'Cancel the seat, get $60' }).click();
  await expectSaid(page, 'The seat is canceled');
  const canceled = page.getByRole('region', { name: 'Canceled seats' });
  await expect(canceled).toContainText('$60 USD back');
  const mail = await findMail(page, second.email, 'Seat canceled: ');
  expect(mail.text).toContain('You get all of your money back: $40 USD.');
  await other.context().close();
});
