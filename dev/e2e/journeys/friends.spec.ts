import { type Browser, expect, type Page, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { addChild, comeConfirmed, enrollChild, MIA, TOM } from '../support/families.ts';
import { closeOpenedClasses, openOwnClass } from '../support/own-class.ts';
import { takePictures } from '../support/pictures.ts';

/** Both families have phones. */
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, ...FOR_AXE };
test.use(PHONE);
test.afterEach(closeOpenedClasses);

const BEN = { ...TOM, name: 'Ben Ahlers' };

async function comeWith(page: Page, child: typeof MIA, classId: string): Promise<void> {
  const { email } = await comeConfirmed(page);
  await enrollChild(page, { email, classId, childId: await addChild(page, child) });
}

/** @returns the dialog about the friends of the only child */
async function openFriends(page: Page) {
  await page.goto('/dashboard/enroll');
  await page.getByRole('button', { name: /^Friends/ }).tap();
  return page.getByRole('dialog', { name: /^Friends of / });
}

const openPhone = async (browser: Browser) => {
  const { contextOptions, ...options } = PHONE;
  return (await browser.newContext({ ...options, ...contextOptions })).newPage();
};

// Rules: R687, R688.
test('two families become friends by a code, and who used it reads no name before the yes', async ({
  page,
  browser,
}, { outputDir }) => {
  test.slow();
  const shot = takePictures(page, outputDir);
  const { id } = await openOwnClass(browser, 'Rowing', { price: 0 });
  const other = await openPhone(browser);
  await comeWith(page, MIA, id);
  await comeWith(other, BEN, id);

  const mias = await openFriends(page);
  await expect(mias.getByText('Nobody yet.')).toBeVisible();
  await mias.getByRole('button', { name: 'Make a code' }).tap();
  const shown = mias.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/);
  await expect(shown).toBeVisible();
  await shot('code');
  const code = await shown.innerText();

  const bens = await openFriends(other);
  // As somebody types what was written down for them.
  await bens.getByLabel('The code of another family').fill(code.toLowerCase().replaceAll('-', ' '));
  await bens.getByRole('button', { name: 'Ask them' }).tap();
  await expect(bens.getByText(/The other family has not answered yet/)).toBeVisible();
  await takePictures(other, outputDir)('asked');
  await expect(other.getByText(/Mia/)).toHaveCount(0);

  const asked = await openFriends(page);
  await expect(asked.getByText('Ben Ahlers wants to be with Mia Lindqvist.')).toBeVisible();
  await shot('to-answer');
  await asked.getByRole('button', { name: 'Yes to Ben Ahlers' }).tap();
  await expect(asked.getByRole('button', { name: 'Remove Ben Ahlers' })).toBeVisible();
  await shot('friends');
  const answered = await openFriends(other);
  await expect(answered.getByRole('button', { name: `Leave ${MIA.name}` })).toBeVisible();
  await expect(answered.getByText(/has not answered yet/)).toBeHidden();
  await other.context().close();
});
