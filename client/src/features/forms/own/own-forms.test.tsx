import type { AskedPerson, FormTerms, ShownForm } from '@speakifyr/contract/forms.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse, type SentCall } from '../../../testing/server.ts';
import { OwnForms } from './own-forms.tsx';

const [SWIM, PICTURES] = ['1'.repeat(24), '2'.repeat(24)];
const [MIA, TOM] = ['a'.repeat(24), 'b'.repeat(24)];

const question = {
  ...{ kind: 'short' as const, options: [] as string[], isRequired: true },
  seenBy: 'office' as const,
};
const TERMS: FormTerms = {
  ...{ name: 'Swimming', kind: 'questions', about: 'child', text: 'About water.' },
  ...{ isPictures: false, due: '2027-06-01', season: null, classIds: [] },
  questions: [
    { ...question, key: 'can', kind: 'yesNo', label: 'Can your child swim?' },
    { ...question, key: 'far', label: 'How far?', showIf: { key: 'can', is: 'yes' } },
  ],
};
const swim: ShownForm = { _id: SWIM, version: 1, terms: TERMS };
const pictures: ShownForm = {
  ...{ _id: PICTURES, version: 3 },
  terms: {
    ...TERMS,
    ...{ name: 'Pictures', kind: 'consent', isPictures: true, due: null },
    questions: [{ ...question, key: 'web', kind: 'yesNo', label: 'On the website' }],
  },
};

function ask(name: string, fields: Partial<AskedPerson> = {}): AskedPerson {
  return {
    ...{ formId: SWIM, personId: name.startsWith('Mia') ? MIA : TOM, name, state: 'open' },
    ...{
      seen: 0,
      answers: {},
      files: [],
      answeredAt: null,
      mayAnswer: true,
      isGiven: false,
      ...fields,
    },
  };
}

const ANSWERED = {
  ...{ state: 'done' as const, seen: 1, answeredAt: '2026-06-01T09:00:00.000Z' },
  answers: { can: true, far: 'Far' },
};

/** The server keeps what it is sent. */
function renderForms(people: AskedPerson[], forms = [swim]) {
  const sent: SentCall[] = [];
  const state = { forms, people };
  answer('GET /myForms', () => ({ ...state }));
  answer('PUT /myForms/:id', (call) => {
    sent.push(call);
    const { personId, answers } = call.body as { personId: string; answers: never };
    state.people = state.people.map((one) =>
      one.personId === personId ? { ...one, ...ANSWERED, answers } : one,
    );
    return { status: true };
  });
  renderApp(<OwnForms />, { at: '/dashboard/forms', user: student });
  return { sent, state };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const findForm = (name: string) => screen.findByRole('form', { name });

// Rules: R660, R661.
test('one form after the other is answered, and a hidden question stops nobody', async () => {
  const { sent } = renderForms([ask('Mia Byron'), ask('Tom Byron')]);
  expect(await screen.findByText(/^2 forms left, the first until/)).toBeVisible();
  const mia = within(await findForm('Swimming: Mia'));
  expect(mia.queryByLabelText('How far?')).not.toBeInTheDocument();
  await press('Save');
  expect(await mia.findByText('Please answer this.')).toBeVisible();
  await userEvent.click(mia.getByRole('radio', { name: 'Yes' }));
  await press('Save');
  expect(await mia.findByLabelText('How far?')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(mia.getByRole('radio', { name: 'No' }));
  await press('Save');
  expect(await findForm('Swimming: Tom')).toBeVisible();
  expect(sent[0]?.body).toEqual({ personId: MIA, version: 1, seen: 0, answers: { can: false } });
});

// Rules: R664.
test('the answer of a sister is shown, and sent only when it is saved', async () => {
  const { sent } = renderForms([ask('Mia Byron', ANSWERED), ask('Tom Byron')]);
  await press('Same as for Mia');
  const tom = within(await findForm('Swimming: Tom'));
  expect(await tom.findByLabelText('How far?')).toHaveValue('Far');
  expect(sent).toEqual([]);
  await press('Save');
  expect(await screen.findByText('All forms are answered')).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ personId: TOM, answers: { can: true, far: 'Far' } });
});

// Rules: R664.
test('last summer’s answer is confirmed with one press', async () => {
  const { sent } = renderForms([ask('Mia Byron', { ...ANSWERED, state: 'confirm' })]);
  expect(await screen.findByText(/^You answered this on .* Is it still right\?/)).toBeVisible();
  await press('Confirm');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ seen: 1, answers: { can: true, far: 'Far' } });
});

// Rules: R662.
test('a form that changed while it was open keeps what was typed, and says what is new', async () => {
  const { state } = renderForms([ask('Mia Byron')]);
  let tries = 0;
  const sent: SentCall[] = [];
  answer('PUT /myForms/:id', (call) => {
    sent.push(call);
    tries += 1;
    if (tries > 1) return { status: true };
    state.forms = [
      {
        ...{ _id: SWIM, version: 2 },
        terms: {
          ...TERMS,
          questions: [...TERMS.questions, { ...question, key: 'who', label: 'Who taught them?' }],
        },
      },
    ];
    state.people = [ask('Mia Byron', { seen: 4, answers: { can: false } })];
    return refuse('form_changed');
  });
  const mia = within(await findForm('Swimming: Mia'));
  await userEvent.click(mia.getByRole('radio', { name: 'Yes' }));
  await userEvent.type(await mia.findByLabelText('How far?'), 'To the island');
  await press('Save');
  expect(await mia.findByText(/This form has changed since you opened it/)).toBeVisible();
  expect(await mia.findByText('Somebody else has answered since you opened this:')).toBeVisible();
  expect(mia.getByLabelText('How far?')).toHaveValue('To the island');
  await userEvent.type(await mia.findByLabelText('Who taught them?'), 'Grandma');
  await press('Save');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({
    ...{ version: 2, seen: 4 },
    answers: { can: true, far: 'To the island', who: 'Grandma' },
  });
});

// Rules: R665.
test('nothing is allowed unless it is ticked, and it is withdrawn with one press', async () => {
  const withdrawn: SentCall[] = [];
  const person = ask('Mia Byron', { formId: PICTURES });
  const { sent } = renderForms([person], [pictures]);
  answer('DELETE /myForms/:id', (call) => {
    withdrawn.push(call);
    return { status: true };
  });
  expect(await screen.findByRole('checkbox', { name: 'On the website' })).not.toBeChecked();
  await press('Save what I allow');
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ answers: { web: false } }));
  answer('GET /myForms', {
    forms: [pictures],
    people: [{ ...person, ...ANSWERED, answers: { web: true }, isGiven: true }],
  });
  await press('Change Pictures for Mia');
  await press('Save what I allow');
  await press('Withdraw Pictures for Mia');
  await waitFor(() => expect(withdrawn[0]).toMatchObject({ query: { personId: MIA } }));
});

// Rules: R691.
test('the consent about health is withdrawn beside what was answered about it, after a question', async () => {
  const care: ShownForm = {
    ...swim,
    terms: { ...TERMS, questions: [{ ...question, key: 'ill', label: 'Ill?', seenBy: 'care' }] },
  };
  const signed = { by: 'Nora Byron', at: '2027-01-05T17:00:00.000Z', paper: 'Folder 3' };
  const told = ask('Mia Byron', { ...ANSWERED, answers: { ill: 'Asthma' }, signed });
  renderForms([told, ask('Tom Byron', { ...ANSWERED, answers: {} })], [care]);
  const erased: SentCall[] = [];
  answer('DELETE /myChildren/:id/health', (call) => {
    erased.push(call);
    return { status: true };
  });
  expect(await screen.findAllByRole('button', { name: /^Withdraw consent/ })).toHaveLength(1);
  expect(
    screen.getByText(/a paper that Nora Byron signed on 5 January 2027: Folder 3\.$/),
  ).toBeVisible();
  await press('Withdraw consent and erase the health information of Mia');
  const asked = await findDialog('Erase Mia’s health information?');
  expect(erased).toEqual([]);
  await userEvent.click(within(asked).getByRole('button', { name: 'Withdraw and erase' }));
  await waitFor(() => expect(erased[0]?.params).toEqual({ id: MIA }));
});

test('a guardian who may not change things reads who can', async () => {
  renderForms([ask('Mia Byron', { mayAnswer: false })]);
  expect(await screen.findByText(/^Swimming: Mia\. Only a guardian who may change/)).toBeVisible();
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

test('nobody is asked', async () => {
  renderForms([], []);
  expect(await screen.findByText('No forms')).toBeVisible();
});
