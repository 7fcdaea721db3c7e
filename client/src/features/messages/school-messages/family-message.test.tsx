import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { FamilyMessage } from './family-message.tsx';
import { listStarts } from '../../../lib/start-choices.ts';

const build = (letter: string, camp_start: string): ListedClass => ({
  ...{ _id: letter.repeat(24), name: `Class ${letter}`, course_tag: 'EXM', instructor: 'Rosa' },
  ...{ camp_start, camp_end: camp_start, status: 'open', enrolled: 3, held: 0, sit: 2 },
  canceled: null,
});
const CLASSES = [build('a', '2027-06-14'), build('b', '2027-06-14'), build('c', '2027-06-21')];

// Rules: R310.
test('an admin writes to those of two classes who lack an answer about health, and sees who that is', async () => {
  const sent: unknown[] = [];
  const reach = {
    ...{ recipients: 3, families: 1, withoutMail: 0, toCall: 1 },
    people: [
      { name: 'Ada', email: 'ada@a.test', phone: '' },
      { name: 'Rosa', email: 'rosa@a.test', phone: '' },
      { name: 'Ruth', email: NO_EMAIL, phone: '+12025550188' },
    ],
    content: { subject: 'Hats', greeting: 'Hi Ada,', parts: [] },
  };
  answer('GET /classList', CLASSES);
  answer('POST /messages/preview', reach);
  answer('POST /messages', ({ body }) => {
    sent.push(body);
    return reach;
  });
  renderApp(<FamilyMessage author="maren@a.test" />);
  await userEvent.selectOptions(
    await screen.findByLabelText('Who gets it'),
    'Enrolled, answer about health missing',
  );
  await userEvent.type(screen.getByLabelText('Subject'), 'Hats');
  await userEvent.type(screen.getByLabelText('Message'), 'Bring one.');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('Choose at least one class.')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Choose all that start'), 'at any time (3)');
  await userEvent.click(screen.getByRole('checkbox', { name: /Class c/ }));
  expect(screen.getByText('Classes: 2 of 3 chosen')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await userEvent.click(await screen.findByText('Show who gets it'));
  expect(screen.getByText('rosa@a.test')).toBeVisible();
  expect(screen.getByText(/1 person has no email address: the office calls them\./)).toBeVisible();
  expect(screen.getByText('Ruth').closest('li')).toHaveTextContent(
    'Ruth no email address: call +1 202 555 0188',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send to 2 people' }));
  await screen.findByRole('heading', { name: 'Your message is on its way to 2 people' });
  expect(sent).toMatchObject([
    { classIds: ['a'.repeat(24), 'b'.repeat(24)], group: 'health missing', subject: 'Hats' },
  ]);
});

test('who lacks one form is chosen on the page of answers, or here; another choice forgets the form', async () => {
  const form = (letter: string, about: string) => ({
    ...{ _id: letter.repeat(24), published: { name: `Form ${letter}`, about } },
  });
  answer('GET /classList', CLASSES);
  const old = { ...form('f', 'child'), isArchived: true };
  answer('GET /forms', [form('d', 'child'), form('e', 'instructor'), old] as never);
  const asked: unknown[] = [];
  answer('POST /messages/preview', ({ body }) => {
    asked.push(body);
    return refuse('nobody_enrolled');
  });
  renderApp(<FamilyMessage author="maren@a.test" />, {
    at: `/?group=forms+missing&form=${'d'.repeat(24)}`,
  });
  const choice = await screen.findByLabelText('Which form they lack');
  expect(choice).toHaveDisplayValue('Form d');
  expect(choice).toHaveTextContent('Any formForm d');
  await userEvent.type(screen.getByLabelText('Subject'), 'Forms');
  await userEvent.type(screen.getByLabelText('Message'), 'Please answer.');
  const preview = () => userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await preview();
  await expect
    .poll(() => asked[0])
    .toMatchObject({ group: 'forms missing', formId: 'd'.repeat(24) });
  await userEvent.selectOptions(screen.getByLabelText('Who gets it'), 'Everyone enrolled');
  await preview();
  await expect.poll(() => asked[1]).toMatchObject({ group: 'enrolled' });
  expect(asked[1]).not.toHaveProperty('formId');
});

test.each([
  ['2027-06-10', ['at any time', 'next week', 'on Mon 14 June 2027', 'on Mon 21 June 2027']],
  [
    '2027-06-14',
    ['at any time', 'this week', 'next week', 'on Mon 14 June 2027', 'on Mon 21 June 2027'],
  ],
])('on %s, classes are chosen by week and by day', (today, labels) => {
  expect(listStarts(CLASSES, today).map(({ label }) => label)).toEqual(labels);
});
