import type { SafetyRecord } from '@speakifyr/contract/safety.ts';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import { ClassRecords } from './class-records.tsx';
import { DueDoses } from './due-doses.tsx';
import { slowTest } from '../../testing/slow-tests.ts';

const CLASS_ID = '65f1c0ffee0123456789abcd';
const MIA = '65f1c0ffee0123456789ab01';
const DAY = '2026-07-06';
const SYRUP = { what: 'Iron syrup', howMuch: '5 ml', at: '10:30' };
const PEN = { what: 'EpiPen', howMuch: '', at: null };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

const record: SafetyRecord = {
  ...{ _id: '2f5b1cde-7a60-4b52-9d3f-0b1d2c3e4f50', className: 'Sailing', day: DAY },
  ...{ personId: MIA, name: 'Mia', at: `${DAY}T04:35:00.000Z`, by: 'Mina Rahman' },
  ...{ dose: { ...SYRUP, outcome: 'given', note: '' }, incident: null, addenda: [] },
};

/** @param time by the school's clock */
function open(time: string, records: SafetyRecord[] = []) {
  vi.setSystemTime(new Date(`${DAY}T${time}:00+06:00`));
  answer('GET /classRecords/:classId/:day', {
    people: [{ personId: MIA, name: 'Mia', medicines: [SYRUP, PEN] }],
    records,
  });
  renderApp(
    <>
      <DueDoses classId={CLASS_ID} day={DAY} />
      <ClassRecords classId={CLASS_ID} day={DAY} />
    </>,
  );
}

// Rules: R407, R408.
test('a dose is due a quarter of an hour before its time, until somebody records what became of it', async () => {
  open('10:15');
  const due = await screen.findByRole('region', { name: 'Medicine that is due' });
  expect(due).toHaveTextContent('10:30 AM Mia: Iron syrup, 5 ml');
  const sent: unknown[] = [];
  answer('POST /doses', ({ body }) => {
    sent.push(body);
    answer('GET /classRecords/:classId/:day', {
      people: [{ personId: MIA, name: 'Mia', medicines: [SYRUP, PEN] }],
      records: [record],
    });
    return { status: true };
  });
  await user.click(within(due).getByRole('button', { name: /Given ?: Iron syrup for Mia/ }));
  expect(sent).toMatchObject([
    {
      ...{ classId: CLASS_ID, day: DAY, personId: MIA, time: '10:15' },
      dose: { ...SYRUP, outcome: 'given' },
    },
  ]);
  await vi.waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Medicine that is due' })).toBeNull(),
  );
  const medicine = screen.getByRole('list', { name: 'Medicine' });
  expect(medicine).toHaveTextContent(/10:30 AM, Mia.*Given 10:35 AM/);
});

test('a dose whose answer was lost is the same record when the button is pressed again, also a minute later', async () => {
  open('10:30');
  const due = await screen.findByRole('region', { name: 'Medicine that is due' });
  const sent: unknown[] = [];
  answer('POST /doses', ({ body }) => {
    sent.push(body);
    return refuse('unavailable');
  });
  const press = () => user.click(within(due).getByRole('button', { name: /Given/ }));
  await press();
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
  await press();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual(sent[0]);
});

test('earlier, none is due, and a medicine that is given when needed never is', async () => {
  open('10:14');
  const medicine = await screen.findByRole('list', { name: 'Medicine' });
  expect(medicine).toHaveTextContent('When needed, MiaEpiPen');
  expect(screen.queryByRole('region', { name: 'Medicine that is due' })).toBeNull();
  expect(within(medicine).queryByRole('button', { name: /Missed ?: EpiPen/ })).toBeNull();
});

test('an incident is recorded with the time by the school’s clock, and a refusal stands at its field', async () => {
  open('11:00');
  await user.click(await screen.findByRole('button', { name: /Record an incident/ }));
  const dialog = screen.getByRole('dialog', { name: 'What happened?' });
  const send = within(dialog).getByRole('button', { name: 'Save' });
  await user.click(send);
  expect(await within(dialog).findByText('Please choose one.')).toBeVisible();
  expect(within(dialog).getByText('Say what happened.')).toBeVisible();
  expect(within(dialog).getByLabelText('Who?')).toHaveFocus();
  await user.selectOptions(within(dialog).getByLabelText('Who?'), 'Mia');
  await user.type(within(dialog).getByLabelText('What happened?'), 'Fell off the swing.');
  const sent: unknown[] = [];
  answer('POST /incidents', ({ body }) => {
    sent.push(body);
    return refuse('invalid_input', { fields: { 'body.time': 'Choose a time on this day.' } });
  });
  await user.click(send);
  expect(await within(dialog).findByText('Choose a time on this day.')).toBeVisible();
  answer('POST /incidents', ({ body }) => {
    sent.push(body);
    return { status: true };
  });
  await user.click(send);
  expect(await screen.findByText(/The family hears/)).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[1]).toMatchObject({
    ...{ personId: MIA, time: '11:00' },
    incident: { what: 'Fell off the swing.', where: '', parentsToldAt: null },
  });
});

test('a record shows who wrote it, and is added to, never changed', async () => {
  open('12:00', [record]);
  const list = await screen.findByRole('list', { name: 'Recorded' });
  expect(list).toHaveTextContent(/Mia: Iron syrup – given.*Recorded by Mina Rahman/);
  await user.click(within(list).getByRole('button', { name: /Correct or add/ }));
  const sent: unknown[] = [];
  answer('POST /addenda/:recordId', ({ params, body }) => {
    sent.push([params, body]);
    return { status: true };
  });
  await user.type(screen.getByLabelText('What should be added?'), 'It was 4 ml.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Added')).toBeVisible();
  expect(sent).toMatchObject([[{ recordId: record._id }, { note: 'It was 4 ml.' }]]);
});

slowTest(
  'what somebody is just writing stays when the connection breaks, and is sent when it is back',
  async () => {
    open('11:00');
    await user.click(await screen.findByRole('button', { name: /Record an incident/ }));
    const dialog = screen.getByRole('dialog', { name: 'What happened?' });
    await user.selectOptions(within(dialog).getByLabelText('Who?'), 'Mia');
    await user.type(within(dialog).getByLabelText('What happened?'), 'Fell off the swing.');
    breakConnection('GET /classRecords/:classId/:day');
    breakConnection('POST /incidents');
    // The list loads again, and fails.
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    const send = () => user.click(screen.getByRole('button', { name: 'Save' }));
    await send();
    expect(await screen.findByText(/Please check your connection and try again/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'What happened?' })).toHaveValue(
      'Fell off the swing.',
    );

    const sent: unknown[] = [];
    answer('POST /incidents', ({ body }) => {
      sent.push(body);
      return { status: true };
    });
    await send();
    expect(await screen.findByText(/The family hears/)).toBeVisible();
    expect(sent).toMatchObject([{ time: '11:00', incident: { what: 'Fell off the swing.' } }]);
  },
);

test('who may not read the records anymore does not go on reading them', async () => {
  open('11:00', [record]);
  await screen.findByRole('list', { name: 'Recorded' });
  answer('GET /classRecords/:classId/:day', () => refuse('care_sheet_closed'));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText('Medicine and incidents could not be loaded')).toBeVisible();
  expect(screen.queryByText(/Iron syrup – given/)).toBeNull();
});
