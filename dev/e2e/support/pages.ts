import type { APIRequestContext, Page } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import pages from '../pages.json' with { type: 'json' };
import { logIn } from './people.ts';

export type Role = keyof typeof pages;

/** Every page of the app by who sees it: its name and its address; `{class}`, `{cart}` and the like stand for ids. */
export const PAGES: Record<Role, Record<string, string>> = pages;

/** Puts ids into an address of PAGES. */
export function fillIn(path: string, ids: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
}

/** The first class that has an instructor. */
export async function findClassId(request: APIRequestContext): Promise<string> {
  const classes = (await (await request.get('/api/classes')).json()) as {
    _id: string;
    instructor: string;
  }[];
  return classes.find(({ instructor }) => instructor !== 'not-assigned')?._id ?? '';
}

/** The cart item of the signed-in demo student, who joins the last class if the cart is empty. */
export async function findCartId(page: Page): Promise<string> {
  return page.evaluate(async (email) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      'Content-Type': 'application/json',
    };
    const get = async (path: string) => (await fetch(path, { headers })).json();
    const classes = (await get('/api/classes')) as { _id: string; sit: number }[];
    const classId = classes.findLast(({ sit }) => sit > 0)?._id;
    const body = JSON.stringify({ classId, email });
    await fetch('/api/addClass', { method: 'POST', headers, body });
    const [item] = (await get(`/api/myclass?email=${email}`)) as { _id: string }[];
    return item?._id ?? '';
  }, 'student@speakifyr.test');
}

/** The first child of the signed-in demo student, who adds one if there is none. */
export async function findChildId(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      'Content-Type': 'application/json',
    };
    const { children } = (await (await fetch('/api/myChildren', { headers })).json()) as {
      children: { _id: string }[];
    };
    if (children[0]) return children[0]._id;
    const body = JSON.stringify({ name: 'Mia Feldsee', birthDate: '2017-06-03' });
    const added = await fetch('/api/myChildren', { method: 'POST', headers, body });
    return ((await added.json()) as { child: { _id: string } }).child._id;
  });
}

/** A payment of the signed-in demo student that bought a class. */
export async function findPaymentId(page: Page): Promise<string> {
  return page.evaluate(async (email) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    const answer = await fetch(`/api/myEnrolledClass?email=${email}`, { headers });
    const courses = (await answer.json()) as { transactionId: string; price: number }[];
    return courses.find(({ price }) => price > 0)?.transactionId ?? '';
  }, 'student@speakifyr.test');
}

/** The newest email of the school, as the signed-in admin sees it. If there is none, a visitor writes to the school. */
export async function findMailId(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    const findNewest = async () => {
      const mails = await (await fetch('/api/outbox?size=1', { headers })).json();
      return (mails as { _id: string }[])[0]?._id;
    };
    const id = await findNewest();
    if (id) return id;
    const message = { name: 'Rosa', email: 'rosa@example.test', message: 'Is there a bus?' };
    await fetch('/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...message, website: '' }),
    });
    for (;;) {
      const written = await findNewest();
      if (written) return written;
    }
  });
}

/** A message of the contact form, which the signed-in admin writes. */
export async function findMessageId(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      'Content-Type': 'application/json',
    };
    const find = async () => {
      const found = await (await fetch('/api/contactMessages?size=1', { headers })).json();
      return (found as { _id: string }[])[0]?._id;
    };
    const message = { name: 'Rosa', email: 'rosa@example.test', message: 'Is there a bus?' };
    const body = JSON.stringify({ ...message, website: '' });
    if (!(await find())) await fetch('/api/contact', { method: 'POST', headers, body });
    return (await find()) ?? '';
  });
}

/** The family of the demo parent, as the signed-in admin finds it. */
export async function findFamilyId(page: Page): Promise<string> {
  return page.evaluate(async (text) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    const { parents } = (await (await fetch(`/api/search?text=${text}`, { headers })).json()) as {
      parents: { _id: string }[];
    };
    return parents[0]?._id ?? '';
  }, 'parent@speakifyr.test');
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

/** Follows a link of the navigation, which a phone keeps in a menu. */
export async function followNavigation(page: Page, name: string | RegExp): Promise<void> {
  const link = page.getByRole('link', { name, exact: typeof name === 'string' }).first();
  const menu = page.getByRole('button', { name: LABELS.openMenu });
  await link.or(menu).first().waitFor();
  if (!(await link.isVisible())) await menu.click();
  await link.click();
}
