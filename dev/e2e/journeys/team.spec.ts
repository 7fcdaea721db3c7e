import { expect, type Page, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { enrollMiaForToday } from '../support/day-list.ts';
import { comeConfirmed, MIA, openAdmin } from '../support/families.ts';
import { findLosses } from '../support/layout.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';

test.use({ viewport: { width: 360, height: 740 } });

test.afterEach(closeOpenedClasses);

/** Nothing is cut off at this width. */
async function expectWhole(page: Page): Promise<void> {
  expect(await findLosses(page)).toEqual([]);
}

test('an instructor is ill: the office adds a substitute, who sees the children today, until the office takes them off', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const { classId, className: name } = await enrollMiaForToday(page, admin, 'Team');
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const substitute = await context.newPage();
  const person = await comeConfirmed(substitute);
  // A page of a student that is still open would log them out.
  await substitute.goto('about:blank');
  await callAs(admin, 'PATCH', `/makeInstructor?email=${person.email}`);

  await admin.goto(`/dashboard/classes/${classId}`);
  await admin.getByRole('button', { name: 'Add a substitute' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add a substitute' });
  await dialog.getByText(person.email).click();
  await dialog.getByText('Today, ').click();
  await expectWhole(admin);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = admin.getByRole('listitem').filter({ hasText: person.name });
  await expect(row).toContainText('Substitute');
  await expect(row).toContainText('now');
  await expectWhole(admin);

  await substitute.goto('/dashboard/instructor');
  const card = substitute.getByRole('region', { name: `Today you are on the team of ${name}` });
  await expect(card).toBeVisible();
  await expectWhole(substitute);
  await card.getByRole('link', { name: 'Day list' }).click();
  await expect(substitute.getByText('0 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
  await substitute.getByRole('button', { name: new RegExp(`^Arrived.*${MIA.name}`) }).click();
  await expect(substitute.getByText('1 here, 0 expected, 0 absent, 0 gone')).toBeVisible();
  await substitute.goto(`/dashboard/managecourse/care?class=${classId}`);
  await expect(substitute.getByText(MIA.name).first()).toBeVisible();
  await substitute.goto(`/dashboard/managecourse?class=${classId}`);
  await expect(substitute.getByRole('cell', { name: MIA.name })).toBeVisible();

  await row.getByRole('button', { name: 'Take off' }).click();
  await admin.getByRole('button', { name: 'Yes, take off' }).click();
  await expect(row).toBeHidden();
  await substitute.goto('/dashboard/instructor');
  await expect(substitute.getByRole('heading', { name: person.name })).toBeVisible();
  await expect(card).toBeHidden();
  await substitute.goto(`/dashboard/managecourse/care?class=${classId}`);
  await expect(substitute).toHaveURL(/\/login/);
  await context.close();
  await admin.context().close();
});

test('an assistant lets families read their name on the class page, and takes it back', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  const stay = { from: dayFromToday(9), to: dayFromToday(10) };
  const days = { camp_start: stay.from, camp_end: stay.to };
  const classId = await openClass(admin, `Named ${Date.now()}`, { price: 0, ...days });
  const { name, email } = await comeConfirmed(page);
  // A page of a student that is still open would log them out.
  await page.goto('about:blank');
  await callAs(admin, 'PATCH', `/makeInstructor?email=${email}`);
  const { people } = await callAs<{ people: { userId: string; email: string }[] }>(
    admin,
    'GET',
    `/classTeam/${classId}`,
  );
  const { userId } = people.find((one) => one.email === email) ?? { userId: '' };
  await callAs(admin, 'POST', `/classTeam/${classId}`, { userId, role: 'assistant', ...stay });

  await admin.goto(`/classes/${classId}`);
  const helpers = admin.getByRole('region', { name: 'Who helps' });
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(helpers).toBeHidden();
  await page.goto('/dashboard/instructor');
  const named = page.getByRole('switch', { name: 'Show my name on the class page' });
  await named.click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expectWhole(page);
  await admin.reload();
  await expect(helpers).toContainText(name);
  await expectWhole(admin);

  await named.click();
  await expect(named).not.toBeChecked();
  await expect(page.getByText('Saved')).toBeVisible();
  await admin.reload();
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(helpers).toBeHidden();
  await admin.context().close();
});
