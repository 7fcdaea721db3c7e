import type { ListedCertificate } from '@speakifyr/contract/certificates.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { closeDialog } from '../../lib/dialogs.ts';
import { buildListedInstructor, buildTaughtCourse } from '../../testing/factories.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { UpdateInstructor } from './update-instructor.tsx';

const maren = buildListedInstructor();
const freeMaren = buildListedInstructor({
  courseID: NOT_ASSIGNED,
  course: NOT_ASSIGNED,
  tag: NOT_ASSIGNED,
});

const findButton = (name: RegExp) => screen.findByRole('button', { name });
const press = async (name: RegExp) => userEvent.click(await findButton(name));

// Rules: R301.
test('an instructor with a course can be unassigned and not removed', async () => {
  answer('GET /getInstructors', [maren]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('Assigned')).toBeVisible();
  expect(screen.getByText(maren.email)).toBeVisible();
  expect(screen.getByText('Sailing on the Lake')).toBeVisible();
  expect(screen.getByText('SAI')).toBeVisible();
  expect(await findButton(/Unassign/)).toBeEnabled();
  expect(await findButton(/Remove/)).toBeDisabled();
});

test('an instructor without a course can be removed and not unassigned', async () => {
  answer('GET /getInstructors', [freeMaren]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('Not Assigned')).toBeVisible();
  expect(await findButton(/Unassign/)).toBeDisabled();
  expect(await findButton(/Remove/)).toBeEnabled();
  expect(screen.queryByText(NOT_ASSIGNED)).toBeNull();
});

test('admins see which instructors are not public yet, because they have written nothing', async () => {
  answer('GET /getInstructors', [buildListedInstructor({ details: '' })]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('No text yet')).toBeVisible();
});

test('who is only invited is marked, and can be invited again', async () => {
  answer('GET /getInstructors', [buildListedInstructor({ details: '', isInvited: true })]);
  answer('POST /instructors/:id/invite', { status: true });
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('Has not signed up yet')).toBeVisible();
  expect(screen.queryByText('No text yet')).toBeNull();
  await press(/^Invite again/);
  await screen.findByRole('dialog', { name: `We email ${maren.email} again` });
  await closeDialog();

  answer('POST /instructors/:id/invite', () => refuse('invited_today'));
  await press(/^Invite again/);
  await screen.findByRole('dialog', { name: /already got an invitation/ });
});

test('only a director invites and adds', async () => {
  answer('GET /getInstructors', [maren]);
  const user = { ...student, role: 'admin' as const, bundle: 'office' as const };
  renderApp(<UpdateInstructor />, { user });

  expect(await screen.findByText('Assigned')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Invite by email' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add Instructor' })).toBeNull();
});

test('an instructor with a page has no such badge', async () => {
  answer('GET /getInstructors', [maren]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('Assigned')).toBeVisible();
  expect(screen.queryByText('No text yet')).toBeNull();
});

test('a course is unassigned after a confirmation, and then the instructor can be removed', async () => {
  answer('GET /getInstructors', [maren]);
  answer('PATCH /unassignCourse/:id', ({ params }) => {
    answer('GET /getInstructors', params['id'] === maren._id ? [freeMaren] : [maren]);
    return { status: true };
  });
  const { queryClient } = renderApp(<UpdateInstructor />);
  for (const key of ['GET /adminClasses', 'GET /classes', 'GET /newInstructor', 'instructors'])
    queryClient.setQueryData([key], []);

  await press(/Unassign/);
  await press(/Yes, Unassign!/);

  await screen.findByRole('dialog', { name: 'Unassigned!' });
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: new RegExp(LABELS.remove), hidden: true }),
    ).toBeEnabled(),
  );
  for (const key of ['GET /adminClasses', 'GET /classes', 'GET /newInstructor', 'instructors'])
    expect(queryClient.getQueryState([key])?.isInvalidated, key).toBe(true);
});

test('of several courses, the one whose button was pressed is unassigned', async () => {
  const kites = buildTaughtCourse({ _id: 'e'.repeat(24), name: 'Kites', tag: 'KIT' });
  const sent: unknown[] = [];
  answer('GET /getInstructors', [buildListedInstructor({ courses: [buildTaughtCourse(), kites] })]);
  answer('PATCH /unassignCourse/:id', ({ query }) => {
    sent.push(query);
    answer('GET /getInstructors', [maren]);
    return { status: true };
  });
  renderApp(<UpdateInstructor />);

  expect(await findButton(/Remove/)).toBeDisabled();
  await press(/Unassign KIT/);
  await screen.findByRole('dialog', { name: 'Unassign Maren Solbakk from Kites?' });
  await press(/Yes, Unassign!/);

  await screen.findByRole('dialog', { name: 'Unassigned!' });
  expect(sent).toEqual([{ classId: kites._id }]);
});

test('the instructor whose button was pressed is removed after a confirmation', async () => {
  const olga = buildListedInstructor({ ...freeMaren, _id: 'f'.repeat(24), name: 'Olga Brandt' });
  const removed: unknown[] = [];
  answer('GET /getInstructors', [freeMaren, olga]);
  answer('DELETE /removeInstructor/:id', ({ params }) => {
    removed.push(params['id']);
    answer('GET /getInstructors', []);
    return { status: true };
  });
  renderApp(<UpdateInstructor />);

  await press(/Remove ?Olga Brandt/);
  await screen.findByRole('dialog', { name: 'Remove Olga Brandt?' });
  await press(/Yes, Remove!/);

  await screen.findByRole('dialog', { name: 'Instructor Removed' });
  expect(removed).toEqual([olga._id]);
  expect(await screen.findByText('No instructors yet')).toBeInTheDocument();
});

test('a failed removal shows the words of the spec', async () => {
  answer('GET /getInstructors', [freeMaren]);
  answer('DELETE /removeInstructor/:id', () => refuse('instructor_assigned'));
  renderApp(<UpdateInstructor />);

  await press(/Remove/);
  await press(/Yes, Remove!/);

  await screen.findByRole('dialog', { name: 'Something went wrong ! Try Again' });
});

test('a failed load says so', async () => {
  breakConnection('GET /getInstructors');
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('The instructors could not be loaded')).toBeVisible();
});

const FIRST_AID: ListedCertificate = {
  ...{ _id: '7'.repeat(24), kind: 'first_aid', name: '', result: null, checkedBy: 'Ada Byron' },
  ...{ on: '2020-05-03', expiresOn: '2022-05-03' },
};
const CHECK: ListedCertificate = {
  ...{ _id: '8'.repeat(24), kind: 'background_check', name: '', result: 'clear', checkedBy: '' },
  ...{ on: '2020-05-04', expiresOn: null },
};

test('what is wrong with the certificates is seen at once, and what they say with one press', async () => {
  const olga = { _id: 'f'.repeat(24), name: 'Olga Brandt' };
  const withBoth = buildListedInstructor({ certificates: [CHECK, FIRST_AID] });
  answer('GET /getInstructors', [withBoth, buildListedInstructor(olga)]);
  renderApp(<UpdateInstructor />);

  expect(await screen.findByText('First aid ended on 3 May 2022')).toBeVisible();
  expect(screen.getByText('No background check')).toBeVisible();
  expect(screen.queryByText(/Background check ends/)).toBeNull();
  await userEvent.click(screen.getByText(/^Certificates: 2/));
  const [check, firstAid] = screen.getAllByText(/^Checked by/);
  expect(check?.parentElement).toHaveTextContent(
    'Background check: clear, dated 4 May 2020, no end dateChecked by a former admin',
  );
  expect(firstAid?.parentElement).toHaveTextContent(
    'First aid: dated 3 May 2020, valid until 3 May 2022Checked by Ada Byron',
  );
});

test('a background check is recorded with its result, and another certificate with its name', async () => {
  const sent: unknown[] = [];
  answer('GET /getInstructors', [maren]);
  answer('POST /instructors/:id/certificates', ({ params, body }) => {
    sent.push([params['id'], body]);
    return { status: true };
  });
  renderApp(<UpdateInstructor />);

  await press(/^Add certificate/);
  await userEvent.selectOptions(screen.getByLabelText('What'), 'Background check');
  await press(/^Add$/);
  expect(await screen.findByText('Say what the check found.')).toBeVisible();
  expect(screen.getByLabelText('Result')).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText('Result'), 'Not clear');
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-03-04' } });
  await press(/^Add$/);
  await screen.findByRole('dialog', { name: 'Background check of Maren Solbakk is recorded' });

  closeDialog();
  await press(/^Add certificate/);
  await userEvent.selectOptions(screen.getByLabelText('What'), 'Another one');
  await userEvent.type(screen.getByLabelText('Its name'), ' Lifeguard ');
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-03-04' } });
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: '2028-03-04' } });
  await press(/^Add$/);
  await screen.findByRole('dialog', { name: 'Lifeguard of Maren Solbakk is recorded' });
  const dated = { on: '2026-03-04', expiresOn: null };
  expect(sent).toEqual([
    [maren._id, { ...dated, kind: 'background_check', name: '', result: 'not_clear' }],
    [
      maren._id,
      { ...dated, kind: 'other', name: ' Lifeguard ', result: null, expiresOn: '2028-03-04' },
    ],
  ]);
});

test('a refusal stands beside the field that it is about', async () => {
  answer('GET /getInstructors', [maren]);
  const fields = { 'body.on': 'This day has not come yet.' };
  answer('POST /instructors/:id/certificates', () => refuse('invalid_input', { fields }));
  renderApp(<UpdateInstructor />);

  await press(/^Add certificate/);
  await press(/^Add$/);

  expect(await screen.findByText('This day has not come yet.')).toBeVisible();
});

test('a certificate is deleted after a confirmation', async () => {
  const removed: unknown[] = [];
  const { _id: id } = maren;
  answer('GET /getInstructors', [buildListedInstructor({ certificates: [CHECK, FIRST_AID] })]);
  answer('DELETE /instructors/:id/certificates/:entryId', ({ params }) => {
    removed.push(params);
    answer('GET /getInstructors', [buildListedInstructor({ certificates: [CHECK] })]);
    return { status: true };
  });
  renderApp(<UpdateInstructor />);

  await userEvent.click(await screen.findByText(/^Certificates: 2/));
  await press(/^Delete First aid of Maren Solbakk$/);
  await press(/^Delete$/);

  await screen.findByRole('dialog', { name: 'Deleted' });
  expect(removed).toEqual([{ id, entryId: FIRST_AID._id }]);
  expect(await screen.findByText(/^Certificates: 1/)).toBeInTheDocument();
});
