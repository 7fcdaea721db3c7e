import { expect, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { addChild, comeConfirmed, MIA } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { expectSaid } from '../support/said.ts';

// Parents do this on their phones.
test.use({ viewport: { width: 360, height: 740 } });

test('a guardian asks another one to share the cost, who accepts; then the first one stops it', async ({
  page,
  browser,
}) => {
  const first = await comeConfirmed(page);
  const childId = await addChild(page, MIA);
  const other = await (
    await browser.newContext({ viewport: { width: 360, height: 740 } })
  ).newPage();
  const second = await comeConfirmed(other);
  await callAs(page, 'POST', `/myChildren/${childId}/guardians`, {
    email: second.email,
    may: ['book'],
  });
  const { invitations } = await callAs<{ invitations: { _id: string }[] }>(
    other,
    'GET',
    '/myChildren',
  );
  await callAs(other, 'POST', `/myInvitations/${invitations[0]?._id ?? ''}`);

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
  await expect(question).toContainText(
    `${first.name} asks you to pay 40% of ${MIA.name}’s classes`,
  );
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
