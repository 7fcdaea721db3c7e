import { expect, type Page } from '@playwright/test';

/** Calls the API as the person who is signed in on the page, to prepare what a journey is not about. */
export async function callAs<Answer>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const token = await page.waitForFunction(() => localStorage.getItem('token'));
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${await token.jsonValue()}` },
    ...(body && { data: body }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}
