import { createTransport } from 'nodemailer';
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../../scripts/find-browser.mjs';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
let browser: Browser;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

it('a person finds an email in Chromium, reads it, follows its link and saves its file; its scripts never run', async () => {
  const attack = `<script>document.title='script'</script><img src="x" onerror="document.title='image'">`;
  await createTransport({ host: '127.0.0.1', port: sandbox.smtpPort }).sendMail({
    from: 'hello@speakifyr.test',
    to: { name: attack, address: 'rosa@example.com' },
    subject: `Your seat ${attack}`,
    text: `See you in camp ${attack}`,
    html: `<html><head><title>Mail</title></head><body><h1>See you in camp</h1>${attack}
      <a href="${sandbox.address}/inbox?q=opened">Open your class</a></body></html>`,
    attachments: [{ filename: 'camp.ics', content: 'BEGIN:VCALENDAR' }],
  });

  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${sandbox.address}/inbox`);
  await page.getByLabel('Search').fill('rosa@');
  await page.keyboard.press('Enter');
  await page.getByText('1 email', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Your seat' }).click();

  const email = page.frameLocator('iframe[title="The email"]');
  await email.getByRole('heading', { name: 'See you in camp' }).waitFor();
  expect(await email.locator('html').evaluate(() => document.title)).toBe('Mail');
  expect(await page.title()).toBe(`Your seat ${attack}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const tab = page.waitForEvent('popup');
  await email.getByRole('link', { name: 'Open your class' }).click();
  await (await tab).waitForURL(/q=opened/);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'camp.ics' }).click();
  expect((await saving).suggestedFilename()).toBe('camp.ics');
  await page.close();
});
