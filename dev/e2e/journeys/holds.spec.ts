import { expect, type Page, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { openAdmin, joinForMia } from '../support/families.ts';
import { confirmEmail } from '../support/inbox.ts';
import { closeOpenedClasses, openClass } from '../support/own-class.ts';
import { signUp } from '../support/people.ts';
import { expectEnrolled, findCard } from '../support/shop.ts';
import { expectSaid } from '../support/said.ts';

test.afterEach(closeOpenedClasses);

/** Makes a class free of charge in the admin's form. */
async function makeFree(admin: Page, classId: string): Promise<void> {
  await admin.goto(`/dashboard/updateCourse/${classId}`);
  await admin.getByLabel('Price').fill('0');
  await admin.getByRole('button', { name: /Update/ }).click();
  await expectSaid(admin, 'Updated!!!');
}

// Rules: R53, R55.
test('a student confirms their email, joins a free class and gets an entry code at once', async ({
  page,
  browser,
}) => {
  const name = `Pottery ${Date.now()}`;
  const admin = await openAdmin(browser);
  await makeFree(admin, await openClass(admin, name, { price: 45 }));
  await admin.context().close();

  await page.goto('/signup');
  const { email } = await signUp(page);
  const card = await findCard(page, name);
  await expect(card.getByText('Price Free')).toBeVisible();
  await card.getByRole('button', { name: 'Join for free' }).click();
  await joinForMia(page);
  await expect(page.getByText('Confirm your email address to join a free class.')).toBeVisible();
  await page.getByRole('button', { name: LABELS.ok }).click();
  await confirmEmail(page, email);
  await card.getByRole('button', { name: 'Join for free' }).click();
  await joinForMia(page);

  await expectSaid(page, 'Your entry code is under Enrolled Course');
  await expectEnrolled(page, name);
  // Nothing was paid, so there is no receipt.
  await expect(page.getByRole('article').getByText('Free', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /Receipt/ })).toBeHidden();
  await page.goto('/dashboard/myclasses');
  await expect(page.getByText('No course selected yet')).toBeVisible();
});

test('a full class says when a held seat may become free, and an admin releases it', async ({
  page,
  browser,
}) => {
  const name = `Rowing ${Date.now()}`;
  const admin = await openAdmin(browser);
  await openClass(admin, name, { sit: 1 });

  await page.goto('/signup');
  const student = await signUp(page);
  const card = await findCard(page, name);
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(page);
  await expectSaid(page, 'Added to Cart, Check Your Dashboard');
  await expect(card.getByRole('link', { name: /^In your cart · .* · Pay/ })).toBeVisible();

  const fullCard = await findCard(admin, name);
  await expect(fullCard.getByRole('button', { name: LABELS.joinWaiting })).toBeVisible();
  await expect(fullCard).toContainText(
    /Full\. A held seat may become free (on .+ )?at \d+:\d\d [AP]M Dhaka time\./,
  );
  await admin.goto(`/dashboard/updateCourse?search=${encodeURIComponent(name)}`);
  await admin.getByRole('link', { name: `1 held in ${name}` }).click();
  const row = admin.getByRole('row').filter({ hasText: student.email });
  await row.getByRole('button', { name: 'Release' }).click();
  await admin.getByRole('button', { name: 'Yes, Release!' }).click();
  await expect(admin.getByText('No open holds')).toBeVisible();
  await admin.context().close();

  await page.reload();
  await expect(card.getByRole('button', { name: LABELS.joinNow })).toBeEnabled();
  await page.goto('/dashboard/myclasses');
  await expect(page.getByText('No course selected yet')).toBeVisible();
});
