import { expect, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { enrollMiaForToday, readToday } from '../support/day-list.ts';
import { MIA, openAdmin } from '../support/families.ts';
import { closeOpenedClasses } from '../support/own-class.ts';
import { expectSaid } from '../support/said.ts';

test.use({ viewport: { width: 360, height: 740 } });

test.afterEach(closeOpenedClasses);

/** What a phone writes into a picture: where it was taken. */
const EXIF = Buffer.concat([
  Buffer.of(0xff, 0xe1, 0, 24),
  Buffer.from('Exif\0\0 52.52N 13.40E\0\0'),
]);

type Photos = { photos: { personId: string; jpeg: string }[] };

test('a parent gives a photo without its place, the team sees it on the day list, and it is gone when the parent takes it back', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const { classId, childId } = await enrollMiaForToday(page, admin, 'Photo');

  await page.goto(`/dashboard/children/${childId}#photo`);
  const choose = page.getByLabel(`Choose a photo of ${MIA.name}`);
  await choose.setInputFiles({
    ...{ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
  });
  await expect(page.getByText('can’t open HEIC photos')).toBeVisible();
  const picture = await page.screenshot({ type: 'jpeg' });
  const buffer = Buffer.concat([picture.subarray(0, 2), EXIF, picture.subarray(2)]);
  await choose.setInputFiles({ name: 'mia.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: `How the team sees ${MIA.name}` })).toBeVisible();
  const form = page.getByRole('form', { name: `Photo of ${MIA.name}` });
  await form.getByLabel('Closer').press('ArrowRight');
  await form.getByLabel(/^I agree that/).press('Space');
  await form.getByRole('button', { name: 'Save photo' }).press('Enter');
  await expectSaid(page, 'Thank you, the photo is saved');
  await expect(page.getByRole('img', { name: `Photo of ${MIA.name}` })).toBeVisible();

  await admin.goto(`/dashboard/classes/${classId}/day`);
  await admin.getByRole('button', { name: `Photo of ${MIA.name}` }).click();
  const large = admin.getByRole('dialog').getByRole('img', { name: `Photo of ${MIA.name}` });
  await expect(large).toHaveJSProperty('naturalWidth', 256);
  const address = `/dayList/${classId}/${readToday()}/photos`;
  const { photos } = await callAs<Photos>(admin, 'GET', address);
  const jpeg = Buffer.from(photos[0]?.jpeg ?? '', 'base64');
  expect(jpeg.length).toBeGreaterThan(1_000);
  expect(jpeg.length).toBeLessThanOrEqual(24_000);
  expect(jpeg.toString('latin1')).not.toMatch(/Exif|52\.52N|JFIF|ICC_PROFILE/);

  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expectSaid(page, 'The photo is erased');
  await admin.reload();
  await expect(admin.getByRole('heading', { name: new RegExp(`^${MIA.name}`) })).toBeVisible();
  await expect(admin.getByRole('button', { name: `Photo of ${MIA.name}` })).toBeHidden();
  expect(await callAs<Photos>(admin, 'GET', address)).toEqual({ photos: [] });
  await admin.context().close();
});
