import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import type { FormFile } from '@speakifyr/contract/form-files.ts';
import type { AskedPerson, FormTerms, ShownForm } from '@speakifyr/contract/forms.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, breakConnection, refuse, type SentCall } from '../../../testing/server.ts';
import { answerTexts } from '../../../testing/texts.ts';
import { watchDownload } from '../../../testing/watch-download.ts';
import { OwnForms } from './own-forms.tsx';

const FORM = '1'.repeat(24);
const MIA = 'a'.repeat(24);

const TERMS: FormTerms = {
  ...{ name: 'Record', kind: 'document', about: 'child', text: 'Send it.', questions: [] },
  ...{ isPictures: false, due: null, season: null, classIds: [] },
};
const QUESTION = {
  ...{ key: 'q1', kind: 'short' as const, label: 'Who wrote it?', options: [] as string[] },
  ...{ isRequired: true, seenBy: 'office' as const },
};
const PERSON: AskedPerson = {
  ...{ formId: FORM, personId: MIA, name: 'Mia Byron', state: 'open', seen: 0, answers: {} },
  ...{ files: [], answeredAt: null, mayAnswer: true, isGiven: false },
};
const FILE: FormFile = {
  ...{ _id: 'f'.repeat(24), name: 'card.pdf', size: 3, at: '2027-05-01T09:00:00.000Z' },
  state: 'sent',
};

type Sent = {
  seen: number;
  answers: Record<string, string>;
  file?: { id: string; name: string; base64: string };
  isPart?: true;
  consent?: string;
};

/** A server that keeps what it is sent, as the real one does. `state.person` is what it has. */
function renderForms(terms: Partial<FormTerms> = {}, person: Partial<AskedPerson> = {}) {
  const form: ShownForm = { _id: FORM, version: 1, terms: { ...TERMS, ...terms } };
  const sent: Sent[] = [];
  const state = { person: { ...PERSON, ...person } };
  const write = ({ body }: SentCall) => {
    const { seen, answers, file, isPart } = body as Sent;
    sent.push(body as Sent);
    const { files } = state.person;
    if (file && files.some(({ _id }) => _id === file.id)) return { status: true as const };
    if (seen !== state.person.seen) return refuse('form_changed');
    state.person = {
      ...{ ...state.person, answers, seen: seen + 1, state: isPart ? 'open' : 'done' },
      answeredAt: isPart ? null : '2027-05-02T09:00:00.000Z',
      files: [
        ...files.filter((one) => !file || one.state !== 'refused'),
        ...(file ? [{ ...FILE, _id: file.id, name: file.name }] : []),
      ],
    };
    return { status: true as const };
  };
  answerTexts();
  answer('GET /myForms', () => ({ forms: [form], people: [state.person] }));
  answer('PUT /myForms/:id', write);
  renderApp(<OwnForms />, { at: '/dashboard/forms', user: student });
  return { sent, state, write };
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const choose = async (file: File) =>
  userEvent
    .setup({ applyAccept: false })
    .upload(await screen.findByLabelText('Choose a file or take a picture'), file);
const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' });
const OTHERS = 'Somebody else has answered since you opened this:';

// Rules: R660, R693.
test('two files are sent as they are chosen, the step stays, and nobody else is said to have answered', async () => {
  const { sent } = renderForms();
  await press('Done');
  expect(await screen.findByText('Please add a file.')).toBeVisible();
  await choose(pdf('front.pdf'));
  expect(await screen.findByText(/^front\.pdf is sent\./)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Open front.pdf' })).toBeVisible();
  await choose(pdf('back.pdf'));
  expect(await screen.findByRole('button', { name: 'Open back.pdf' })).toBeVisible();
  expect(screen.queryByText(OTHERS)).not.toBeInTheDocument();
  expect(sent.map(({ seen, file, isPart }) => [seen, file?.name, file?.base64, isPart])).toEqual([
    [0, 'front.pdf', btoa('%PDF-'), undefined],
    [1, 'back.pdf', btoa('%PDF-'), undefined],
  ]);
  await press('Done');
  expect(await screen.findByText('All forms are answered')).toBeVisible();
  expect(screen.getAllByText('Sent. The school looks at it.')).toHaveLength(2);
});

// Rules: R693.
test('a picture is drawn again as a small JPEG, and what is neither is not sent', async () => {
  const { sent } = renderForms();
  await choose(new File(['x'], 'letter.docx', { type: 'application/msword' }));
  expect(await screen.findByText('Please choose a PDF, a JPEG or a PNG.')).toBeVisible();
  await choose(
    new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'scan.pdf', { type: 'application/pdf' }),
  );
  expect(await screen.findByText(/^This PDF is larger than 4 MB\./)).toBeVisible();
  const drawImage = vi.fn();
  vi.spyOn(globalThis, 'createImageBitmap').mockResolvedValue({
    ...{ width: 4_800, height: 3_600 },
    close() {},
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage,
    fillRect() {},
  } as never);
  await choose(new File(['x'], 'card.png', { type: 'image/png' }));
  expect(await screen.findByText(/^card\.png is sent\./)).toBeVisible();
  expect(drawImage.mock.lastCall?.slice(1)).toEqual([0, 0, 2_400, 1_800]);
  expect(sent.map(({ file }) => file?.base64)).toEqual([btoa('\xff\xd8\xff\xd9')]);
});

// Rules: R660, R693.
test('after a lost connection the same file is sent again, with the same id', async () => {
  const { sent, write } = renderForms();
  breakConnection('PUT /myForms/:id');
  await choose(pdf('card.pdf'));
  expect(await screen.findByText(/We could not reach the camp/)).toBeVisible();
  let first = '';
  answer('PUT /myForms/:id', (call) => {
    first = (call.body as Sent).file!.id;
    return refuse('internal');
  });
  await press('Send card.pdf');
  expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible();
  answer('PUT /myForms/:id', write);
  await press('Send card.pdf');
  expect(await screen.findByRole('button', { name: 'Open card.pdf' })).toBeVisible();
  expect(sent.map(({ file }) => file?.id)).toEqual([first]);
});

// Rules: R660, R693.
test('a file whose answer was lost is there, and is the family’s own', async () => {
  const { sent, write } = renderForms();
  answer('PUT /myForms/:id', (call) => {
    write(call);
    return refuse('internal');
  });
  await choose(pdf('front.pdf'));
  expect(await screen.findByRole('button', { name: 'Open front.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send front.pdf' })).not.toBeInTheDocument();
  expect(screen.queryByText(OTHERS)).not.toBeInTheDocument();
  answer('PUT /myForms/:id', write);
  await choose(pdf('back.pdf'));
  expect(await screen.findByRole('button', { name: 'Open back.pdf' })).toBeVisible();
  expect(screen.queryByText(OTHERS)).not.toBeInTheDocument();
  expect(sent.map(({ seen }) => seen)).toEqual([0, 1]);
});

// Rules: R661, R693.
test('an open question makes the upload a part, and what another guardian answered is still shown', async () => {
  const { sent, state } = renderForms({ questions: [QUESTION] });
  await choose(pdf('card.pdf'));
  expect(await screen.findByRole('button', { name: 'Open card.pdf' })).toBeVisible();
  expect(sent[0]).toMatchObject({ isPart: true, answers: {} });
  state.person = { ...state.person, seen: 2, answers: { q1: 'Dad was here' } };
  await userEvent.type(screen.getByLabelText('Who wrote it?'), 'Dr. Moss');
  answer('PUT /myForms/:id', () => refuse('form_changed'));
  await press('Done');
  expect(await screen.findByText(OTHERS)).toBeVisible();
  expect(screen.getByText('Dad was here')).toBeVisible();
});

// Rules: R695, R693.
test('a document about health waits for the consent, and is not lost until then', async () => {
  const { sent } = renderForms({ isHealth: true });
  await screen.findByRole('checkbox');
  await choose(pdf('card.pdf'));
  expect(await screen.findByText('We can keep it only if you agree to it.')).toBeVisible();
  expect(sent).toEqual([]);
  await press('Done');
  expect(await screen.findByText('card.pdf is not sent yet.')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox'));
  await press('Send card.pdf');
  expect(await screen.findByRole('button', { name: 'Open card.pdf' })).toBeVisible();
  expect(sent[0]).toMatchObject({ consent: FIRST_TEXT_VERSION, file: { name: 'card.pdf' } });
});

// Rules: R695.
test('an answer about health needs the consent, also if the rest is answered later', async () => {
  const care = { ...QUESTION, key: 'care', label: 'Which doctor?', seenBy: 'care' as const };
  const { sent } = renderForms({ kind: 'questions', questions: [QUESTION, care] });
  await userEvent.type(await screen.findByLabelText('Which doctor?'), 'Dr. Moss');
  await press('Save and go on later');
  expect(await screen.findByText('We can keep it only if you agree to it.')).toBeVisible();
  expect(sent).toEqual([]);
  const box = screen.getByRole('checkbox', { name: /^I agree that .* Mia Byron’s health/ });
  await userEvent.click(box);
  await userEvent.type(screen.getByLabelText('Who wrote it?'), 'I');
  answer('PUT /myForms/:id', () => {
    answerTexts('2027-06-01', { healthConsent: 'I agree to other words.' });
    return refuse('text_changed');
  });
  await press('Save');
  expect(
    await screen.findByRole('checkbox', { name: 'I agree to other words.' }),
  ).not.toBeChecked();
  expect(screen.getByLabelText('Which doctor?')).toHaveValue('Dr. Moss');
});

// Rules: R694.
test('a refused document says why and is asked again; a better one takes its place', async () => {
  const refused = { ...FILE, state: 'refused' as const, reason: 'The name is cut off.' };
  renderForms({}, { seen: 4, files: [refused], answeredAt: FILE.at });
  expect(await screen.findByText(/^The school needs another file\./)).toBeVisible();
  expect(screen.getByText('Refused: The name is cut off.')).toBeVisible();
  await press('Done');
  expect(await screen.findByText('Please add a file.')).toBeVisible();
  await choose(pdf('whole.pdf'));
  expect(await screen.findByRole('button', { name: 'Open whole.pdf' })).toBeVisible();
  expect(screen.queryByText(/^Refused/)).not.toBeInTheDocument();
});

// Rules: R664, R694.
test('last summer’s document is confirmed with one press', async () => {
  const { sent } = renderForms(
    {},
    { seen: 3, state: 'confirm', files: [FILE], answeredAt: FILE.at },
  );
  expect(
    await screen.findByText(/^You handed this in on 1 May 2027\. Is it still right\?/),
  ).toBeVisible();
  await press('Confirm');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ personId: MIA, version: 1, seen: 3, answers: {} });
});

// Rules: R694.
test('one that ends too early is asked again, too', async () => {
  const files = [{ ...FILE, state: 'accepted' as const, validUntil: '2027-06-03' }];
  renderForms({}, { seen: 1, files, answeredAt: FILE.at });
  expect(await screen.findByText(/^What you sent ends before the camp is over\./)).toBeVisible();
  expect(screen.getByText('Accepted until 3 June 2027')).toBeVisible();
  await press('Done');
  expect(await screen.findByText('Please add a file.')).toBeVisible();
});

// Rules: R693, R694.
test('a file is opened as a download, and taken back after a question', async () => {
  const { state } = renderForms({}, { seen: 1, state: 'done', files: [FILE], answeredAt: FILE.at });
  const taken: unknown[] = [];
  answer('GET /formFiles/:id', {
    name: 'card.pdf',
    type: 'application/pdf',
    base64: btoa('%PDF-'),
  });
  answer('DELETE /formFiles/:id', ({ params }) => {
    taken.push(params['id']);
    state.person = { ...state.person, files: [], seen: 2, state: 'open' };
    return { status: true };
  });
  const download = watchDownload();
  await press('Open card.pdf');
  expect(await download.read()).toEqual({ name: 'card.pdf', lines: ['%PDF-'] });
  await press('Take back card.pdf');
  expect(taken).toEqual([]);
  const asked = within(await findDialog('Take back card.pdf?'));
  await userEvent.click(asked.getByRole('button', { name: 'Take it back' }));
  await waitFor(() => expect(taken).toEqual([FILE._id]));
  expect(await screen.findByText('It is erased')).toBeVisible();
});
