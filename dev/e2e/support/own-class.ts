import { readWeekday } from '@speakifyr/contract/class-days.ts';
import { addDays } from '@speakifyr/contract/days.ts';
import type { Browser, Page } from '@playwright/test';
import type { AdminClass } from '@speakifyr/contract/classes.ts';
import type { ByDay } from '@speakifyr/contract/sold-by-day.ts';
import { callAs } from './call.ts';
import { archiveClasses } from './database.ts';
import { openAdmin } from './families.ts';

/** What a journey wants to be different from the class that is copied. */
type Wishes = Partial<
  Pick<AdminClass, 'price' | 'sit' | 'camp_start' | 'camp_end' | 'days' | 'dailyStart' | 'dailyEnd'>
> & { byDay?: ByDay };

/** The classes that the tests of this file have opened. */
const opened: string[] = [];

/** Closes them, so that the lists of classes stay short. For `test.afterEach`. */
export async function closeOpenedClasses(): Promise<void> {
  await archiveClasses(opened.splice(0));
}

/** Opens a copy of a demo class, for children of 8 to 15, that no other journey changes. @returns its id */
export async function openClass(admin: Page, name: string, wishes: Wishes = {}): Promise<string> {
  const classes = await listClasses(admin);
  const model = classes.find((campClass) => campClass.name.startsWith('Camp Band'));
  const copy = await callAs<{ insertedId: string }>(
    admin,
    'POST',
    `/duplicateCourse/${model?._id}`,
  );
  await changeClass(admin, copy.insertedId, { name, ...wishes });
  await callAs(admin, 'POST', `/publishCourse/${copy.insertedId}`, {});
  opened.push(copy.insertedId);
  return copy.insertedId;
}

/** Opens a class that nobody else's journey changes, for a journey that has no admin. @returns its name and its id */
export async function openOwnClass(
  browser: Browser,
  word: string,
  wishes: Wishes = {},
): Promise<{ name: string; id: string }> {
  const name = `${word} ${Date.now()}`;
  const admin = await openAdmin(browser);
  const id = await openClass(admin, name, wishes);
  await admin.context().close();
  return { name, id };
}

/** Changes a class, even if students are enrolled. `inst_email` assigns an instructor. */
export async function changeClass(
  admin: Page,
  id: string,
  changes: Wishes & { name?: string; inst_email?: string },
): Promise<void> {
  const campClass = (await listClasses(admin)).find(({ _id }) => _id === id);
  await callAs(admin, 'PATCH', `/updateClass/${id}`, {
    name: campClass?.name,
    sit: campClass?.sit,
    price: campClass?.price,
    assign_room: campClass?.assign_room,
    course_tag: campClass?.course_tag,
    confirm_affected: campClass?.enrolled,
    ...changes,
  });
}

const listClasses = (admin: Page) => callAs<AdminClass[]>(admin, 'GET', '/adminClasses');

/** A day so many days from today, yyyy-mm-dd. */
export function dayFromToday(days: number): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The first Monday that is at least so many days from today, yyyy-mm-dd. */
export function mondayFromToday(days: number): string {
  const first = dayFromToday(days);
  return addDays(first, (8 - readWeekday(first)) % 7);
}
