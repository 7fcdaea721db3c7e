import { expect, type Locator, test } from '@playwright/test';
import { FOR_AXE } from '../support/axe.ts';
import { callAs } from '../support/call.ts';
import { addChild, comeConfirmed, MIA, openAdmin } from '../support/families.ts';
import { closeOpenedClasses, dayFromToday, openClass } from '../support/own-class.ts';
import { keepPace } from '../support/pace.ts';
import { takePictures } from '../support/pictures.ts';
import { expectSaid } from '../support/said.ts';
import { CARDS, expectEnrolled, openPayment, payWith } from '../support/shop.ts';

// The parent has a phone.
test.use({ viewport: { width: 360, height: 740 }, ...FOR_AXE });
test.afterEach(closeOpenedClasses);

/** Five minutes, at a calm pace: support/pace.ts */
const MOST_SECONDS = 300;

type Question = {
  label: string;
  /** As the editor calls it; a short text if left out. */
  kind?: string;
  choices?: string[];
  /** Asked only then. */
  after?: string;
  isOnRoster?: true;
};

/** All eight kinds. Two are asked only after an answer, and one is for the team. */
const QUESTIONS: Question[] = [
  { label: 'What do your friends call you?', isOnRoster: true },
  { label: 'What does your child love to do?', kind: 'Long text' },
  {
    label: 'Which T-shirt size?',
    kind: 'One of several choices',
    choices: ['Small', 'Medium', 'Large'],
  },
  {
    label: 'What would your child like to try?',
    kind: 'Several choices',
    choices: ['Canoe', 'Climbing', 'Theater'],
  },
  { label: 'Does your child play an instrument?', kind: 'Yes or no' },
  { label: 'Which one?', after: 'If “Does your child play an instrument?” is yes' },
  { label: 'Since when?', kind: 'Date', after: 'If “Does your child play an instrument?” is yes' },
  { label: 'How many summers at camp?', kind: 'Number' },
  { label: 'Phone of the music teacher', kind: 'Phone number' },
  { label: 'How did you hear of us?' },
];

/** What is asked in this place, in its order: how it is answered, and the words beside it. */
const readAsked = (place: Locator) =>
  place.locator('input, textarea, select').evaluateAll((fields) =>
    fields.map((field) => {
      const { type, labels, id } = field as HTMLInputElement;
      const legend = field.closest('fieldset')?.querySelector('legend')?.textContent;
      const label = [...(labels ?? [])].map(({ textContent }) => textContent).join(' ') || id;
      return [legend, `${label} (${type})`].filter(Boolean).join(': ');
    }),
  );

const INSTRUMENT = ['Which one? (text)', 'Since when? (date)'];

// Rules: R660, R661, R662, R666.
test('a director writes a form of ten questions from nothing in five minutes, and a parent is asked exactly that', async ({
  page,
  browser,
}, { outputDir, annotations }) => {
  test.slow();
  const admin = await openAdmin(browser);
  await admin.setViewportSize({ width: 1280, height: 800 });
  const shotOfAdmin = takePictures(admin, outputDir);
  const shot = takePictures(page, outputDir);
  const classId = await openClass(admin, `Music Week ${Date.now()}`, {
    ...{ price: 49, camp_start: dayFromToday(30), camp_end: dayFromToday(34) },
  });
  const title = `About your child ${Date.now()}`;

  await admin.goto('/dashboard/formList');
  const { press, type, choose, read } = keepPace();
  await press(admin.getByRole('button', { name: 'An empty form' }));
  await type(admin.getByLabel('Name that parents read'), title);
  for (const [place, { label, kind, choices, after, isOnRoster }] of QUESTIONS.entries()) {
    await press(admin.getByRole('button', { name: 'Add a question' }));
    const question = admin.getByRole('group', { name: `Question ${place + 1}`, exact: true });
    await type(question.getByLabel('Question', { exact: true }), label);
    if (kind) await choose(question.getByLabel('Answer', { exact: true }), kind);
    if (choices) await type(question.getByLabel('Choices'), choices.join('\n'));
    if (after) await choose(question.getByLabel('Asked', { exact: true }), after);
    if (isOnRoster) await choose(question.getByLabel('Who reads it'), 'Office and class team');
  }

  // What parents see stands beside the last question, too, and can be tried.
  const preview = admin.getByRole('region', { name: 'What parents see' });
  await expect(preview).toBeInViewport();
  const [editor, beside] = await Promise.all([
    admin.getByRole('form', { name: 'Form' }).boundingBox(),
    preview.boundingBox(),
  ]);
  expect(beside?.x).toBeGreaterThan((editor?.x ?? 0) + (editor?.width ?? 0) - 1);
  const shown = await readAsked(preview);
  expect(shown).toHaveLength(8 - 3 + 3 + 3 + 2);
  for (const line of INSTRUMENT) expect(shown).not.toContain(line);
  await press(preview.getByRole('radio', { name: 'Yes' }));
  await expect(preview.getByLabel('Since when?')).toBeVisible();
  const all = await readAsked(preview);
  expect(all.filter((line) => !shown.includes(line))).toEqual(INSTRUMENT);
  await shotOfAdmin('editor');

  await press(admin.getByRole('button', { name: 'Publish', exact: true }));
  await press(admin.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  const pace = read();
  annotations.push({ type: 'pace', description: JSON.stringify(pace) });
  await expectSaid(admin, 'Published');
  expect(pace.seconds, JSON.stringify(pace)).toBeLessThan(MOST_SECONDS);

  const { email } = await comeConfirmed(page);
  const childId = await addChild(page, MIA);
  await callAs(page, 'POST', '/addClass', { classId, childId, email, price: 49 });
  await page.goto('/dashboard/forms');
  await expect(page.getByText('No forms')).toBeVisible();
  await openPayment(page);
  await payWith(page, CARDS.good);
  await expectEnrolled(page, 'Music Week');

  await page.goto('/dashboard/student');
  await page.getByRole('link', { name: 'Answer the forms for Mia' }).click();
  const form = page.getByRole('form', { name: `${title}: Mia` });
  await expect(form).toBeVisible();
  expect(await readAsked(form)).toEqual(shown);
  await form.getByRole('radio', { name: 'Yes' }).check();
  await expect(form.getByLabel('Since when?')).toBeVisible();
  expect(await readAsked(form)).toEqual(all);
  await shot('asked');
  await form.getByLabel('What do your friends call you?').fill('Mimi');
  await form.getByLabel('What does your child love to do?').fill('She sings.');
  await form.getByRole('radio', { name: 'Medium' }).check();
  await form.getByRole('checkbox', { name: 'Canoe' }).check();
  await form.getByLabel('Which one?').fill('The violin');
  await form.getByLabel('Since when?').fill('2024-09-01');
  await form.getByLabel('How many summers at camp?').fill('2');
  await form.getByLabel('Phone of the music teacher').fill('+1 202 555 0143');
  await form.getByLabel('How did you hear of us?').fill('From friends');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All forms are answered')).toBeVisible();

  // The team reads what is for them, and nothing else.
  await admin.goto(`/dashboard/classes/${classId}/day?day=${dayFromToday(30)}`);
  await admin.getByRole('button', { name: new RegExp(`^${MIA.name}`) }).click();
  await expect(admin.getByText('Mimi')).toBeVisible();
  await expect(admin.getByText('The violin')).toBeHidden();
  await admin.context().close();
});
