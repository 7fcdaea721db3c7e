import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { openSchoolOf } from '../support/other-school.ts';
import { logIn } from '../support/people.ts';
import { takePictures } from '../support/pictures.ts';
import { pressAndHear } from '../support/said.ts';

test.use(FOR_AXE);

const SAVED = 'Saved. Families read it on the next page that they load';

// Rules: R604.
test('a director says who the school is; a page without scripts says it on two servers within a minute', async ({
  page,
  browser,
}, { outputDir }) => {
  const show = takePictures(page, outputDir);
  const school = await openSchoolOf('small');
  const other = await school.startServer();
  try {
    await page.goto(`${school.url}/login`);
    await logIn(page, 'admin@speakifyr.test');
    await page.goto(`${school.url}/dashboard/manageEverything`);
    await page.getByRole('link', { name: /^School:/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('Pine Hill');
    await page.getByLabel('Phone').fill('+1 607 555 0101');
    await page.getByLabel('City').fill('Ithaca');
    await show('1-about');
    const save = page.getByRole('button', { name: 'Save' });
    await pressAndHear(page, save, SAVED);
    for (const part of ['Days', 'Booking', 'Money']) {
      await page.getByRole('link', { name: part, exact: true }).click();
      await expect(save).toBeVisible();
      await show(`2-${part.toLowerCase()}`);
    }
    // At once in the dashboard, and on every other page.
    await expect(page.getByRole('link', { name: 'Pine Hill home' }).first()).toBeVisible();

    const bare = await browser.newContext({ javaScriptEnabled: false });
    const visitor = await bare.newPage();
    for (const { url } of [school, other]) {
      await expect(async () => {
        await visitor.goto(`${url}/contact`);
        await expect(visitor.getByText('+1 607 555 0101')).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
      await expect(visitor).toHaveTitle('Pine Hill | Contact');
      await expect(visitor.getByText(/SPEAKIFYR/)).toHaveCount(0);
    }
    await bare.close();
    // What the browser draws is what the server drew.
    const problems: string[] = [];
    page.on('console', (said) => said.type() === 'error' && problems.push(said.text()));
    await page.goto(`${other.url}/`);
    await expect(page.getByText('Day camp in Ithaca, ages 7 to 15')).toBeVisible();
    expect(problems.filter((text) => /hydrat/i.test(text))).toEqual([]);
  } finally {
    await other.close();
    await school.close();
  }
});
