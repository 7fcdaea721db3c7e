import { expect, test } from '@playwright/test';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import type { ClassTeam } from '@speakifyr/contract/team.ts';
import { callAs } from '../support/call.ts';
import { findLosses } from '../support/layout.ts';
import { openSchoolOf } from '../support/other-school.ts';
import { logIn } from '../support/people.ts';

const INSTRUCTORS = 110;

test('a substitute is found in a school of 110 instructors: who is free on that day comes first', async ({
  browser,
}) => {
  const school = await openSchoolOf('team');
  const context = await browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, baseURL: school.url },
  });
  const page = await context.newPage();
  await page.goto('/login');
  await logIn(page, 'admin@speakifyr.test');
  const classes = await callAs<ListedClass[]>(page, 'GET', '/classList?season=coming');
  const read = (id: string) => callAs<ClassTeam>(page, 'GET', `/classTeam/${id}`);
  const isBusyOn = (day: string) => (one: ClassTeam['people'][number]) =>
    one.busy.some(({ from, to }) => from <= day && day <= to);
  // One whose first day is also that of other classes with an instructor.
  let [classId, team] = ['', undefined as ClassTeam | undefined];
  for (const { _id } of classes) {
    const found = await read(_id);
    const [first = ''] = found.days;
    if (!found.people.some(isBusyOn(first))) continue;
    [classId, team] = [_id, found];
    break;
  }
  const isBusy = isBusyOn(team?.days[0] ?? '');
  const busy = team?.people.filter(isBusy) ?? [];
  const free = team?.people.filter((one) => !isBusy(one)) ?? [];
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.length + free.length).toBeGreaterThanOrEqual(INSTRUCTORS - 1);

  await page.goto(`/dashboard/classes/${classId}`);
  await page.getByRole('button', { name: 'Add a substitute' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a substitute' });
  const people = dialog.getByRole('group', { name: 'Who' }).getByRole('radio');
  await expect(people).toHaveCount(busy.length + free.length);
  const cards = dialog.getByRole('group', { name: 'Who' }).locator('label', { hasText: '@' });
  await expect(cards.first()).not.toContainText('at the same time');
  await expect(cards.nth(free.length - 1)).not.toContainText('at the same time');
  await expect(cards.nth(free.length)).toContainText('at the same time');
  expect(await findLosses(page)).toEqual([]);

  const find = dialog.getByLabel('Find a person');
  await find.fill(busy[0]?.email ?? '');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('at the same time');
  const chosen = free.at(-1);
  await find.fill(chosen?.email ?? '');
  await expect(cards).toHaveCount(1);
  await cards.click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: chosen?.name ?? '' });
  await expect(row).toContainText('Substitute');
  const { members } = await read(classId);
  expect(members).toMatchObject([{ userId: chosen?.userId, role: 'substitute' }]);
  await context.close();
  await school.close();
});
