import { expect, test } from '@playwright/test';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { enterAs } from '../support/pages.ts';
import { makePerson, signUp } from '../support/people.ts';

// A person chooses their own name. It is text wherever it shows, even if it looks like HTML.

// Rules: R45.
test('a student’s name that is HTML shows as text in the dialogs of an admin', async ({
  browser,
  page: student,
}) => {
  const person = makePerson();
  const name = `<a href=//evil style=position:fixed;inset:0>x</a><iframe src=/api/docs></iframe>`;
  await student.goto('/signup');
  await signUp(student, { ...person, name });

  const admin = await (await browser.newContext()).newPage();
  const dialog = admin.getByRole('dialog');
  const expectOnlyText = async (text: string) => {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    await expect(dialog.locator('a, iframe')).toHaveCount(0);
  };

  await enterAs(admin, 'admin');
  await admin.goto(`/dashboard/users?search=${encodeURIComponent(person.email)}`);
  await admin.getByRole('button', { name: `${LABELS.remove} ${name}` }).click();
  await expectOnlyText(`Remove ${name}?`);
  await dialog.getByLabel('Why?').fill('<b>No</b>');
  await dialog.getByRole('button', { name: 'Yes, Remove!' }).click();
  await expectOnlyText(`${name} Removed`);
});

test('the browser makes neither elements nor scripts from a text', async ({ page }) => {
  await page.goto('/');
  const made = await page.evaluate(() => {
    const place = document.createElement('div');
    place.innerHTML = '<a href="//evil">x</a><iframe src="/api/docs"></iframe>';
    const parsed = new DOMParser().parseFromString('<b onclick="alert(1)">x</b>', 'text/html');
    return {
      elements: place.childElementCount + parsed.body.childElementCount,
      text: place.textContent,
    };
  });
  expect(made).toEqual({
    elements: 0,
    text: '<a href="//evil">x</a><iframe src="/api/docs"></iframe>',
  });
  for (const address of ['https://evil.example/x.js', '/api/docs/x.js', 'data:text/javascript,1'])
    await expect(
      page.evaluate((src) => {
        document.createElement('script').src = src;
      }, address),
      address,
    ).rejects.toThrow('TrustedScriptURL');
});

test('the API docs find a call, and have none of our origin’s powers', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await page.goto(
    '/api/docs?url=https://evil.example/x.json&configUrl=https://evil.example/x.json',
  );
  await page.getByPlaceholder('Filter by tag or path').fill('jwt');
  await page.getByRole('link', { name: 'Sign-in' }).click();
  await expect(page.getByRole('button', { name: /\/jwt/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Classes' })).toHaveCount(0);
  expect(await page.evaluate(() => window.origin)).toBe('null');
  await expect(page.evaluate(() => localStorage.length)).rejects.toThrow('sandboxed');
  expect(new Set(asked)).toEqual(new Set(['/api/docs', '/api/docs/']));
  expect(problems).toEqual([]);
});

test('injected HTML can’t frame the API docs', async ({ page }) => {
  await page.goto('/');
  const broken = await page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          resolve(effectiveDirective),
        );
        const frame = document.createElement('iframe');
        frame.src = '/api/docs/';
        document.body.append(frame);
      }),
  );
  expect(broken).toBe('frame-src');
});
