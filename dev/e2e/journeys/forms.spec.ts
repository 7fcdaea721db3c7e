import { expect, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin, TOM } from '../support/families.ts';
import { findMail, listMails } from '../support/inbox.ts';
import { openFamily } from '../support/office-family.ts';
import { changeClass, closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { answerForm, publishForm } from '../support/own-forms.ts';
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

// Rules: R667.
test('the office sees who lacks a form, writes to exactly those, and calls the family without an email address', async ({
  page,
  browser,
}, { outputDir }) => {
  test.slow();
  const admin = await openAdmin(browser);
  const shot = takePictures(admin, outputDir);
  const stamp = Date.now();
  const classId = await openClass(admin, `Hill Week ${stamp}`, {
    ...{ price: 49, camp_start: dayFromToday(30), camp_end: dayFromToday(34) },
  });
  const waiver = await publishForm(admin, {
    ...{ name: `Waiver ${stamp}`, kind: 'waiver', classIds: [classId], text: 'Hills are steep.' },
  });
  // One family has a log-in and has signed, one has a log-in and has not, and one has called and paid in cash.
  const phoned = { name: `Ruth ${stamp}`, phone: '+1 202 555 0188' };
  const ruth = await openFamily(admin, { ...phoned, classId });
  await callAs(admin, 'POST', `/families/${ruth.id}/payments`, {
    ...{ requestId: crypto.randomUUID(), cartIds: [ruth.cartId], method: 'cash', amount: 4_900 },
    ...{ day: dayFromToday(0), reference: '7' },
  });
  // Online, only seats that cost nothing are theirs without a card.
  await changeClass(admin, classId, { price: 0 });
  const enroll = async (child: typeof MIA) => {
    const phone = await (await browser.newContext()).newPage();
    const { email, name } = await comeConfirmed(phone);
    const childId = await addChild(phone, child);
    await enrollChild(phone, { email, classId, childId });
    return { phone, email, name, childId };
  };
  const signed = await enroll({ ...TOM, name: 'Tom Signed' });
  await answerForm(signed.phone, waiver, {
    ...{ personId: signed.childId, answers: {}, signedName: 'Rosa Signed' },
  });
  const late = await enroll({ ...TOM, name: 'Tom Late' });

  await admin.goto(`/dashboard/formPeople?class=${classId}`);
  await expect(admin.getByText('2 answers still missing.')).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'Tom Signed' })).toBeVisible();
  await admin.getByLabel('Show').selectOption('Missing answers');
  await expect(admin.getByRole('heading', { name: 'Tom Signed' })).toBeHidden();
  for (const name of ['Tom Late', MIA.name])
    await expect(admin.getByRole('heading', { name })).toBeVisible();
  await shot('lacking');
  await admin.getByRole('link', { name: 'Write to those with missing forms' }).click();
  await expect(admin.getByLabel('Who gets it')).toHaveValue('forms missing');
  const subject = `Please sign ${stamp}`;
  await admin.getByLabel('Subject').fill(subject);
  await admin
    .getByRole('textbox', { name: 'Message' })
    .fill('Before the first day, please sign our waiver.');
  await admin.getByRole('button', { name: 'Preview' }).click();
  await expect(
    admin.getByText('1 person has no email address: the office calls them.'),
  ).toBeVisible();
  await admin.getByText('Show who gets it').click();
  const readers = admin.getByRole('list', { name: 'Who gets it' }).getByRole('listitem');
  await expect(readers).toHaveCount(2);
  await expect(readers.filter({ hasText: late.email })).toBeVisible();
  await expect(readers.filter({ hasText: phoned.name })).toContainText('call');
  await shot('readers');
  await admin.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(admin.getByText('Your message is on its way to 1 person')).toBeVisible();

  const mail = await findMail(page, late.email, subject);
  expect(mail.text).toContain('please sign our waiver');
  expect((await listMails(page, { q: subject })).map(({ to }) => to)).toEqual([late.email]);
  const call = admin
    .getByRole('listitem')
    .filter({ has: admin.getByRole('heading', { name: phoned.name }) });
  await expect(async () => {
    await admin.goto('/dashboard/calls', { waitUntil: 'networkidle' });
    await expect(call).toContainText(subject, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(call.getByRole('link', { name: phoned.phone })).toBeVisible();
  await shot('calls');
  for (const { phone } of [signed, late]) await phone.context().close();
  await admin.context().close();
});
