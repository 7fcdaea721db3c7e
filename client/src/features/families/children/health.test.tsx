import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { answerTexts } from '../../../testing/texts.ts';
import { Child } from './child.tsx';
import { buildChildDetails, buildHealth } from './children.testing.ts';
import { slowTest } from '../../../testing/slow-tests.ts';

const ID = 'b'.repeat(24);
const NONE = { health: 'missing', healthAnswer: null } as const;

/** @returns what was sent about the child's health */
function renderChild(changes: Partial<ChildDetails> = {}, at = '') {
  const sent: unknown[] = [];
  answer('GET /myChildren/:id', buildChildDetails(changes));
  answer('PUT /myChildren/:id/health', ({ body }) => {
    sent.push(body);
    return { status: true as const, confirmedAt: new Date().toISOString() };
  });
  renderApp(<Child id={ID} isConfirmed />, { at: `/dashboard/children/${ID}${at}`, user: student });
  return sent;
}

const agree = async () => userEvent.click(await screen.findByLabelText(/^I agree/));
const save = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Save health information' }));
const choose = async (label: string | RegExp) =>
  userEvent.click(await screen.findByLabelText(label));

// Rules: R112, R467.
test('without an answer the questions are open, and nothing is chosen for the parent', async () => {
  const sent = renderChild(NONE);
  await save();

  expect(await screen.findByText('Please choose one.')).toBeVisible();
  expect(screen.getByText(/only if you agree to it/)).toBeVisible();
  expect(screen.getAllByRole('radio').every((radio) => !(radio as HTMLInputElement).checked)).toBe(
    true,
  );
  expect(await screen.findByLabelText(/^I agree/)).not.toBeChecked();
  // One line until the parent wants to read it.
  const text = screen.getByText('Read it').closest('details')!;
  expect(text).not.toHaveAttribute('open');
  expect(text).toHaveTextContent(/Who sees this: Mia Feldsee’s guardians who may see it/);
  expect(sent).toEqual([]);
});

test('“No, nothing to report” is an answer of its own, whatever was typed before', async () => {
  const sent = renderChild(NONE);
  await choose(/^Yes/);
  await userEvent.type(screen.getByLabelText(/^Other medication/), 'None of it');
  await choose('No, nothing to report');
  await agree();
  await save();

  await waitFor(() =>
    expect(sent).toEqual([
      {
        allergies: [],
        medication: '',
        medicines: [],
        notes: '',
        nothingToTell: true,
        consent: FIRST_TEXT_VERSION,
        seen: null,
      },
    ]),
  );
});

test('an answer with allergies does not say that there is nothing to report', async () => {
  renderChild();

  expect(await screen.findByText('Peanuts')).toBeVisible();
  expect(screen.queryByText('Nothing to report.')).not.toBeInTheDocument();
});

test('an answer with nothing to report says so', async () => {
  const nothing = { allergies: [], medicines: [], medication: '', notes: '', nothingToTell: true };
  renderChild({ healthAnswer: buildHealth(nothing) });

  expect(await screen.findByText('Nothing to report.')).toBeVisible();
});

test('an empty form is no answer', async () => {
  const sent = renderChild(NONE);
  await choose(/^Yes/);
  await agree();
  await save();

  expect(await screen.findByText(/^Fill something in, or say/)).toBeVisible();
  expect(sent).toEqual([]);
});

slowTest('a parent tells about a severe allergy and what to do', async () => {
  const sent = renderChild(NONE);
  await choose(/^Yes/);
  await userEvent.click(screen.getByRole('button', { name: 'Add an allergy' }));
  const allergy = within(screen.getByRole('group', { name: 'Allergy 1' }));
  await userEvent.type(allergy.getByLabelText('What is it?'), 'Bee stings');
  await userEvent.click(allergy.getByLabelText(/It is severe/));
  await userEvent.type(allergy.getByLabelText(/What should we do/), 'Call 112');
  await agree();
  await save();

  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        allergies: [{ what: 'Bee stings', isSevere: true, whatToDo: 'Call 112' }],
        nothingToTell: false,
      },
    ]),
  );
});

slowTest(
  'a medicine that the camp gives has an amount, and a time if it is given every day',
  async () => {
    const sent = renderChild(NONE);
    await choose(/^Yes/);
    await userEvent.click(screen.getByRole('button', { name: 'Add a medicine that we give' }));
    const medicine = within(screen.getByRole('group', { name: 'Medicine 1 that we give' }));
    await userEvent.type(medicine.getByLabelText('What is it?'), 'Iron syrup');
    await agree();
    await save();
    expect(await screen.findByText('Say how much.')).toBeVisible();
    await userEvent.type(medicine.getByLabelText('How much?'), '5 ml');
    await save();
    await waitFor(() =>
      expect(sent).toMatchObject([
        { medicines: [{ what: 'Iron syrup', howMuch: '5 ml', at: null }], nothingToTell: false },
      ]),
    );
  },
);

slowTest('an allergy needs a name, and can be removed again', async () => {
  const sent = renderChild(NONE);
  await choose(/^Yes/);
  await userEvent.click(screen.getByRole('button', { name: 'Add an allergy' }));
  await userEvent.type(screen.getByLabelText(/^Other medication/), 'None of it');
  await agree();
  await save();
  expect(await screen.findByText('Say what the allergy is.')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Remove allergy 1' }));
  expect(screen.getByRole('button', { name: 'Add an allergy' })).toHaveFocus();
  await save();
  await waitFor(() => expect(sent).toMatchObject([{ allergies: [], medication: 'None of it' }]));
});

test('what was typed stays if the server can’t be reached', async () => {
  renderChild(NONE);
  answer('PUT /myChildren/:id/health', () => refuse('unavailable'));
  await choose(/^Yes/);
  await userEvent.type(screen.getByLabelText(/^Other medication/), 'Two puffs');
  await agree();
  await save();

  expect(await screen.findByRole('alert')).toHaveTextContent('We cannot do this right now');
  expect(screen.getByLabelText(/^Other medication/)).toHaveValue('Two puffs');
});

test('a link that ends with #health leads to the questions', async () => {
  renderChild(NONE, '#health');
  expect(await screen.findByRole('heading', { name: 'Health' })).toHaveFocus();
});

test('an answer is shown with its day; changing it starts with it and asks for the consent again', async () => {
  renderChild();
  expect(await screen.findByText('Peanuts')).toHaveTextContent('PeanutsSevere');
  expect(screen.getByText('Last confirmed on Wed 3 June.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Change health information' }));

  expect(screen.getByLabelText('What is it?')).toHaveValue('Peanuts');
  expect(await screen.findByLabelText(/^I agree/)).not.toBeChecked();
});

test('one tap says that an old answer is still right', async () => {
  const sent = renderChild({ health: 'outdated' });
  expect(await screen.findByText(/Has anything changed/)).toHaveTextContent('since Wed 3 June?');
  await userEvent.click(screen.getByRole('button', { name: /still right/ }));

  await findDialog('Thank you');
  const { confirmedAt: seen, consent: _old, ...answer } = buildHealth();
  expect(sent).toEqual([{ ...answer, consent: FIRST_TEXT_VERSION, seen }]);
});

test('one tap never agrees to a text that the parent has not read', async () => {
  const consent = { at: '2026-01-01T08:00:00.000Z', by: student._id, textVersion: '2026-01-01' };
  const sent = renderChild({ health: 'outdated', healthAnswer: buildHealth({ consent }) });
  await userEvent.click(await screen.findByRole('button', { name: /still right/ }));

  expect(await screen.findByLabelText(/^I agree/)).not.toBeChecked();
  expect(sent).toEqual([]);
});

test('one tap never agrees in the name of a guardian who is gone', async () => {
  const consent = { ...buildHealth().consent, by: 'f'.repeat(24) };
  const sent = renderChild({ health: 'outdated', healthAnswer: buildHealth({ consent }) });
  await userEvent.click(await screen.findByRole('button', { name: /still right/ }));

  expect(await screen.findByLabelText(/^I agree/)).not.toBeChecked();
  expect(sent).toEqual([]);
});

test('withdrawing the consent is asked about first, and erases the answer', async () => {
  renderChild();
  let erased = 0;
  answer('DELETE /myChildren/:id/health', () => {
    erased += 1;
    answer('GET /myChildren/:id', buildChildDetails(NONE));
    return { status: true as const };
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Withdraw consent and erase/ }));
  const question = await findDialog('Erase Mia Feldsee’s health information?');
  expect(erased).toBe(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Withdraw and erase' }));

  await findDialog('Erased');
  expect(erased).toBe(1);
  await waitFor(() => expect(screen.queryByText('Peanuts')).toBeNull());
});

// Rules: R620.
slowTest(
  'if the school changes the consent while the form is open, nothing typed is lost, and the parent agrees to the new words',
  async () => {
    const sent = renderChild(NONE);
    await choose(/^Yes/);
    await userEvent.type(screen.getByLabelText(/^Anything else/), 'Glasses');
    await agree();
    const healthConsent = 'I allow {{name}} to know about {{child}}. <b>All</b> of it.';
    answerTexts('2026-11-29', { healthConsent });
    answer('PUT /myChildren/:id/health', ({ body }) => {
      sent.push(body);
      const { consent } = body as { consent: string };
      if (consent !== '2026-11-29') return refuse('text_changed');
      return { status: true as const, confirmedAt: '2026-06-04T08:00:00.000Z' };
    });
    await save();
    const box = await screen.findByLabelText(/^I allow SPEAKIFYR to know about Mia Feldsee/);
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription(/^The school has just changed what you agree to/);
    expect(screen.getByLabelText(/^Anything else/)).toHaveValue('Glasses');
    await userEvent.click(box);
    await save();
    await findDialog('Thank you, it is saved');
    expect(sent).toMatchObject([
      { notes: 'Glasses', consent: FIRST_TEXT_VERSION },
      { notes: 'Glasses', consent: '2026-11-29' },
    ]);
  },
);

test('words that are new since the last answer say so; their links leave the form as it is', async () => {
  const consent = { ...buildHealth().consent, textVersion: '2026-01-01' };
  renderChild({ healthAnswer: buildHealth({ consent }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Change health information' }));
  expect(
    await screen.findByText('These words are new since this was last answered.'),
  ).toBeVisible();
  await userEvent.click(screen.getByText('Read it'));
  expect(screen.getByRole('link', { name: /privacy notes/ })).toHaveAttribute('target', '_blank');
});
