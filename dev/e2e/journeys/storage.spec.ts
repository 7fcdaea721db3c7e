import { expect, test } from '@playwright/test';
import { logIn, makePerson, openAccount } from '../support/people.ts';

test('a browser that blocks all site data shows the school, and the log-in says what to allow', async ({
  page,
}) => {
  const person = makePerson();
  await openAccount(page, person);
  // As Chrome does with "Block all cookies", and some apps with a page inside them.
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  for (const path of ['/', '/classes', '/contact', '/instructors']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: /^Switch to the (dark|light) theme$/ }).click();
    await expect(page.getByText('This page could not be shown')).toHaveCount(0);
  }
  await page.goto('/login');
  await expect(page.getByRole('alert')).toContainText('Please allow cookies and site data');
  await logIn(page, person.email, person.password);
  await expect(page.getByText('This page could not be shown')).toHaveCount(0);
  expect(problems).toEqual([]);
});
