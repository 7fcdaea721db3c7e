import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { CalendarAddress } from './calendar-address.tsx';

const PATH = '/calendars/secret-one.ics';
const NEXT = '/calendars/secret-two.ics';

function show(path: string | null) {
  answer('GET /myCalendar', { path });
  answer('POST /myCalendar', { path: NEXT });
  renderApp(<CalendarAddress />, { at: '/', user: student });
}

const readLink = async () =>
  ((await screen.findByLabelText(/Link for Google Calendar/)) as HTMLInputElement).value;

test('a family gets its address when it asks for it', async () => {
  show(null);
  await userEvent.click(await screen.findByRole('button', { name: /Subscribe/ }));
  expect(await readLink()).toMatch(/^http:.*\/calendars\/secret-two\.ics$/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a phone’s calendar opens the address, and it can be copied for others', async () => {
  const user = userEvent.setup();
  show(PATH);
  const link = await readLink();
  expect(screen.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
    'href',
    link.replace('http:', 'webcal:'),
  );
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
});

test('if the browser copies nothing, the address is marked', async () => {
  const user = userEvent.setup();
  show(PATH);
  const link = await readLink();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  await findDialog(/copy it by hand/);
  expect(screen.getByDisplayValue<HTMLInputElement>(link).selectionEnd).toBe(link.length);
});

test('a new address replaces the one before, after a question', async () => {
  show(PATH);
  await readLink();
  await userEvent.click(screen.getByRole('button', { name: 'Get a new address' }));
  const dialog = await findDialog('Get a new address?');
  expect(dialog).toHaveTextContent('stops working at once');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Get a new address', hidden: false }),
  );
  await waitFor(async () => expect(await readLink()).toContain('secret-two'));
});

test('a refusal is shown', async () => {
  show(null);
  answer('POST /myCalendar', () => refuse('too_many_requests'));
  await userEvent.click(await screen.findByRole('button', { name: /Subscribe/ }));
  await findDialog(/many/);
});
