import { expect, type Page } from '@playwright/test';

/** Calls the API of the page's school as the person who is signed in there, to prepare what a journey is not about. */
export async function callAs<Answer>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const token = await page.waitForFunction(() => localStorage.getItem('token'));
  const answer = await page.request.fetch(new URL(`/api${path}`, page.url()).href, {
    method,
    headers: { Authorization: `Bearer ${await token.jsonValue()}` },
    ...(body && { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}
