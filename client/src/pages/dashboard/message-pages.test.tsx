import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { paths } from '../../lib/paths.ts';
import { buildEnrolledPerson, buildInstructor } from '../../testing/factories.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { AdminClassMessagePage } from './admin-class-message-page.tsx';
import { InstructorMessagePage } from './instructor-message-page.tsx';

const ID = 'c'.repeat(24);
const OTTERS = 'a'.repeat(24);
const STUDENT = {
  ...{ entry_code: 'SAI-101', name: 'Ada', email: 'ada@speakifyr.test' },
  ...{ childId: null, age: null, hasSevereAllergy: false, isHealthMissing: false },
};
const reach: MessageReach = {
  recipients: 1,
  families: 1,
  withoutMail: 0,
  toCall: 0,
  people: null,
  content: { subject: 'Hats', greeting: 'Hi Ada,', parts: [] },
};

/** Writes a message and sends it. @returns the classes that it was sent to */
async function sendMessage(): Promise<string[]> {
  const classes: string[] = [];
  answer('POST /messages/preview', reach);
  answer('POST /messages', ({ body }) => {
    classes.push(...(body as { classIds: string[] }).classIds);
    return reach;
  });
  await userEvent.type(await screen.findByLabelText('Subject'), 'Hats');
  await userEvent.type(screen.getByLabelText('Message'), 'Bring one.');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send to 1 person' }));
  await screen.findByRole('heading', { name: 'Your message is on its way to 1 person' });
  return classes;
}

test('an instructor writes to the class that they teach', async () => {
  answer('GET /userList/instructorInfo', buildInstructor());
  answer('GET /enrolledStudents', {
    course: 'Sailing on the Lake',
    camp: null,
    students: [STUDENT],
  });
  renderApp(<InstructorMessagePage />, { user: { ...student, role: 'instructor' } });

  expect(await screen.findByText('Sailing on the Lake')).toBeVisible();
  expect(await sendMessage()).toEqual([ID]);
  expect(screen.queryByRole('link', { name: /Outbox/ })).not.toBeInTheDocument();
});

// Rules: R685.
test('an instructor writes to one group of the class', async () => {
  answer('GET /userList/instructorInfo', buildInstructor());
  answer('GET /enrolledStudents', {
    ...{ course: 'Sailing on the Lake', camp: null, groups: [{ _id: OTTERS, name: 'Otters' }] },
    students: [STUDENT],
  });
  const sent: unknown[] = [];
  answer('POST /messages/preview', ({ body }) => {
    sent.push((body as { groupId?: string }).groupId);
    return reach;
  });
  renderApp(<InstructorMessagePage />, { user: { ...student, role: 'instructor' } });
  const choice = await screen.findByLabelText('Who gets it');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Everyone enrolled', 'The group Otters']);
  await userEvent.selectOptions(choice, 'The group Otters');
  await userEvent.type(screen.getByLabelText('Subject'), 'Hats');
  await userEvent.type(screen.getByLabelText('Message'), 'Bring one.');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByRole('button', { name: 'Send to 1 person' });
  expect(sent).toEqual([OTTERS]);
});

test('an instructor without a course has nobody to write to', async () => {
  answer('GET /userList/instructorInfo', buildInstructor({ courseID: NOT_ASSIGNED }));
  answer('GET /enrolledStudents', { course: NOT_ASSIGNED, camp: null, students: [] });
  renderApp(<InstructorMessagePage />, { user: { ...student, role: 'instructor' } });

  expect(await screen.findByText('No course yet')).toBeVisible();
});

test('an admin writes to the class of the address, and finds the emails in the Outbox', async () => {
  answer('GET /classPeople/:id', ({ params }) => ({
    _id: params['id'] as string,
    name: 'Sailing on the Lake',
    course_tag: 'SAI',
    instructor: NOT_ASSIGNED,
    camp_start: '2027-08-02',
    camp_end: '2027-08-06',
    status: 'open',
    canceled: null,
    sit: 6,
    price: 249,
    assign_room: 8,
    enrolled: [buildEnrolledPerson()],
    held: [],
    refunded: [],
    groups: { version: 0, groups: [], pairs: [], seats: [] },
  }));
  renderApp(
    <Routes>
      <Route path={paths.classMessage} element={<AdminClassMessagePage />} />
    </Routes>,
    { at: `/dashboard/classes/${ID}/message`, user: { ...student, role: 'admin' } },
  );

  expect(await screen.findByText('Sailing on the Lake')).toBeVisible();
  expect(await sendMessage()).toEqual([ID]);
  expect(screen.getByRole('link', { name: 'See the emails in the Outbox' })).toHaveAttribute(
    'href',
    '/dashboard/outbox?kind=school+message',
  );
});
