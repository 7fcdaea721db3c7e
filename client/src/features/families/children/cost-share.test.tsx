import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { Child } from './child.tsx';
import { buildChildDetails } from './children.testing.ts';
import type { Guardian } from './child.queries.ts';

const ID = 'b'.repeat(24);
const me: Guardian = { ...student, may: ['see', 'book'], isYou: true, canRemove: false };
const anna: Guardian = {
  _id: 'd'.repeat(24),
  name: 'Anna Berg',
  email: 'anna@speakifyr.test',
  may: ['see', 'book'],
  isYou: false,
  canRemove: true,
};
const olaf: Guardian = { ...anna, _id: 'e'.repeat(24), name: 'Olaf Berg' };
/** Anna asked. */
const asked = { askedBy: anna._id, other: me._id, percent: 40, isAgreed: false };

function renderChild(changes: Partial<ChildDetails> = {}, isConfirmed = true) {
  answer('GET /myChildren/:id', buildChildDetails({ guardians: [me, anna], ...changes }));
  renderApp(<Child id={ID} isConfirmed={isConfirmed} />, { user: student });
}

const findPanel = async () =>
  within((await screen.findByRole('region', { name: 'Share the cost' })) as HTMLElement);
const press = async (name: string) =>
  userEvent.click((await findPanel()).getByRole('button', { name }));
const done = { status: true as const };

// Rules: R372, R477.
test('a guardian asks the other one, and reads what both would pay', async () => {
  const sent: unknown[] = [];
  renderChild();
  answer('POST /myChildren/:id/costShare', ({ body }) => {
    sent.push(body);
    return done;
  });
  const panel = await findPanel();
  expect(panel.queryByRole('combobox')).toBeNull();
  const percent = panel.getByLabelText('What Anna Berg pays, in percent');
  await userEvent.clear(percent);
  await userEvent.type(percent, '51');
  await press('Ask Anna Berg');
  expect(await panel.findByText('Enter a whole number from 1 to 50.')).toBeVisible();
  await userEvent.clear(percent);
  await userEvent.type(percent, '40');
  expect(panel.getByText(/You pay the other 60%/)).toBeVisible();
  await press('Ask Anna Berg');

  await findDialog('We have asked Anna Berg');
  expect(sent).toEqual([{ guardianId: anna._id, percent: 40 }]);
});

test('of several guardians who may book, one is chosen', async () => {
  const sent: unknown[] = [];
  renderChild({ guardians: [me, anna, olaf, { ...olaf, _id: 'f'.repeat(24), may: ['see'] }] });
  answer('POST /myChildren/:id/costShare', ({ body }) => {
    sent.push(body);
    return refuse('cost_share_exists');
  });
  const panel = await findPanel();
  expect(panel.getAllByRole('option')).toHaveLength(2);
  await userEvent.selectOptions(panel.getByLabelText('Who pays a share?'), 'Olaf Berg');
  await press('Ask Olaf Berg');

  expect(await panel.findByText(/already share the cost/)).toBeVisible();
  expect(sent).toEqual([{ guardianId: olaf._id, percent: 50 }]);
});

test('who asked reads that nothing is shared yet, and can take it back', async () => {
  renderChild({ costShare: { ...asked, askedBy: me._id, other: anna._id } });
  answer('DELETE /myChildren/:id/costShare', done);
  expect((await findPanel()).getByText(/to pay 40% of Mia’s classes/)).toHaveTextContent(
    'You would pay 60%. Nothing is shared until Anna Berg accepts.',
  );
  await press('Take back');
  await findDialog('Taken back');
});

test.each([
  ['Accept', true],
  ['Decline', false],
] as const)('who is asked can %s, with what they saw', async (label, accept) => {
  const sent: unknown[] = [];
  renderChild({ costShare: asked });
  answer('PUT /myChildren/:id/costShare', ({ body }) => {
    sent.push(body);
    return done;
  });
  expect((await findPanel()).getByText(/asks you to pay 40%/)).toHaveTextContent(
    'Anna Berg asks you to pay 40% of Mia’s classes. Anna Berg would pay 60%.',
  );
  await press(label);
  if (!accept) {
    const question = await findDialog('Say no to Anna Berg?');
    await userEvent.click(within(question).getByRole('button', { name: 'Decline' }));
  }
  await findDialog(accept ? 'You pay 40% of what is booked from now on' : 'Declined');
  expect(sent).toEqual([{ accept, askedBy: anna._id, percent: 40 }]);
});

test('an answer to what has changed says so', async () => {
  renderChild({ costShare: asked });
  answer('PUT /myChildren/:id/costShare', () => refuse('cost_share_changed'));
  await press('Accept');
  // The dialog is there before it is shown.
  await waitFor(() => expect(screen.getByText(/This has changed in the meantime/)).toBeVisible());
});

test('what is agreed can be stopped, after a question', async () => {
  renderChild({ costShare: { ...asked, isAgreed: true } });
  answer('DELETE /myChildren/:id/costShare', done);
  expect((await findPanel()).getByText('You pay 40%, Anna Berg pays 60%.')).toBeVisible();
  await press('Stop sharing');
  const question = await findDialog('Stop sharing the cost?');
  await userEvent.click(within(question).getByRole('button', { name: 'Stop sharing' }));
  await findDialog('You no longer share the cost');
});

test('without another guardian who may book there is nothing to share', async () => {
  renderChild({ guardians: [me, { ...anna, may: ['see'] }] });
  expect(await screen.findByText('anna@speakifyr.test')).toBeVisible();
  expect(screen.queryByText('Share the cost')).toBeNull();
});

test('without a confirmed address, nobody asks or accepts', async () => {
  renderChild({}, false);
  expect((await findPanel()).getByText(/please confirm your email address first/)).toBeVisible();
  expect((await findPanel()).queryByRole('button')).toBeNull();
});

test('without a confirmed address, what is asked can only be declined', async () => {
  renderChild({ costShare: asked }, false);
  expect((await findPanel()).getByRole('button', { name: 'Accept' })).toBeDisabled();
  expect((await findPanel()).getByRole('button', { name: 'Decline' })).toBeEnabled();
});
