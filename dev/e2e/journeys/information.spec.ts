import { expect, test } from '@playwright/test';
import { enterAs, findClassId, openTab } from '../support/pages.ts';

/** What parents read before they trust the school, and what search engines read. */

// Rules: R76, R77.
test('every address of the sitemap answers, as the page that it names', async ({
  page,
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(15);
  for (const address of addresses) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(200);
    const html = await response.text();
    expect(html, address).toContain(`<link rel="canonical" href="${address}"`);
    expect(html, address).toMatch(/<meta property="og:image" content="http/);
    expect(html, address).not.toContain('noindex');
  }
  const information = addresses.filter((address) => !address.includes('/classes/'));
  for (const address of information) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).not.toHaveText('Page not found');
  }
});

test('the page of a class describes it to search engines, and other pages do not', async ({
  page,
  request,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const classId = await findClassId(request);
  await page.goto(`/classes/${classId}`);
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const data = page.locator('script[type="application/ld+json"]');
  expect(JSON.parse((await data.textContent()) ?? '')).toMatchObject({
    '@type': 'EducationEvent',
    name,
    url: page.url(),
    offers: { '@type': 'Offer', priceCurrency: 'USD' },
  });

  await page.getByRole('contentinfo').getByRole('link', { name: 'About the camp' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About the camp' })).toBeVisible();
  await expect(data).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('a visitor writes to the school, and an admin finds the message and marks it as done', async ({
  page,
}) => {
  const question = `Is there a bus? ${Date.now()}`;
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Rosa');
  await page.getByLabel('Email').fill('rosa@example.test');
  await page.getByLabel('Message').fill(question);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible();

  await enterAs(page, 'admin');
  await page.goto('/dashboard/admin');
  await openTab(page, 'Messages', 'Contact Inbox');
  const row = page.getByRole('row').filter({ hasText: question });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /Mark as done/ }).click();
  await expect(row).toHaveCount(0);
});
