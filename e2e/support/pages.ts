import type { APIRequestContext, Page } from '@playwright/test';
import pages from '../pages.json' with { type: 'json' };
import { DEMO_PASSWORD } from './people.ts';

export type Role = keyof typeof pages;

/** Every page of the app by who sees it: its name and its address; `{class}` and `{cart}` stand for ids. */
export const PAGES: Record<Role, Record<string, string>> = pages;

/** The first class that has an instructor. */
export async function findClassId(request: APIRequestContext): Promise<string> {
  const classes = (await (await request.get('/api/classes')).json()) as {
    _id: string;
    instructor: string;
  }[];
  return classes.find(({ instructor }) => instructor !== 'not-assigned')?._id ?? '';
}

/** Logs in as one of the demo accounts; a visitor stays one. */
export async function enterAs(page: Page, role: Role): Promise<void> {
  if (role === 'visitor') return;
  await page.goto('/login');
  await page.getByLabel('Email').fill(`${role}@speakifyr.test`);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname === '/');
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
