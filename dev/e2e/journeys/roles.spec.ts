import { expect, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { joinForMia } from '../support/families.ts';
import { closeOpenedClasses, dayFromToday, openOwnClass } from '../support/own-class.ts';
import { signUp } from '../support/people.ts';
import { CARDS, expectEnrolled, findCard, openPayment, payWith } from '../support/shop.ts';
import { countTaps } from '../support/taps.ts';
import { enterAs, PAGES, type Role } from '../support/pages.ts';
import { expectSaid } from '../support/said.ts';

test.afterEach(closeOpenedClasses);

test('a visitor at any page of a dashboard is asked to log in first', async ({ page }) => {
  for (const path of ['/dashboard', '/dashboard/enroll', '/dashboard/users']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
});

for (const role of ['student', 'instructor', 'admin'] as const)
  // The others are led home by the same guard, of which the web app's own tests take every case.
  test(`a ${role} who types another role’s address is led home`, async ({ page }) => {
    await enterAs(page, role);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(new RegExp(`/dashboard/${role}$`));
    for (const other of ['student', 'instructor', 'admin'] as Role[]) {
      if (other === role) continue;
      const [path = ''] = Object.values(PAGES[other]);
      await page.goto(path);
      await expect(page).toHaveURL((url) => url.pathname === '/');
    }
  });

test('an admin finds who paid for a class, and how much, in two clicks', async ({
  page,
  browser,
}) => {
  // It starts first, so that it is at the top of the list.
  const { name } = await openOwnClass(browser, 'Kite flying', {
    price: 45,
    camp_start: dayFromToday(1),
    camp_end: dayFromToday(5),
  });
  const student = await (await browser.newContext()).newPage();
  await student.goto('/signup');
  const { email } = await signUp(student);
  const card = await findCard(student, name);
  await card.getByRole('button', { name: LABELS.joinNow }).click();
  await joinForMia(student);
  await expectSaid(student, 'Added to Cart, Check Your Dashboard');
  await openPayment(student);
  await payWith(student, CARDS.good);
  await expectEnrolled(student, name);
  await student.context().close();

  await enterAs(page, 'admin');
  await page.goto('/dashboard/admin');
  const readClicks = await countTaps(page);
  await page.reload();
  await page.getByRole('link', { name: 'Classes', exact: true }).last().click();
  // Home names the class, too, until the list is there.
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  const enrolled = page.getByRole('table', { name: 'Enrolled' });
  const rows = enrolled.getByRole('row').filter({ hasText: /[A-Z]{3}-\d{3}/ });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(email);
  await expect(rows).toContainText('$45');
  expect(readClicks()).toBe(2);
});
