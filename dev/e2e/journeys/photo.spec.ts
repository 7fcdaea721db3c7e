import { expect, test } from '@playwright/test';
import { callAs } from '../support/call.ts';
import { enrollMiaForToday, readToday } from '../support/day-list.ts';
import { MIA, openAdmin } from '../support/families.ts';
import { closeOpenedClasses } from '../support/own-class.ts';
import { logIn, makePerson, openAccount } from '../support/people.ts';
import { expectSaid } from '../support/said.ts';

test.use({ viewport: { width: 360, height: 740 } });

test.afterEach(closeOpenedClasses);

/** What a phone writes into a picture: where it was taken. */
const EXIF = Buffer.concat([
  Buffer.of(0xff, 0xe1, 0, 24),
  Buffer.from('Exif\0\0 52.52N 13.40E\0\0'),
]);

type Photos = { photos: { personId: string; jpeg: string }[] };

// Rules: R419, R549.
test('a parent gives a photo without its place, the team sees it on the day list, and it is gone when the parent takes it back', async ({
  page,
  browser,
}) => {
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 360, height: 740 });
  const { classId, childId } = await enrollMiaForToday(page, admin, 'Photo');

  await page.goto(`/dashboard/children/${childId}#photo`);
  const choose = page.getByLabel('Choose a photo of Mia');
  await choose.setInputFiles({
    ...{ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
  });
  await expect(page.getByText('can’t open HEIC photos')).toBeVisible();
  const picture = await page.screenshot({ type: 'jpeg' });
  const buffer = Buffer.concat([picture.subarray(0, 2), EXIF, picture.subarray(2)]);
  await choose.setInputFiles({ name: 'mia.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: 'How the team sees Mia' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Photo of Mia' });
  await form.getByLabel('Closer').press('ArrowRight');
  await form.getByLabel(/^I agree that/).press('Space');
  await form.getByRole('button', { name: 'Save photo' }).press('Enter');
  await expectSaid(page, 'Thank you, the photo is saved');
  await expect(page.getByRole('img', { name: 'Photo of Mia', exact: true })).toBeVisible();

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

/** As a phone that was held upright writes it: to be turned by 90 degrees, and taken at home. */
const TURNED = Buffer.concat([
  Buffer.of(0xff, 0xe1, 0, 54),
  Buffer.from('Exif\0\0MM\0*'),
  // One entry: orientation (0x0112), a number (3), which is 6.
  Buffer.of(0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0),
  Buffer.from('HOME-GPS-23-42-12'.padEnd(20, '\0')),
]);

/** Where the height and the width are: in the header of the frame. */
function readSize(jpeg: Buffer): { width: number; height: number } {
  const frame = Math.max(
    jpeg.indexOf(Buffer.of(0xff, 0xc0, 0)),
    jpeg.indexOf(Buffer.of(0xff, 0xc2, 0)),
  );
  return { width: jpeg.readUInt16BE(frame + 7), height: jpeg.readUInt16BE(frame + 5) };
}

test('a profile photo is at its public address without the place, turned as the phone was held', async ({
  page,
}) => {
  const person = makePerson();
  await openAccount(page, person);
  await page.goto('/login');
  const taken = await page.screenshot({
    ...{ type: 'jpeg', clip: { x: 0, y: 0, width: 300, height: 200 } },
  });
  const buffer = Buffer.concat([taken.subarray(0, 2), TURNED, taken.subarray(2)]);
  await logIn(page, person.email, person.password);
  await page.goto('/dashboard/profile');
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'Home 23.42N.jpg', mimeType: 'image/jpeg', buffer });
  const sent = page.waitForResponse((answer) => answer.url().includes('/image/upload'));
  await page.getByRole('button', { name: 'Save my profile' }).click();
  const { secure_url } = (await (await sent).json()) as { secure_url: string };

  const stored = await (await page.request.get(secure_url)).body();
  expect(stored.toString('latin1')).not.toMatch(/HOME|Exif|23\.42N/);
  expect(readSize(stored)).toEqual({ width: 200, height: 300 });
  const query = `email=${encodeURIComponent(person.email)}`;
  await expect
    .poll(async () => (await callAs<{ photo: string }>(page, 'GET', `/userInfo?${query}`)).photo)
    .toBe(secure_url);
});
