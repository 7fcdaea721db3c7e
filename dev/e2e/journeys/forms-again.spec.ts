import { expect, type Locator, test } from '@playwright/test';
import type { FormPerson } from '@speakifyr/contract/forms.ts';
import { FOR_AXE } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { ageAnswers } from '../support/database.ts';
import { addChild, comeConfirmed, enrollChild, MIA, openAdmin, TOM } from '../support/families.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { answerForm, publishForm } from '../support/own-forms.ts';
import { takePictures } from '../support/pictures.ts';

// Parents do this on their phones.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, ...FOR_AXE });
test.afterEach(closeOpenedClasses);

const ROSA = 'Rosa Lindqvist';
/** Between two summers. A form is answered a week before the first class here, so the answer is older than 330 days in the next. */
const YEAR = 364;
const LAST_SUMMER = {
  Mia: { swim: { can: true, far: 'To the island' }, pictures: { boards: true, web: false } },
  Tom: { swim: { can: false }, pictures: { boards: true, web: true } },
};

// Rules: R660, R663, R664, R665.
test('next summer, what was answered for two children is confirmed with one press each, and the waiver is signed again', async ({
  page,
  browser,
}, { outputDir }) => {
  test.slow();
  const shot = takePictures(page, outputDir);
  const admin = await openAdmin(browser);
  const stamp = Date.now();
  const thisSummer = await openClass(admin, `Lake ${stamp}`, {
    ...{ price: 0, camp_start: dayFromToday(7), camp_end: dayFromToday(11) },
  });
  const nextSummer = await openClass(admin, `River ${stamp}`, {
    ...{ price: 0, camp_start: dayFromToday(14), camp_end: dayFromToday(18) },
  });
  const classIds = [thisSummer, nextSummer];
  const swim = await publishForm(admin, {
    ...{ name: `Swimming ${stamp}`, kind: 'questions', classIds },
    questions: [
      { key: 'can', label: 'Can your child swim?', kind: 'yesNo' },
      { key: 'far', label: 'How far?', showIf: { key: 'can', is: 'yes' } },
    ],
  });
  const pictures = await publishForm(admin, {
    ...{ name: `Pictures ${stamp}`, kind: 'consent', classIds, isPictures: true },
    text: 'May we take pictures?',
    questions: [
      { key: 'boards', label: 'On our boards', kind: 'yesNo', isRequired: false },
      { key: 'web', label: 'On the website', kind: 'yesNo', isRequired: false },
    ],
  });
  const waiver = await publishForm(admin, {
    ...{ name: `Waiver ${stamp}`, kind: 'waiver', classIds, text: 'I know that camp has risks.' },
  });

  const { email } = await comeConfirmed(page);
  const children = { Mia: await addChild(page, MIA), Tom: await addChild(page, TOM) };
  for (const [name, personId] of Object.entries(children)) {
    const given = LAST_SUMMER[name as keyof typeof LAST_SUMMER];
    await enrollChild(page, { email, classId: thisSummer, childId: personId });
    await answerForm(page, swim, { personId, answers: given.swim });
    await answerForm(page, pictures, { personId, answers: given.pictures });
    await answerForm(page, waiver, { personId, answers: {}, signedName: ROSA });
  }
  for (const childId of Object.values(children))
    await enrollChild(page, { email, classId: nextSummer, childId });
  // In the same summer, one answer is for both classes.
  await page.goto('/dashboard/forms');
  await expect(page.getByText('All forms are answered')).toBeVisible();

  await ageAnswers(Object.values(children), YEAR);
  await page.goto('/dashboard/student');
  await expect(page.getByText('3 forms left to answer').first()).toBeVisible();
  await page.getByRole('link', { name: 'Answer the forms for Mia' }).tap();
  await expect(page.getByText('6 forms left')).toBeVisible();
  const findForm = (name: string) => page.getByRole('form', { name: `${name} ${stamp}: ` });
  let taps = 0;
  /** One tap, without any typing. @returns whose form it was */
  const confirm = async (form: Locator) => {
    await expect(form.getByText(/^You answered this on .* Is it still right\?/)).toBeVisible();
    await form.getByRole('button', { name: 'Confirm' }).tap();
    taps += 1;
    await expect(form).toBeHidden();
  };

  const swimming = [MIA, TOM].map(({ name }) =>
    page.getByRole('form', { name: `Swimming ${stamp}: ${name.split(' ')[0]}` }),
  );
  await expect(swimming[0]!.getByLabel('How far?')).toHaveValue('To the island');
  await shot('swimming');
  await confirm(swimming[0]!);
  await expect(swimming[1]!.getByRole('radio', { name: 'No' })).toBeChecked();
  await confirm(swimming[1]!);
  for (const [name, web] of [
    ['Mia', false],
    ['Tom', true],
  ] as const) {
    const form = findForm('Pictures').filter({ hasText: `For ${name}` });
    await expect(form.getByLabel('On our boards')).toBeChecked();
    await expect(form.getByLabel('On the website')).toBeChecked({ checked: web });
    if (name === 'Mia') await shot('pictures');
    await confirm(form);
  }
  expect(taps).toBe(4);
  for (const name of ['Mia', 'Tom']) {
    const form = findForm('Waiver').filter({ hasText: `For ${name}` });
    // A name is typed for each signature: nobody signs by a press.
    await expect(form.getByLabel('Sign with your full name')).toHaveValue('');
    if (name === 'Mia') await shot('waiver');
    await form.getByLabel('Sign with your full name').fill(ROSA);
    await form.getByRole('button', { name: 'Sign' }).tap();
    await expect(form).toBeHidden();
  }
  await expect(page.getByText('All forms are answered')).toBeVisible();

  const people = await callAs<FormPerson[]>(admin, 'GET', `/formPeople?classId=${nextSummer}`);
  expect(people.map(({ state }) => state)).toEqual(Array(6).fill('done'));
  for (const [name, personId] of Object.entries(children)) {
    const of = (id: string) =>
      people.find((one) => one.formId === id && one.personId === personId)!;
    const given = LAST_SUMMER[name as keyof typeof LAST_SUMMER];
    expect(of(swim).answers).toEqual(given.swim);
    expect(of(pictures).answers).toEqual(given.pictures);
    // The signature of last summer stays.
    const [before, now] = of(waiver).signatures.map(({ at }) => Date.parse(at));
    expect(Math.round((now! - before!) / 86_400_000)).toBe(YEAR);
  }
  await admin.context().close();
});
