import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { FamilyChildCard } from './family-child.tsx';

const RUTH = '1'.repeat(24);
const mia: FamilyChild = {
  ...{ _id: 'a'.repeat(24), name: 'Mia', birthDate: '2018-03-04', note: '' },
  ...{ allowedClasses: [], health: 'missing', contacts: 0, costShare: null },
  ...{ mustNotCollect: 0, hasPhoto: false, isOnPaper: true },
  guardians: [
    { _id: RUTH, name: 'Ruth Garcia', email: 'x@no-email.invalid', may: ['see', 'book'] },
    { _id: '2'.repeat(24), name: 'Ben', email: 'y@no-email.invalid', may: ['see'] },
  ],
};
const PAPER = { by: RUTH, day: '2026-01-05', reference: 'Folder 3' };

/** The card of the child, with the paper chosen. */
async function choosePaper(changes: Partial<FamilyChild> = {}) {
  const view = renderApp(<FamilyChildCard child={{ ...mia, ...changes }} classId="" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Enter a paper form of Mia' }));
  const form = within(screen.getByRole('form', { name: 'Paper form' }));
  // Ben may only see, so he can't sign.
  expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Ruth Garcia',
  ]);
  await userEvent.click(form.getByRole('button', { name: 'Continue' }));
  expect(await form.findByText('Say which paper.')).toBeVisible();
  await userEvent.type(form.getByLabelText('Signed on'), PAPER.day);
  await userEvent.type(form.getByLabelText('Which paper'), PAPER.reference);
  await userEvent.click(form.getByRole('button', { name: 'Continue' }));
  expect(
    await screen.findByText('Signed by Ruth Garcia on 5 January 2026: Folder 3.'),
  ).toBeVisible();
  return view;
}

/** What the office sends, in order. */
function collectPapers(): unknown[] {
  const sent: unknown[] = [];
  answer('PUT /children/:id/paperForm', ({ body }) => {
    sent.push(body);
    return { status: true, confirmedAt: '2026-02-01T09:00:00.000Z' };
  });
  return sent;
}

// Rules: R568.
test('the office enters health from a paper, and compares what is saved with it', async () => {
  const sent = collectPapers();
  await choosePaper();
  await userEvent.click(screen.getByRole('button', { name: 'Health' }));
  await userEvent.click(screen.getByLabelText(/^Yes: allergies/));
  await userEvent.type(screen.getByLabelText('Anything else (optional)'), 'Asthma');
  await userEvent.click(screen.getByRole('button', { name: 'Save health information' }));
  expect(await screen.findByText(/only if you agree to it/)).toBeVisible();
  await userEvent.click(await screen.findByLabelText(/^Ruth Garcia has signed: “I agree that/));
  await userEvent.click(screen.getByRole('button', { name: 'Save health information' }));
  expect(await screen.findByText('Saved. Compare it with the paper')).toBeVisible();
  expect(screen.getByText('Asthma')).toBeVisible();
  expect(
    screen.getByText(/from a paper that was signed on .*5 January.*: Folder 3\.$/),
  ).toBeVisible();
  expect(sent).toMatchObject([{ paper: PAPER, health: { notes: 'Asthma', seen: null } }]);

  // A typing error is mended without reading anything.
  await userEvent.click(screen.getByRole('button', { name: 'Change health information' }));
  expect(screen.getByLabelText('Anything else (optional)')).toHaveValue('Asthma');
  await userEvent.click(await screen.findByLabelText(/^Ruth Garcia has signed/));
  await userEvent.click(screen.getByRole('button', { name: 'Save health information' }));
  await screen.findByText('Saved. Compare it with the paper');
  expect(sent[1]).toMatchObject({ health: { seen: '2026-02-01T09:00:00.000Z' } });
});

// Rules: R634.
test('the words that are signed are those of the day on the paper, and the form says if today’s differ', async () => {
  const SAYS = { then: 'I allow it', now: 'I allow more' };
  answer('GET /texts/:name', ({ query }) => {
    const isThen = query['on'] === PAPER.day;
    const words = SAYS[isThen ? 'then' : 'now'];
    const parts = [{ tag: 'p' as const, parts: [words] }];
    return { version: isThen ? '2025-12-01' : '2026-01-20.2', parts };
  });
  const sent = collectPapers();
  await choosePaper();
  expect(
    await screen.findByText(
      'Consent to health on that day: version 2025-12-01. Today’s is 2026-01-20.2. Health is recorded with the words of that day.',
    ),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Health' }));
  await userEvent.click(screen.getByLabelText(/^No, nothing to report/));
  await userEvent.click(await screen.findByLabelText('Ruth Garcia has signed: “I allow it”'));
  await userEvent.click(screen.getByRole('button', { name: 'Save health information' }));
  await screen.findByText('Saved. Compare it with the paper');
  expect(sent).toMatchObject([{ paper: PAPER, health: { consent: '2025-12-01' } }]);
});

// Rules: R634.
test.each([
  ['2025-12-01', 'Consent to health on that day: version 2025-12-01, as today.'],
  [
    '2026-01-06',
    'Consent to health on that day: version 2026-01-06, as today. The school has none from before here: check that the paper says what you read below.',
  ],
])('of the version %s it says: %s', async (version, says) => {
  answer('GET /texts/:name', { version, parts: [{ tag: 'p', parts: ['I allow it'] }] });
  await choosePaper();
  expect(await screen.findByText(says)).toBeVisible();
});

test('an answer that is there is replaced or erased, and the form says so first', async () => {
  await choosePaper({ health: 'answered' });
  await userEvent.click(screen.getByRole('button', { name: 'Health' }));
  expect(screen.getByText(/What you save here replaces all of it/)).toBeVisible();
  const sent = collectPapers();
  await userEvent.click(screen.getByRole('button', { name: 'They withdraw their consent' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw and erase' }));
  await screen.findByText('Erased');
  expect(sent).toEqual([{ paper: PAPER, health: null }]);
});

// Rules: R568, R569.
test('contacts and who must not collect go with the same paper', async () => {
  answer('GET /children/:id/contacts', []);
  const sent = collectPapers();
  await choosePaper();
  await userEvent.click(screen.getByRole('button', { name: 'Contacts' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add a contact' }));
  expect(screen.getByLabelText('This is Ruth Garcia')).toBeChecked();
  await userEvent.type(screen.getByLabelText('Phone'), '202 555 0143');
  await userEvent.click(screen.getByRole('button', { name: 'Save contact' }));
  await screen.findByText('Saved');

  // The dialog that says so ends by itself.
  const later = { timeout: 5_000 };
  await userEvent.click(await screen.findByRole('button', { name: 'Must not pick up' }, later));
  await userEvent.type(screen.getByLabelText('Name'), 'Karl Falk');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([
    { paper: PAPER, contacts: [{ name: 'Ruth Garcia', mayPickUp: true }] },
    { paper: PAPER, block: { name: 'Karl Falk' } },
  ]);
});

test('a second guardian is added with a name and a phone', async () => {
  answer('GET /children/:id/contacts', []);
  const sent = collectPapers();
  await choosePaper();
  await userEvent.click(screen.getByRole('button', { name: 'Second guardian' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Paul Garcia');
  await userEvent.type(screen.getByLabelText('Phone'), '202 555 0177');
  await userEvent.click(screen.getByRole('button', { name: 'Add the guardian' }));
  await findDialog('Paul Garcia is a guardian of Mia');
  expect(sent).toMatchObject([
    { paper: PAPER, guardian: { name: 'Paul Garcia', may: ['see', 'book'] } },
  ]);
});

// Rules: R568.
test('a part that is on its way stays open until its answer is there, and says if it failed', async () => {
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  answer('PUT /children/:id/paperForm', async () => {
    await failed;
    return refuse('family_has_log_in');
  });
  const { queryClient } = await choosePaper();
  await userEvent.click(screen.getByRole('button', { name: 'Must not pick up' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Karl Falk');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  // What is on its way can't be canceled or left, and everybody reads why.
  for (const name of ['Cancel', 'Contacts', 'Health', 'Second guardian', 'Another paper'])
    await userEvent.click(screen.getByRole('button', { name }));
  expect(screen.getByRole('form', { name: 'Who must not pick up' })).toBeVisible();
  const other = screen.getByRole('button', { name: 'Health' });
  expect(other).toBeDisabled();
  expect(other).toHaveAccessibleDescription(/^One part is being saved/);

  fail();
  expect(await screen.findByText(/They enter it themselves/)).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Karl Falk');
  expect(other).toBeEnabled();
  expect(other).not.toHaveAccessibleDescription();
});

test('a family with a log-in enters it itself: there is no form, and the refusal says who does', async () => {
  renderApp(<FamilyChildCard child={{ ...mia, isOnPaper: false }} classId="" />);
  expect(await screen.findByText('Mia')).toBeVisible();
  expect(screen.queryByRole('button', { name: /paper form/ })).toBeNull();
});

test('if a family has got a log-in since, the office cannot write over what it entered', async () => {
  answer('PUT /children/:id/paperForm', () => refuse('family_has_log_in'));
  await choosePaper();
  await userEvent.click(screen.getByRole('button', { name: 'Health' }));
  await userEvent.click(screen.getByLabelText('No, nothing to report'));
  await userEvent.click(await screen.findByLabelText(/^Ruth Garcia has signed/));
  await userEvent.click(screen.getByRole('button', { name: 'Save health information' }));
  expect(await screen.findByText(/They enter it themselves/)).toBeVisible();
});
