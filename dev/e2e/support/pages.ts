import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import pages from '../pages.json' with { type: 'json' };
import { callAs } from './call.ts';
import { logIn } from './people.ts';

export type Role = keyof typeof pages;

/** Every page of the app by who sees it: its name and its address; `{class}`, `{cart}` and the like stand for ids. */
export const PAGES: Record<Role, Record<string, string>> = pages;

/** Puts ids into an address of PAGES. */
export function fillIn(path: string, ids: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
}

/** A class of the demo school with an instructor and free seats. Any other class may be another journey's. */
export async function findClassId(request: APIRequestContext): Promise<string> {
  const classes = (await (await request.get('/api/classes')).json()) as {
    _id: string;
    name: string;
  }[];
  return classes.find(({ name }) => name === 'Photo Safari')?._id ?? '';
}

const STUDENT = 'student@speakifyr.test';

/** The cart item of the signed-in demo student, who joins a class if the cart is empty. */
export async function findCartId(page: Page): Promise<string> {
  const read = () => callAs<{ _id: string }[]>(page, 'GET', `/myclass?email=${STUDENT}`);
  const [item] = await read();
  if (item) return item._id;
  const classId = await findClassId(page.request);
  await callAs(page, 'POST', '/addClass', { classId, email: STUDENT });
  return (await read())[0]?._id ?? '';
}

/**
 * What stands for the ids in PAGES, as the person who is signed in finds it.
 * @param email the student's own; for an admin, that of a family
 */
export async function findIds(
  page: Page,
  role: Role,
  email = role === 'student' ? STUDENT : 'parent@speakifyr.test',
): Promise<Record<string, string>> {
  const ids: Record<string, string> = { class: await findClassId(page.request) };
  const get = <Answer>(path: string) => callAs<Answer>(page, 'GET', path);
  if (role === 'student') {
    const child = { name: 'Mia Feldsee', birthDate: '2017-06-03' };
    const { children } = await get<{ children: { _id: string }[] }>('/myChildren');
    ids['child'] =
      children[0]?._id ??
      (await callAs<{ child: { _id: string } }>(page, 'POST', '/myChildren', child)).child._id;
    const courses = await get<{ transactionId: string; price: number }[]>(
      `/myEnrolledClass?email=${email}`,
    );
    ids['payment'] = courses.find(({ price }) => price > 0)?.transactionId ?? '';
    const [choice] = await get<{ participant: string; year: number }[]>('/myStatements');
    const { participant, year } = choice ?? {};
    const asked = { participant, year };
    const { no } = await callAs<{ no: number }>(page, 'POST', '/myStatements', asked);
    ids['statement'] = String(no);
  }
  if (role === 'admin') {
    const message = { name: 'Rosa', email: 'rosa@example.test', message: 'Is there a bus?' };
    await callAs(page, 'POST', '/contact', { ...message, website: '' });
    const findNewest = async (path: string) => (await get<{ _id: string }[]>(path))[0]?._id ?? '';
    ids['message'] = await findNewest('/contactMessages?size=1');
    // The email about it is written a moment later, if it is the first one of the school.
    await expect.poll(() => findNewest('/outbox?size=1')).not.toBe('');
    ids['mail'] = await findNewest('/outbox?size=1');
    const { parents } = await get<{ parents: { _id: string }[] }>(`/search?text=${email}`);
    ids['family'] = parents[0]?._id ?? '';
  }
  return ids;
}

/** Logs in as one of the demo accounts; a visitor stays one. */
export async function enterAs(page: Page, role: Role): Promise<void> {
  if (role === 'visitor') return;
  await page.goto('/login');
  await logIn(page, `${role}@speakifyr.test`);
}

/** Opens a page and waits until what it shows is there. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).or(page.getByRole('img')).first().waitFor();
  // What is further down is fetched when somebody comes near it.
  await page.waitForFunction(
    () => {
      const isAtEnd = window.scrollY + window.innerHeight >= document.body.scrollHeight - 1;
      window.scrollTo(0, isAtEnd ? 0 : window.scrollY + window.innerHeight / 2);
      return !document.querySelector('main .skeleton');
    },
    undefined,
    { polling: 50 },
  );
}

/** Opens one of the admins' pages: its door in the menu, then its tab. */
export async function openTab(page: Page, door: string, tab: string): Promise<void> {
  await followNavigation(page, new RegExp(`^${door}\\b`));
  await page
    .getByRole('navigation', { name: door, exact: true })
    .getByRole('link', { name: new RegExp(`^${tab}\\b`) })
    .click();
}

/** Follows a link of the navigation, which a phone keeps in a menu. */
export async function followNavigation(page: Page, name: string | RegExp): Promise<void> {
  const link = page.getByRole('link', { name, exact: typeof name === 'string' }).first();
  const menu = page.getByRole('button', { name: LABELS.openMenu });
  await link.or(menu).first().waitFor();
  if (!(await link.isVisible())) await menu.click();
  await link.click();
}
