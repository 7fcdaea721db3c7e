import type { Family } from '@speakifyr/contract/families.ts';
import { NO_EMAIL } from '@speakifyr/contract/stand-in-address.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { WriteToFamily } from './write-to-family.tsx';

async function open(email: string) {
  const account = { _id: '1'.repeat(24), name: 'Ruth Garcia', email } as Family['account'];
  renderApp(<WriteToFamily account={account} onDone={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Write to them' }));
  return within(screen.getByRole('dialog', { name: 'Write to this family' }));
}

// Rules: R485, R570.
test('a message to one family is sent once, also if the first answer was lost; other words are another one', async () => {
  const sent: { text: string; replyId: string }[] = [];
  answer('POST /families/:id/messages', ({ body }) => {
    sent.push(body as (typeof sent)[number]);
    return sent.length < 3 ? refuse('unavailable') : { status: true as const };
  });
  const dialog = await open('ruth@x.test');
  const button = dialog.getByRole('button', { name: 'Send' });
  await userEvent.click(button);
  expect(await dialog.findByText('Message is required')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Message'), 'Is Mia coming?');
  await userEvent.click(button);
  await dialog.findByRole('alert');
  await userEvent.click(button);
  await expect.poll(() => sent.length).toBe(2);
  await userEvent.type(dialog.getByLabelText('Message'), ' On Monday?');
  await userEvent.click(button);
  await findDialog('It is on its way');
  expect(sent[1]?.replyId).toBe(sent[0]?.replyId);
  expect(sent[2]?.replyId).not.toBe(sent[0]?.replyId);
});

test('to a family without an email address nothing is sent, and the dialog says so', async () => {
  answer('POST /families/:id/messages', { status: true });
  const dialog = await open(NO_EMAIL);
  expect(dialog.getByText(/so nothing is sent/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Message'), 'Please call us.');
  await userEvent.click(dialog.getByRole('button', { name: 'Add it to the calls' }));
  await findDialog('It will be on the list of calls');
});
