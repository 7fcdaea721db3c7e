import type { Family } from '@speakifyr/contract/families.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { paths } from '../../lib/paths.ts';
import {
  buildClass,
  buildClassChoice,
  buildEnrolledPerson,
  buildWaitingEntry,
} from '../../testing/factories.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { renderApp } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { AdminFamilyPage } from './admin-family-page.tsx';
import { NO_CREDIT } from '../../features/enrollment/credit/credit.testing.ts';
import { slowTest } from '../../testing/slow-tests.ts';

const NORA = '1'.repeat(24);
const BEN = '2'.repeat(24);
const CLASS = 'c'.repeat(24);
const nora = { _id: NORA, name: 'Nora Byron', email: 'nora@x.test', phone: '+1 202 555 0143' };
const ben = { _id: BEN, name: 'Ben', email: 'ben@x.test' };
const sailing = {
  ...{ _id: CLASS, name: 'Sailing', course_tag: 'SAI', camp_start: '2099-08-02' },
  ...{ camp_end: '2099-08-06', status: 'open' as const, isCanceled: false },
};
const ada: Family['children'][number] = {
  ...{ _id: 'a'.repeat(24), name: 'Ada', birthDate: '2018-03-04', note: 'Third grade' },
  ...{ allowedClasses: [], health: 'missing', contacts: 1, costShare: null },
  ...{ mustNotCollect: 1, hasPhoto: false, isOnPaper: false },
  guardians: [
    { ...nora, may: ['see', 'book'] },
    { ...ben, may: ['see'] },
  ],
};
const family: Family = {
  isOwn: false,
  account: {
    ...nora,
    ...{ role: 'student', status: 'active', isVerified: true },
    ...{ registeredAt: '2027-01-05T10:00:00.000Z', mailTo: null },
    ...{ hasSignIn: true, claim: null, transfer: null, mergeAsked: null },
  },
  others: [ben],
  children: [ada],
  enrolled: [
    { campClass: sailing, person: buildEnrolledPerson({ name: 'Ada', childId: ada._id }) },
  ],
  held: [],
  ...{ canceled: [], statements: [] },
  payments: [],
  waiting: [],
  mails: [],
  calls: [],
  agreements: [],
  notes: [],
};

function renderFamily(changes: Partial<Family> = {}, search = '') {
  answer('GET /families/:id', { ...family, ...changes });
  answer('GET /families/:id/credit', NO_CREDIT);
  answer('GET /lostDiscounts/:classId/:cartId', []);
  answer('GET /classes/:id', buildClass());
  renderApp(
    <Routes>
      <Route path={paths.family} element={<AdminFamilyPage />} />
    </Routes>,
    { at: `/dashboard/families/${NORA}${search}` },
  );
}

function answerClasses() {
  answer('GET /classChoices', [
    buildClassChoice({ _id: CLASS, name: sailing.name, misfit: 'age' }),
  ]);
}

slowTest('it is read only if it is the admin’s own family', async () => {
  renderFamily({ isOwn: true });
  expect(await screen.findByText(/This is your own family. Please ask a colleague/)).toBeVisible();
  const buttons = screen.getAllByRole('button');
  expect(buttons.length).toBeGreaterThan(5);
  for (const button of buttons) expect(button).toBeDisabled();
});

// Rules: R222, R223, R224, R225, R270, R314, R340, R461, R485, R495.
test('the page has the adults, the children without their health, and the seats with what to do about them', async () => {
  renderFamily();

  expect(await screen.findByRole('heading', { level: 1, name: 'Nora Byron' })).toBeVisible();
  for (const link of screen.getAllByRole('link', { name: '+1 202 555 0143' }))
    expect(link).toHaveAttribute('href', 'tel:+12025550143');
  expect(screen.getByRole('link', { name: 'Ben' })).toHaveAttribute(
    'href',
    `/dashboard/families/${BEN}`,
  );
  expect(screen.getByText(/^Born on 4 March 2018 · \d+ years old$/)).toBeVisible();
  expect(screen.getByText('Health information is missing')).toBeVisible();
  const row = within(screen.getByRole('row', { name: /SAI-101/ }));
  expect(row.getByText('$249 USD')).toBeVisible();
  expect(row.getByRole('link', { name: 'Care sheet of Sailing' })).toBeVisible();

  await userEvent.click(row.getByRole('button', { name: 'Change the seat of Ada' }));
  const dialog = screen.getByRole('dialog', { name: 'Ada’s seat' });
  expect(within(dialog).getByLabelText('Move to another class')).toBeVisible();
});

test('contacts are read only when somebody asks for them, because each reader is recorded', async () => {
  let reads = 0;
  answer('GET /children/:id/contacts', () => {
    reads += 1;
    return [
      {
        ...{ name: 'Grandpa Ade', phone: '+1 202 555 0178', relation: 'Grandfather' },
        ...{ isEmergency: true, mayPickUp: true, pickUpUntil: '2099-08-04' },
        ...{ enteredBy: 'Omar Falk', asksOffice: true },
      },
    ];
  });
  renderFamily();

  const button = await screen.findByRole('button', { name: 'Show 1 contact of Ada' });
  expect(reads).toBe(0);
  await userEvent.click(button);
  expect(await screen.findByText('Grandpa Ade')).toBeVisible();
  expect(screen.getByText('Entered by Omar Falk')).toBeVisible();
  expect(screen.getByText(/Entered by somebody who is blocked: collects only if/)).toBeVisible();
  expect(screen.queryByText(/May pick up/)).toBeNull();
  expect(reads).toBe(1);
});

test('a note is added and deleted after a question', async () => {
  const sent: unknown[] = [];
  let notes: Family['notes'] = [];
  renderFamily();
  answer('GET /families/:id', () => ({ ...family, notes }));
  answer('POST /families/:id/notes', ({ body }) => {
    sent.push(body);
    const at = '2027-05-01T10:00:00.000Z';
    notes = [{ _id: 'e'.repeat(24), text: 'Called about the bus.', by: 'Alma', at }];
    return { status: true };
  });
  answer('DELETE /families/:id/notes/:noteId', ({ params }) => {
    sent.push(params);
    notes = [];
    return { status: true };
  });

  await userEvent.type(await screen.findByLabelText('New note'), 'Called about the bus.');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText('Alma, Sat 1 May 2027')).toBeVisible();
  expect(screen.getByLabelText('New note')).toHaveValue('');

  await userEvent.click(screen.getByRole('button', { name: /^Delete the note/ }));
  const dialog = await findDialog('Delete this note?');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Alma, Sat 1 May 2027')).not.toBeInTheDocument());
  const noteIds = sent.map((one) => (one as { noteId: string }).noteId);
  expect(sent.at(-1)).toEqual({ id: NORA, noteId: 'e'.repeat(24) });
  expect(sent[0]).toEqual({ text: 'Called about the bus.', noteId: noteIds[0] });
  // Pressed twice, it is the same note.
  expect(new Set(noteIds.slice(0, -1)).size).toBe(1);
  expect(noteIds[0]).toMatch(/^[0-9a-f]{24}$/);
});

test('a guardian is removed with a note; the last one can’t be', async () => {
  const sent: unknown[] = [];
  let children = [ada];
  renderFamily();
  answer('GET /families/:id', () => ({ ...family, others: [], children }));
  answer('DELETE /children/:id/guardians/:guardianId', ({ params, body }) => {
    sent.push([params, body]);
    children = [{ ...ada, guardians: [{ ...nora, may: ['see', 'book'] }] }];
    return { status: true };
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ben from Ada' }));
  const dialog = await findDialog('Remove Ben from Ada?');
  await userEvent.type(within(dialog).getByRole('textbox'), 'A court decided');
  await userEvent.click(within(dialog).getByRole('button', { name: LABELS.remove }));

  await findDialog('Ben Removed');
  expect(sent).toEqual([[{ id: ada._id, guardianId: BEN }, { note: 'A court decided' }]]);
  await waitFor(() => expect(screen.queryByText('ben@x.test')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
});

test('the office erases a photo that shows somebody else, and says why', async () => {
  let children = [{ ...ada, hasPhoto: true }];
  const sent: unknown[] = [];
  renderFamily();
  answer('GET /families/:id', () => ({ ...family, children }));
  answer('DELETE /children/:id/photo', ({ params, body }) => {
    sent.push([params, body]);
    children = [ada];
    return { status: true };
  });
  const erase = { name: 'Erase photo of Ada' };
  await userEvent.click(await screen.findByRole('button', erase));
  const dialog = await findDialog('Erase the photo of Ada?');
  await userEvent.type(within(dialog).getByRole('textbox'), 'It shows a dog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase' }));
  await findDialog('The photo is erased');
  expect(sent).toEqual([[{ id: ada._id }, { note: 'It shows a dog' }]]);
  await waitFor(() => expect(screen.queryByRole('button', erase)).toBeNull());
});

test('the office reads what two guardians agreed about the cost, or one of them asked', async () => {
  const costShare = { askedBy: NORA, other: BEN, percent: 40, isAgreed: true };
  const asked = { ...ada, _id: 'b'.repeat(24), name: 'Bo' };
  renderFamily({
    children: [
      { ...ada, costShare },
      { ...asked, costShare: { ...costShare, isAgreed: false } },
    ],
  });
  expect(
    await screen.findByText('They share the cost: Ben pays 40%, Nora Byron 60%.'),
  ).toBeVisible();
  expect(
    screen.getByText('Nora Byron has asked Ben to pay 40%. Nothing is shared yet.'),
  ).toBeVisible();
});

test('a wrong name is corrected with a reason; what is right is not sent', async () => {
  const sent: unknown[] = [];
  answer('PATCH /children/:id', ({ params, body }) => {
    sent.push(params, body);
    return { status: true };
  });
  renderFamily();
  await userEvent.click(await screen.findByText('Correct name or birth date'));
  const name = screen.getByLabelText('Child’s name');
  const button = screen.getByRole('button', { name: 'Save the correction' });
  expect(name).toHaveValue('Ada');
  await userEvent.click(button);
  expect(await screen.findByText('Please change something first.')).toBeVisible();
  expect(screen.getByText('Say why.')).toBeVisible();
  await userEvent.clear(name);
  await userEvent.type(name, 'Ada Maria');
  await userEvent.type(screen.getByLabelText('Why?'), 'By phone');
  await userEvent.click(button);
  await findDialog('Corrected');
  expect(sent).toEqual([{ id: ada._id }, { name: 'Ada Maria', note: 'By phone' }]);
});

test('a wrong phone number says so beside its field', async () => {
  renderFamily();
  await userEvent.click(await screen.findByText('Correct name or phone'));
  await userEvent.type(screen.getByLabelText('Phone'), 'abc');
  await userEvent.type(screen.getByLabelText('Why?'), 'By phone');
  await userEvent.click(screen.getByRole('button', { name: 'Save the correction' }));
  expect(await screen.findByText(/^Please enter a phone number/)).toBeVisible();
});

test('a child may join a class for another age, with a note', async () => {
  const sent: unknown[] = [];
  answerClasses();
  answer('POST /ageExceptions', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  renderFamily({}, `?class=${CLASS}`);

  expect(await screen.findByRole('button', { name: 'Choose another class' })).toBeVisible();
  const button = screen.getByRole('button', { name: 'Allow this class' });
  await userEvent.click(button);
  expect(await screen.findByText('Say why.')).toBeVisible();
  expect(screen.getByLabelText('Why?')).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Why?'), 'Turns 8 a week later');
  await userEvent.click(button);

  await findDialog('Ada may join Sailing');
  expect(sent).toEqual([{ childId: ada._id, classId: CLASS, note: 'Turns 8 a week later' }]);
});

slowTest('what was allowed is taken back with a note', async () => {
  const sent: unknown[] = [];
  answerClasses();
  let allowedClasses = [CLASS];
  renderFamily();
  answer('GET /families/:id', () => ({ ...family, children: [{ ...ada, allowedClasses }] }));
  answer('DELETE /ageExceptions', ({ body }) => {
    sent.push(body);
    allowedClasses = [];
    return { status: true };
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Take back Sailing for Ada' }));
  const dialog = await findDialog('Take back Sailing for Ada?');
  await userEvent.type(within(dialog).getByRole('textbox'), 'Too small for the boats');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }));

  await findDialog('Taken back');
  expect(sent).toEqual([{ childId: ada._id, classId: CLASS, note: 'Too small for the boats' }]);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Take back/ })).not.toBeInTheDocument(),
  );
});

slowTest(
  'an entry is taken off its waiting list after a question; an offered seat is not',
  async () => {
    const sent: unknown[] = [];
    const kites = buildWaitingEntry({ className: 'Kites', waitId: '7'.repeat(24) });
    const chess = buildWaitingEntry({
      className: 'Chess',
      waitId: '8'.repeat(24),
      state: 'offered',
    });
    let waiting = [kites, chess];
    renderFamily();
    answer('GET /families/:id', () => ({ ...family, waiting }));
    answer('DELETE /families/:id/waiting/:waitId', ({ params }) => {
      sent.push(params);
      waiting = [chess];
      return { status: true };
    });

    const name = 'Take off the waiting list of Kites';
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(screen.queryByRole('button', { name: 'Take off the waiting list of Chess' })).toBeNull();
    const dialog = await findDialog('Take them off the waiting list of Kites?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take off' }));
    await findDialog('Taken off the waiting list');
    expect(sent).toEqual([{ id: NORA, waitId: '7'.repeat(24) }]);
    await waitFor(() => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument());
  },
);

test('a refusal is said in the form', async () => {
  answerClasses();
  answer('POST /ageExceptions', () => refuse('not_found', { message: 'The child is gone.' }));
  renderFamily({}, `?class=${CLASS}`);

  await userEvent.type(await screen.findByLabelText('Why?'), 'A friend is there');
  expect(await screen.findByRole('button', { name: 'Choose another class' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Allow this class' }));

  expect(await screen.findByRole('alert')).toHaveTextContent('The child is gone.');
});

test('a family that does not exist leads to the search', async () => {
  renderFamily();
  answer('GET /families/:id', () => refuse('not_found'));
  expect(await screen.findByText('This family does not exist')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Find a family' })).toHaveAttribute(
    'href',
    '/dashboard/families',
  );
});

slowTest(
  'the office says where emails should go instead, with a reason, and reads that nobody has confirmed it yet',
  async () => {
    const asked: unknown[] = [];
    answer('POST /families/:id/mailTo', ({ body }) => {
      asked.push(body);
      return { status: true };
    });
    renderFamily();
    await userEvent.click(await screen.findByText('Emails don’t arrive?'));
    await userEvent.click(screen.getByText('Send the emails elsewhere'));
    await userEvent.type(screen.getByLabelText('Right address'), 'nora@y.test');
    await userEvent.type(screen.getByLabelText('Why?'), 'By phone.');
    const mailTo = { address: 'nora@y.test', confirmed: false };
    answer('GET /families/:id', { ...family, account: { ...family.account, mailTo } });
    await userEvent.click(screen.getByRole('button', { name: 'Ask at this address' }));
    await findDialog('Asked, not confirmed yet');
    expect(asked).toEqual([{ address: 'nora@y.test', note: 'By phone.' }]);
    expect(await screen.findByText(/We have asked at nora@y.test/)).toBeInTheDocument();
  },
);

slowTest(
  'who must not pick a child up is read only when the admin asks; the office blocks and ends',
  async () => {
    const sent: unknown[] = [];
    const karl = { _id: 'e'.repeat(24), name: 'Karl Falk', since: '2027-05-04', note: 'Tall' };
    answer('GET /children/:id/mustNotCollect', () => {
      sent.push('read');
      return [
        {
          ...karl,
          by: 'Nora Byron',
          isByOffice: false,
          hasAuthorLeft: true,
          at: '2027-05-04T10:00:00.000Z',
        },
      ];
    });
    answer('POST /children/:id/mustNotCollect', ({ body }) => {
      sent.push(body);
      return { status: true as const };
    });
    answer('DELETE /children/:id/mustNotCollect/:entryId', ({ params }) => {
      sent.push(params.entryId);
      return { status: true as const };
    });
    renderFamily();
    const show = await screen.findByRole('button', {
      name: 'Show 1 person who must not pick up Ada',
    });
    expect(sent).toEqual([]);
    await userEvent.click(show);
    expect(await screen.findByText('Written by Nora Byron (a guardian)')).toBeVisible();
    expect(screen.getByText(/The person who wrote this no longer decides about Ada/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Block somebody/ }));
    await userEvent.type(screen.getByLabelText('Name'), 'Ben');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ name: 'Ben' })));
    // A guardian is chosen, so that a new name changes nothing.
    await userEvent.click(await screen.findByRole('button', { name: /^Block somebody/ }));
    await userEvent.selectOptions(screen.getByLabelText('Who'), 'Nora Byron (guardian)');
    expect(screen.queryByLabelText('Name')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toContainEqual(
        expect.objectContaining({ guardianId: expect.stringMatching(/^[0-9a-f]{24}$/) }),
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'End this for Karl Falk' }));
    await userEvent.click(
      within(await findDialog('End this for Karl Falk?')).getByRole('button', { name: 'End it' }),
    );
    await waitFor(() => expect(sent).toContain(karl._id));
  },
);
