import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { addChild, askWhoJoins, comeConfirmed, holdSeats, MIA } from '../support/families.ts';
import { openDemoSchool } from '../support/other-school.ts';
import { openClass } from '../support/own-class.ts';
import { logIn } from '../support/people.ts';
import { takePictures } from '../support/pictures.ts';
import { pressAndHear } from '../support/said.ts';
import { CARDS, payWith } from '../support/shop.ts';

const PHONE = { viewport: { width: 360, height: 740 } };

// Rules: R629.
test('a director adds a tax; a parent reads it on the class, pays it, and finds it on the receipt', async ({
  browser,
}, { outputDir }) => {
  const school = await openDemoSchool();
  const openPage = async () =>
    (
      await browser.newContext({
        bypassCSP: FOR_AXE.bypassCSP,
        ...FOR_AXE.contextOptions,
        ...PHONE,
        baseURL: school.url,
      })
    ).newPage();
  try {
    const office = await openPage();
    await office.goto('/login');
    await logIn(office, 'admin@speakifyr.test');
    await office.goto('/dashboard/school?part=money');
    await office.getByLabel('Name of the tax').fill('sales tax');
    await office.getByLabel('Percent for classes').fill('8.875');
    await office.getByLabel('Percent for cancellation fees').fill('0');
    await office.getByLabel('The tax is added to the prices').check();
    await takePictures(office, outputDir)('1-money');
    const save = office.getByRole('button', { name: 'Save' });
    await pressAndHear(office, save, 'Saved. Families read it on the next page that they load');
    const className = `Kayak ${Date.now()}`;
    const classId = await openClass(office, className, { price: 100 });

    const page = await openPage();
    const show = takePictures(page, outputDir);
    await comeConfirmed(page);
    await addChild(page, MIA);
    await page.goto(`/classes?search=${encodeURIComponent(className)}`);
    await expect(page.getByText('plus 8.875% sales tax', { exact: true })).toBeVisible();
    await show('2-card');
    await page.goto(`/classes/${classId}`);
    await expect(page.getByText('Plus 8.875% sales tax. A seat is $108.88 with it.')).toBeVisible();
    await show('2-class');
    await holdSeats(page, await askWhoJoins(page, className), MIA.name);
    await page.goto('/dashboard/myclasses');
    await expect(page.getByText('Includes 8.875% sales tax: $8.88 USD')).toBeVisible();
    await show('3-cart');
    await page.goto('/dashboard/payment');
    await expect(page.getByText('Includes 8.875% sales tax: $8.88 USD')).toBeVisible();
    await show('4-payment');
    await payWith(page, CARDS.good);
    await expect(page.getByRole('heading', { name: /^You paid/ })).toBeVisible();
    await page
      .getByRole('link', { name: /receipt/i })
      .first()
      .click();
    await expect(page.getByText('Without tax: $100 USD')).toBeVisible();
    await show('5-receipt');
  } finally {
    await school.close();
  }
});
