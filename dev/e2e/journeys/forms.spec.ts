import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin, TOM } from '../support/families.ts';
import { findMail } from '../support/inbox.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { takePictures } from '../support/pictures.ts';
import { expectSaid } from '../support/said.ts';

// Parents do this on their phones.
test.use({ viewport: { width: 360, height: 740 }, ...FOR_AXE });
test.afterEach(closeOpenedClasses);

// Rules: R660, R662, R663, R665, R666, R667.
test('a director asks about pictures and for a waiver, and a parent answers both for two children', async ({
  page,
  browser,
}, { outputDir }) => {
  test.slow();
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 1280, height: 800 });
  const shotOfAdmin = takePictures(admin, outputDir);
  const shot = takePictures(page, outputDir);
  const name = `Lake Week ${Date.now()}`;
  const classId = await openClass(admin, name, {
    ...{ price: 0, camp_start: dayFromToday(30), camp_end: dayFromToday(34) },
  });

  for (const [template, title] of [
    ['Pictures of your child', `Pictures ${Date.now()}`],
    ['General waiver', `Waiver ${Date.now()}`],
  ] as const) {
    await admin.goto('/dashboard/formList');
    await admin.getByRole('button', { name: template }).click();
    await admin.getByLabel('Name that parents read').fill(title);
    await admin.getByLabel('For which classes?').selectOption('some');
    await admin.getByRole('checkbox', { name: new RegExp(name) }).check();
    await expect(
      admin.getByRole('region', { name: 'What parents see' }).getByText(title),
    ).toBeVisible();
    if (template === 'Pictures of your child') await shotOfAdmin('editor');
    await admin.getByRole('button', { name: 'Publish', exact: true }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expectSaid(admin, 'Published');
    await expect(admin.getByRole('heading', { name: title })).toBeVisible();
  }
  await shotOfAdmin('form-list');

  const { email } = await comeConfirmed(page);
  for (const child of [MIA, TOM])
    await enrollChild(page, { email, classId, childId: await addChild(page, child) });
  await page.goto('/dashboard/student');
  await expect(page.getByText('2 forms left to answer')).toHaveCount(2);
  await page.getByRole('link', { name: 'Answer the forms for Mia' }).click();

  await expect(page.getByText('4 forms left')).toBeVisible();
  const ofMia = page.getByRole('form', { name: /^Pictures .*: Mia$/ });
  await shot('asked');
  await ofMia.getByLabel('Inside the camp, on our own boards').check();
  await ofMia.getByRole('button', { name: 'Save what I allow' }).click();
  const ofTom = page.getByRole('form', { name: /^Pictures .*: Tom$/ });
  await ofTom.getByRole('button', { name: 'Same as for Mia' }).click();
  await expect(ofTom.getByLabel('Inside the camp, on our own boards')).toBeChecked();
  await ofTom.getByRole('button', { name: 'Save what I allow' }).click();
  for (const child of ['Mia', 'Tom']) {
    const waiver = page.getByRole('form', { name: new RegExp(`^Waiver .*: ${child}$`) });
    await waiver.getByRole('button', { name: 'Sign' }).click();
    await expect(waiver.getByRole('alert').first()).toBeVisible();
    if (child === 'Mia') await shot('waiver');
    await waiver.getByLabel('Sign with your full name').fill('Rosa Lindqvist');
    await waiver.getByRole('button', { name: 'Sign' }).click();
    await expect(waiver).toBeHidden();
  }
  await expect(page.getByText('All forms are answered')).toBeVisible();
  await shot('answered');
  const copy = await findMail(page, email, 'Your copy of what you signed');
  expect(copy.text).toContain('Rosa Lindqvist');
  await page.getByRole('button', { name: /^Withdraw Pictures .* for Tom$/ }).click();
  await expectSaid(page, 'Withdrawn');

  await admin.goto(`/dashboard/classes/${classId}/day?day=${dayFromToday(30)}`);
  await expect(admin.getByText('Not in pictures', { exact: true })).toHaveCount(1);
  await expect(admin.getByText('Pictures only: Inside the camp, on our own boards')).toBeVisible();
  await admin.goto(`/dashboard/formPeople?class=${classId}`);
  await expect(admin.getByText('Nothing is missing here.')).toBeVisible();
  await expect(admin.getByText(/Signed by Rosa Lindqvist/).filter({ visible: true })).toHaveCount(
    2,
  );
  await shotOfAdmin('people');
  await admin.context().close();
});
