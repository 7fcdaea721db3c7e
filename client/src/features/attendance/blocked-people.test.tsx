import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerTaps, at, buildTap, findPerson, mia, renderDay } from './attendance.testing.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('12:31')), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const [nora, inge] = mia.adults;
const blocked = {
  ...mia,
  adults: [nora!, { ...inge!, phone: null, mayCollect: false, isBlocked: true }],
  mustNotCollect: [{ name: 'Inge  BYRON', since: '2026-05-04', note: 'Tall, grey hair' }],
  taps: [buildTap({})],
};

// Rules: R395, R462, R509.
test('who must not collect a child is red in the list and the dialog, and can’t be chosen or typed', async () => {
  const { requests } = answerTaps([blocked]);
  renderDay({ mayOverride: true });
  expect(within(await findPerson(/^Mia/)).getByText('Not with everybody')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leaves: Mia Byron' }));
  const box = screen.getByRole('region', { name: 'Must not collect Mia Byron' });
  expect(box).toHaveTextContent('Inge BYRON');
  expect(box).toHaveTextContent('Since 4 May 2026. Tall, grey hair');
  expect(screen.queryByRole('radio', { name: /Inge/ })).toBeNull();
  expect(screen.getByRole('radio', { name: /Nora/ })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Somebody else, approved by the office' }));
  await user.type(screen.getByLabelText('Their name'), 'byron inge');
  await user.type(screen.getByLabelText('Why may they take the child?'), 'She asked');
  expect(screen.getByText(/must not collect Mia Byron\. Keep Mia Byron with you/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mia Byron leaves' })).toBeDisabled();
  expect(requests).toEqual([]);
});

// Rules: R712, R713.
test('of their own child, somebody of the office approves nothing, and asks a colleague who may collect it', async () => {
  answerTaps([{ ...mia, adults: [nora!], mustNotCollect: [], isKept: true, taps: [buildTap({})] }]);
  renderDay({ mayOverride: true });
  await findPerson(/^Mia/);
  await user.click(screen.getByRole('button', { name: 'Leaves: Mia Byron' }));
  expect(screen.getByText(/^Ask a colleague who may collect Mia Byron\./)).toBeVisible();
  expect(screen.queryByRole('radio', { name: /approved by the office/ })).toBeNull();
});

test('a child that a phone without a connection handed to them is an alarm', async () => {
  const out = buildTap({
    ...{ kind: 'out', at: at('12:00'), offline: true },
    collectedBy: { how: 'listed', name: 'Inge Byron', checked: 'id' },
  });
  answerTaps([{ ...blocked, taps: [...blocked.taps, out] }]);
  renderDay();
  expect(await screen.findByText(/is with somebody who must not collect them/)).toBeVisible();
});

test('a contact whom a blocked guardian entered can be called, not chosen', async () => {
  answerTaps([{ ...blocked, adults: [nora!, { ...inge!, mayCollect: false, asksOffice: true }] }]);
  renderDay();
  const row = within(await findPerson(/^Mia/));
  await user.click(row.getByRole('button', { name: /^Mia/ }));
  expect(row.getByText('· Entered by somebody who is blocked: ask the office')).toBeVisible();
  expect(row.getByRole('link', { name: inge!.phone! })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leaves: Mia Byron' }));
  expect(screen.queryByRole('radio', { name: /Inge/ })).toBeNull();
});

test('a guardian is known by id, whatever the name; a name that is nearly the same is for an admin to decide', async () => {
  const guardianId = 'a'.repeat(24);
  const renamed = { ...nora!, guardianId, name: 'Xaver Neu', mayCollect: false, isBlocked: true };
  const { requests } = answerTaps([
    {
      ...blocked,
      adults: [
        renamed,
        { ...inge!, phone: null, mayCollect: false, isBlocked: true, isInDoubt: true },
      ],
      mustNotCollect: [
        { name: 'Karl Byron', guardianId, nameNow: 'Xaver Neu', since: '2026-05-04', note: '' },
      ],
    },
  ]);
  renderDay({ mayOverride: true });
  await user.click(await screen.findByRole('button', { name: /^Mia Byron/ }));
  expect(screen.getByRole('region', { name: 'Must not collect Mia Byron' })).toHaveTextContent(
    'Karl Byron, now Xaver Neu',
  );
  expect(screen.getByText('· Ask the office before they pick up')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leaves: Mia Byron' }));
  await user.click(screen.getByRole('radio', { name: 'Somebody else, approved by the office' }));
  await user.type(screen.getByLabelText('Why may they take the child?'), 'The office knows them');
  await user.type(screen.getByLabelText('Their name'), 'Xaver Neu');
  expect(screen.getByRole('button', { name: 'Mia Byron leaves' })).toBeDisabled();
  await user.clear(screen.getByLabelText('Their name'));
  await user.type(screen.getByLabelText('Their name'), 'Karl-Otto Byron');
  expect(screen.getByText(/Look at their ID card before you decide/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mia Byron leaves' }));
  expect(requests[0]?.taps[0]).toMatchObject({ collectedBy: { name: 'Karl-Otto Byron' } });
});
