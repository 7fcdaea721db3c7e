import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import type { FormFile } from '@speakifyr/contract/form-files.ts';
import type { FormPerson, FormTerms, OfficeForm } from '@speakifyr/contract/forms.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, type SentCall } from '../../../testing/server.ts';
import { answerTexts } from '../../../testing/texts.ts';
import { listAnswerRows } from './answer-file.ts';
import { FormPeople } from './form-people.tsx';

const FORM = '1'.repeat(24);
const [MIA, TOM] = ['a'.repeat(24), 'b'.repeat(24)];
const [NORA, BEN] = ['c'.repeat(24), 'd'.repeat(24)];

const QUESTION = {
  ...{ key: 'q1', kind: 'short' as const, label: 'T-shirt', options: [] as string[] },
  ...{ isRequired: true, seenBy: 'office' as const },
};
const CARE = { ...QUESTION, key: 'care', label: 'Which doctor?', seenBy: 'care' as const };
const TERMS: FormTerms = {
  ...{ name: 'Record', kind: 'document', about: 'child', text: 'Send it.', questions: [] },
  ...{ isPictures: false, due: null, season: null, classIds: [] },
};
const FILE: FormFile = {
  ...{ _id: 'f'.repeat(24), name: 'card.pdf', size: 3, at: '2027-05-01T09:00:00.000Z' },
  state: 'sent',
};
const PERSON: FormPerson = {
  ...{ formId: FORM, personId: MIA, name: 'Mia Byron', state: 'done', seen: 1, answers: {} },
  ...{ files: [FILE], answeredAt: FILE.at, mayAnswer: true, isGiven: false, familyId: null },
  ...{ family: 'Nora Byron', classes: ['Lake'], note: null, signatures: [] },
  signers: [
    { _id: NORA, name: 'Nora Byron' },
    { _id: BEN, name: 'Ben Byron' },
  ],
};
const LACKING: FormPerson = {
  ...{ ...PERSON, personId: TOM, name: 'Tom Byron', state: 'open', seen: 0 },
  ...{ files: [], answeredAt: null },
};

function renderPeople(terms: Partial<FormTerms> = {}, people = [PERSON, LACKING], at = '') {
  const published = { ...TERMS, ...terms };
  const form: OfficeForm = {
    ...{ _id: FORM, isArchived: false, revision: 1, draft: null, published },
    ...{ versions: [{ version: 3, at: FILE.at, text: '' }], asked: 2, lacking: 1 },
  };
  const sent: SentCall[] = [];
  const keep = (call: SentCall) => {
    sent.push(call);
    return { status: true as const };
  };
  answerTexts();
  answer('GET /forms', [form]);
  answer('GET /classChoices', []);
  answer('GET /formPeople', people);
  answer('PATCH /formFiles/:id', keep);
  answer('PUT /formPeople/:id', keep);
  renderApp(<FormPeople />, {
    at: `/dashboard/formPeople${at}`,
    user: { ...student, role: 'admin', bundle: 'director' },
  });
  return sent;
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const rowOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li')!);

// Rules: R694.
test('the office finds what it has not looked at, and accepts it until a day', async () => {
  const sent = renderPeople();
  expect(await screen.findByText('1 answer still missing. 1 document to look at.')).toBeVisible();
  expect((await rowOf('Tom Byron')).getByText('Missing')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'To look at');
  expect(screen.queryByRole('heading', { name: 'Tom Byron' })).not.toBeInTheDocument();
  const mia = await rowOf('Mia Byron');
  expect(mia.getByText('Handed in')).toBeVisible();
  await press('Accept card.pdf');
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept card.pdf' }));
  await userEvent.type(dialog.getByLabelText('Counts until (optional)'), '2027-09-01');
  await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
  await findDialog('Accepted');
  expect(sent[0]).toMatchObject({
    params: { id: FILE._id },
    body: { state: 'accepted', validUntil: '2027-09-01' },
  });
});

// Rules: R694.
test('nothing is refused without a reason that the family reads', async () => {
  const sent = renderPeople();
  await press('Refuse card.pdf');
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse card.pdf' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect(await dialog.findByText(/^Say why, so that the family knows/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Why'), 'The back is missing.');
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ state: 'refused', reason: 'The back is missing.' });
});

// Rules: R695.
test('an answer about health is on the care sheet, and in no file', async () => {
  const answers = { q1: 'Large' };
  const terms = { kind: 'questions' as const, questions: [QUESTION, CARE] };
  renderPeople(terms, [{ ...PERSON, files: [], answers }]);
  const mia = await rowOf('Mia Byron');
  expect(mia.getByText('Which doctor?').nextElementSibling).toHaveTextContent('On the care sheet');
  const [headings, row] = listAnswerRows(terms, [{ ...PERSON, files: [], answers }]);
  expect(headings?.slice(7)).toEqual(['T-shirt']);
  expect(row?.slice(7)).toEqual(['Large']);
});

// Rules: R667, R694.
test('the file of a document form says what was handed in, and what became of it', () => {
  const files = [
    { ...FILE, state: 'accepted' as const, validUntil: '2027-09-01' },
    { ...FILE, name: 'back.pdf' },
  ];
  const [headings, row] = listAnswerRows(TERMS, [{ ...PERSON, files }]);
  expect(headings?.slice(3)).toEqual([
    ...['State', 'Answered', 'Signed by', 'Note', 'Files', 'State of the files'],
  ]);
  expect(row?.slice(3)).toEqual([
    ...['Handed in', '2027-05-01', '', ''],
    ...['card.pdf; back.pdf', 'Accepted until 1 September 2027; To look at'],
  ]);
});

// Rules: R667, R695.
test('from paper, the office leaves what it can’t read as it is, and says that the family has agreed', async () => {
  const sent = renderPeople({ kind: 'questions', questions: [QUESTION, CARE] }, [
    { ...PERSON, files: [], answers: { q1: 'Large' } },
  ]);
  await press('Enter from paper or phone for Mia Byron');
  const dialog = within(await screen.findByRole('dialog', { name: 'Record: Mia Byron' }));
  expect(dialog.getByLabelText('T-shirt')).toHaveValue('Large');
  expect(dialog.getByLabelText('Which doctor?')).toHaveValue('');
  await userEvent.type(dialog.getByLabelText('Where the paper is, or who said it'), 'Folder 2');
  await userEvent.click(dialog.getByRole('button', { name: 'Enter' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    ...{ personId: MIA, version: 3, seen: 1, answers: { q1: 'Large' }, note: 'Folder 2' },
  });
});

// Rules: R667, R695, R693.
test('a document from paper is added with who has signed it, and when', async () => {
  const sent = renderPeople({ isHealth: true }, [LACKING]);
  await press('Enter from paper or phone for Tom Byron');
  const dialog = within(await screen.findByRole('dialog', { name: 'Record: Tom Byron' }));
  await userEvent.upload(
    dialog.getByLabelText('Choose a file or take a picture'),
    new File(['%PDF-'], 'scan.pdf', { type: 'application/pdf' }),
  );
  expect(await dialog.findByText(/^scan\.pdf is added when/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Enter' }));
  expect(await dialog.findByText('Say which paper.')).toBeVisible();
  expect(dialog.getByText('Please choose one.')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('Signed by'), 'Nora Byron');
  await userEvent.type(dialog.getByLabelText('Which paper'), 'Folder 2');
  const day = dialog.getByLabelText('Signed on');
  await userEvent.type(day, '2026-01-05');
  await userEvent.click(await dialog.findByRole('checkbox', { name: /^Nora Byron has signed/ }));
  // It was another guardian, who has agreed to nothing yet.
  await userEvent.selectOptions(dialog.getByLabelText('Signed by'), 'Ben Byron');
  await userEvent.click(dialog.getByRole('button', { name: 'Enter' }));
  expect(await dialog.findByText(/only if the family has agreed to it/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Ben Byron has signed: “I agree/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enter' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    paper: { by: BEN, day: '2026-01-05', reference: 'Folder 2' },
    ...{ consent: FIRST_TEXT_VERSION, answers: {} },
    file: { name: 'scan.pdf', base64: btoa('%PDF-') },
  });
});

// Rules: R667.
test('a document may stay in its folder: the office says only where it is', async () => {
  const sent = renderPeople({ isHealth: true }, [LACKING]);
  await press('Enter from paper or phone for Tom Byron');
  const dialog = within(await screen.findByRole('dialog', { name: 'Record: Tom Byron' }));
  await userEvent.type(dialog.getByLabelText('Where the paper is, or who said it'), 'Folder 2');
  await userEvent.click(dialog.getByRole('button', { name: 'Enter' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    ...{ personId: TOM, version: 3, seen: 0, answers: {}, note: 'Folder 2' },
  });
});

// Rules: R667.
test.each([
  ['', 'Write to those with missing forms', ''],
  [`?class=${NORA}`, 'Write to those with missing forms', `&class=${NORA}`],
  [`?form=${FORM}`, 'Write to those who lack this form', `&form=${FORM}`],
  [
    `?class=${NORA}&form=${FORM}`,
    'Write to those who lack this form',
    `&class=${NORA}&form=${FORM}`,
  ],
])('with the filters “%s”, the message is for the same people', async (at, name, wanted) => {
  renderPeople({}, [LACKING], at);
  expect(await screen.findByRole('link', { name })).toHaveAttribute(
    'href',
    `/dashboard/familyMessage?group=forms+missing${wanted}`,
  );
});
