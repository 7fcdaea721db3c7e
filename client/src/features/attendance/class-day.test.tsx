import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, refuse } from '../../testing/server.ts';
import {
  adaFalk,
  answerTaps,
  at,
  ben,
  buildDay,
  buildTap,
  CLASS_ID,
  DAY,
  findPerson,
  mia,
  renderDay,
} from './attendance.testing.tsx';
import { slowTest } from '../../testing/slow-tests.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('09:04')), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const here = (person = mia) => ({ ...person, taps: [buildTap({ personId: person.personId })] });

// Rules: R418, R428.
test('a tap on Arrived says since when somebody is here, and the focus stays on the button', async () => {
  const { requests } = answerTaps();
  renderDay();

  const person = await findPerson(/^Mia Byron, age 8$/);
  expect(within(person).getByText('Expected')).toBeVisible();
  expect(within(person).getByText('Severe allergy')).toBeVisible();
  expect(screen.getByText('0 here, 2 expected, 0 absent, 0 gone')).toBeVisible();
  await press('Arrived: Mia Byron');

  expect(within(person).getByText(/^Here since 9:04 AM/)).toBeVisible();
  expect(screen.getByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Leaves: Mia Byron' })).toHaveFocus();
  await waitFor(() => expect(within(person).queryByText(/Sending/)).toBeNull());
  expect(requests).toEqual([
    {
      classId: CLASS_ID,
      day: DAY,
      taps: [
        {
          _id: expect.any(String),
          personId: mia.personId,
          kind: 'in',
          at: expect.stringMatching(/^2026-08-03T03:04:/),
        },
      ],
    },
  ]);
});

test('a phone whose clock is wrong still tells the right time', async () => {
  const { requests } = answerTaps();
  answer('GET /dayList/:classId/:day', buildDay({ now: at('09:20') }));
  renderDay();

  await press('Arrived: Mia Byron');

  await waitFor(() => expect(requests[0]?.taps[0]?.at).toMatch(/^2026-08-03T03:20:/));
});

test('a child is handed over to somebody the family has named, known by an ID card', async () => {
  const { requests } = answerTaps([here()]);
  renderDay();

  await press('Leaves: Mia Byron');
  const dialog = screen.getByRole('dialog', { name: 'Who collects Mia Byron?' });
  const done = within(dialog).getByRole('button', { name: 'Mia Byron leaves' });
  expect(within(dialog).queryByText(/Olaf/)).toBeNull();
  await user.click(within(dialog).getByRole('radio', { name: 'Grandma (Inge Byron)' }));
  expect(done).toBeDisabled();
  await user.click(within(dialog).getByRole('radio', { name: 'They showed an ID card' }));
  vi.setSystemTime(at('12:31'));
  await user.click(done);

  const person = await findPerson(/^Mia/);
  expect(within(person).getByText(/^Collected 12:31 PM by Grandma \(Inge Byron\)/)).toBeVisible();
  await waitFor(() =>
    expect(requests[0]?.taps[0]).toMatchObject({
      kind: 'out',
      collectedBy: { how: 'listed', name: 'Inge Byron', checked: 'id' },
    }),
  );
});

test('only an admin can let somebody else take a child, and says why', async () => {
  const { requests } = answerTaps([here()]);
  const { unmount } = renderDay();
  await press('Leaves: Mia Byron');
  expect(screen.queryByRole('radio', { name: 'Somebody else, approved by the office' })).toBeNull();
  expect(screen.getByText(/Only the office can let them take Mia Byron/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Call the office' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^tel:/),
  );
  unmount();

  renderDay({ mayOverride: true });
  await press('Leaves: Mia Byron');
  await user.click(screen.getByRole('radio', { name: 'Somebody else, approved by the office' }));
  await user.type(screen.getByLabelText('Their name'), 'Ute Kern');
  expect(screen.getByRole('button', { name: 'Mia Byron leaves' })).toBeDisabled();
  await user.type(screen.getByLabelText('Why may they take the child?'), 'The mother called');
  await user.click(screen.getByRole('button', { name: 'Mia Byron leaves' }));

  await waitFor(() =>
    expect(requests[0]?.taps[0]?.collectedBy).toEqual({
      how: 'override',
      name: 'Ute Kern',
      note: 'The mother called',
    }),
  );
});

test('who joined for themselves just leaves', async () => {
  const { requests } = answerTaps([here(ben)]);
  renderDay();

  await press('Leaves: Ben Ahlers');

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText(/^Left 9:0\d AM/)).toBeVisible();
  await waitFor(() => expect(requests[0]?.taps[0]?.collectedBy).toEqual({ how: 'self' }));
});

test('a second tap at once does not undo or end what the first one said', async () => {
  const { requests } = answerTaps([ben]);
  renderDay();

  await user.dblClick(await screen.findByRole('button', { name: 'Arrived: Ben Ahlers' }));

  expect(await screen.findByText(/^Here since/)).toBeVisible();
  await waitFor(() => expect(requests).toHaveLength(1));
});

test('Undo takes back the last tap that was no mistake', async () => {
  const came = buildTap({});
  const absent = buildTap({ kind: 'absent', at: at('09:05') });
  const undo = buildTap({ kind: 'undo', undoes: absent._id, at: at('09:06') });
  const { requests } = answerTaps([{ ...mia, taps: [came, absent, undo] }]);
  renderDay();

  expect(await screen.findByText('Here since 9:04 AM')).toBeVisible();
  await press('Undo: Mia Byron');

  expect(await screen.findByText('Expected')).toBeVisible();
  await waitFor(() =>
    expect(requests[0]?.taps[0]).toMatchObject({ kind: 'undo', undoes: came._id }),
  );
});

test('who is absent was not forgotten, and can come after all', async () => {
  answerTaps([mia]);
  renderDay();

  await press('Absent: Mia Byron');
  expect(await screen.findByText(/^Absent( · Sending…)?$/, { selector: 'span' })).toBeVisible();
  vi.setSystemTime(at('09:10'));
  await press('Arrived: Mia Byron');

  expect(await screen.findByText(/^Here since 9:10 AM/)).toBeVisible();
});

test('half an hour after the start, who is still expected is late and can be called', async () => {
  answerTaps([mia, here(ben)]);
  vi.setSystemTime(at('09:29'));
  renderDay();
  const person = await findPerson(/^Mia/);
  expect(within(person).queryByText('Late')).toBeNull();

  vi.setSystemTime(at('09:30'));
  await vi.advanceTimersByTimeAsync(15_000);

  expect(await within(person).findByText('Late')).toBeVisible();
  expect(
    within(person).getByRole('link', { name: 'Call Inge Byron about Mia Byron' }),
  ).toHaveAttribute('href', 'tel:+493012345');
  expect(screen.getAllByText('Late')).toHaveLength(1);
});

// Rules: R652.
test('who has late care stays until it ends, and the hand-over says until when', async () => {
  const lunch = { label: 'Lunch', option: null };
  const care = { label: 'Late care', option: null, until: '17:30' };
  answerTaps([{ ...here(), extras: [care, lunch] }, here(ben)]);
  vi.setSystemTime(at('13:00'));
  renderDay();
  const person = await findPerson(/^Mia/);
  expect(within(person).getByText('Late care until 5:30 PM; Lunch')).toBeVisible();
  expect(screen.getByText('Late care 1; Lunch 1')).toBeVisible();
  expect(screen.getAllByText('Not collected yet')).toHaveLength(1);
  expect(within(person).queryByText('Not collected yet')).toBeNull();
  await userEvent.click(within(person).getByRole('button', { name: /^Leaves/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Who collects Mia Byron?' });
  expect(within(dialog).getByText('Late care until 5:30 PM')).toBeVisible();

  vi.setSystemTime(at('18:00'));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await within(person).findByText('Not collected yet')).toBeVisible();
});

test('half an hour after the end, who is still here was not collected yet', async () => {
  answerTaps([here()]);
  vi.setSystemTime(at('13:00'));
  renderDay();

  expect(await screen.findByText('Not collected yet')).toBeVisible();
});

test('what another phone says appears by itself', async () => {
  const { setPeople } = answerTaps([mia]);
  renderDay();
  await screen.findByText('Expected');

  setPeople([here()]);
  await vi.advanceTimersByTimeAsync(30_000);

  expect(await screen.findByText('Here since 9:04 AM')).toBeVisible();
});

test('the list opens with the class’s next day, and other days are only to read', async () => {
  vi.setSystemTime('2026-08-01T09:00:00+06:00');
  answerTaps();
  renderDay();

  expect(await screen.findByRole('heading', { name: 'Mon 3 August' })).toBeVisible();
  expect(await screen.findByText(/Only today’s list can be changed/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Arrived|Absent|Leaves|Undo)/ })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Day after: Tue 4 August' }));

  expect(await screen.findByRole('heading', { name: 'Tue 4 August' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Day before: Mon 3 August' })).toBeVisible();
});

test('everybody has their adults with numbers to call', async () => {
  answerTaps();
  renderDay();
  const person = await findPerson(/^Mia/);

  await user.click(within(person).getByRole('button', { name: /^Mia/ }));

  expect(within(person).getByText('Grandma (Inge Byron)')).toHaveTextContent('May pick up');
  expect(within(person).getByRole('link', { name: '+49 30 99' })).toHaveAttribute(
    'href',
    'tel:+493099',
  );
});

test('a closed list says when it is open', async () => {
  const message = 'You can read it from July 1 through July 9.';
  answer('GET /dayList/:classId/:day', () => refuse('care_sheet_closed', { message }));
  renderDay();

  expect(await screen.findByText('The day list is closed')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
});

test('a child that came and has no seat anymore is still to be collected', async () => {
  const { requests } = answerTaps([{ ...here(), hasNoSeat: true }]);
  renderDay();
  const person = await findPerson(/^Mia/);
  expect(
    within(person).getByText('Not enrolled anymore: the seat was canceled or moved.'),
  ).toBeVisible();
  await press('Leaves: Mia Byron');
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Grandma (Inge Byron)' }));
  await user.click(dialog.getByRole('radio', { name: 'I know their face' }));
  await user.click(dialog.getByRole('button', { name: 'Mia Byron leaves' }));
  await waitFor(() => expect(requests[0]?.taps[0]).toMatchObject({ kind: 'out' }));
});

test('who presses again and again because nothing happened gets through', async () => {
  answerTaps([mia]);
  renderDay();
  await press('Arrived: Mia Byron');
  for (let presses = 0; presses < 3; presses += 1) {
    await vi.advanceTimersByTimeAsync(250);
    await press('Leaves: Mia Byron');
  }
  expect(screen.getByRole('dialog', { name: 'Who collects Mia Byron?' })).toBeVisible();
});

test('a press counts although the list moves under the thumb', async () => {
  answerTaps([mia]);
  renderDay();
  const button = await screen.findByRole('button', { name: 'Arrived: Mia Byron' });
  const place = vi.spyOn(button, 'getBoundingClientRect');
  place.mockReturnValue(new DOMRect(0, 0, 200, 56));
  fireEvent.pointerDown(button, { button: 0, clientX: 20, clientY: 20 });
  place.mockReturnValue(new DOMRect(0, 70, 200, 56));
  fireEvent.pointerUp(document.body, { clientX: 20, clientY: 20 });
  expect(await screen.findByText('1 here, 0 expected, 0 absent, 0 gone')).toBeVisible();
});

const assistant = { userId: '9'.repeat(24), name: 'Sam Reed', duty: 'assistant' as const };
const substitute = { userId: '7'.repeat(24), name: 'Pia Berg', duty: 'substitute' as const };
/** As many children who are here. */
const listHere = (count: number) =>
  Array.from({ length: count }, (_none, place) =>
    here({ ...mia, personId: String(place).padStart(24, '0'), name: `Child ${place}` }),
  );

test('today’s list says how many children each adult has, and it never looks better than it is', async () => {
  const people = [...listHere(9), { ...mia, name: 'Late Child' }, here(ben)];
  answer('GET /dayList/:classId/:day', buildDay({ people, team: [adaFalk, assistant] }));
  const { unmount } = renderDay();
  // Ben is an adult who joined for himself, and one child has not come.
  expect(await screen.findByText('9 children here, 2 adults: 1 to 5')).toBeVisible();
  expect(screen.getByText(/nobody records whether they came/)).toBeVisible();
  unmount();

  const replaced = buildDay({ people: listHere(1), team: [adaFalk, substitute] });
  answer('GET /dayList/:classId/:day', replaced);
  renderDay();
  expect(await screen.findByText('1 child here, 1 adult: 1 to 1')).toBeVisible();
});

slowTest('more children than the school allows are in red, and so is no adult at all', async () => {
  const say = /^9 children here/;
  const read = async (changes: Parameters<typeof buildDay>[0]) => {
    answer('GET /dayList/:classId/:day', buildDay({ people: listHere(9), ...changes }));
    const { unmount } = renderDay();
    const line = (await screen.findByText(say)).closest('p');
    unmount();
    return [line?.textContent, line?.className.includes('text-error')];
  };

  expect(await read({ mostPerAdult: 8 })).toEqual([
    '9 children here, 1 adult: 1 to 9. At most 1 to 8',
    true,
  ]);
  expect(await read({ mostPerAdult: 9 })).toEqual(['9 children here, 1 adult: 1 to 9', false]);
  expect(await read({ mostPerAdult: 0 })).toEqual(['9 children here, 1 adult: 1 to 9', false]);
  expect(await read({ team: [] })).toEqual(['9 children here, no adult on the team', true]);
});

test('the figure follows the taps at once, and another day has none', async () => {
  answerTaps([mia]);
  const { unmount } = renderDay();
  await press('Arrived: Mia Byron');
  expect(await screen.findByText('1 child here, 1 adult: 1 to 1')).toBeVisible();
  unmount();

  vi.setSystemTime('2026-08-04T09:00:00+06:00');
  answer('GET /dayList/:classId/:day', buildDay({ people: listHere(2) }));
  renderDay({ address: `/?day=${DAY}` });
  expect(await screen.findByText('2 here, 0 expected, 0 absent, 0 gone')).toBeVisible();
  expect(screen.queryByText(/children here/)).toBeNull();
});
