import type { AidRequest, ListedAidRequest } from '@speakifyr/contract/aid.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { addDays } from '@speakifyr/contract/days.ts';
import { formatDay, readToday } from '../../../lib/format.ts';
import { buildClassChoice } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, pageOf, refuse } from '../../../testing/server.ts';
import { AidRequests } from './aid-requests.tsx';
import { OwnAid } from './own-aid.tsx';
import { slowTest } from '../../../testing/slow-tests.ts';

const MIA = { _id: 'c'.repeat(24), name: 'Mia' };
const UNTIL = addDays(readToday(), 30);
const OPEN: AidRequest = {
  ...{ _id: '1'.repeat(24), childId: MIA._id, person_name: 'Mia' },
  ...{ words: 'I have lost my job.', canPay: 4_000, askedAt: '2027-03-01T10:00:00.000Z' },
  ...{ answeredAt: null, answer: null, award: null },
};
const AWARDED: AidRequest = {
  ...OPEN,
  ...{ answeredAt: '2027-03-02T10:00:00.000Z', answer: 'We are glad to help.' },
  award: {
    ...{ percent: 50, amount: null, isForAll: false, classNames: [], until: UNTIL, isOver: false },
  },
};
const LISTED: ListedAidRequest = {
  ...OPEN,
  ...{ familyId: 'f'.repeat(24), name: 'Rosa', email: 'rosa@camp.example', answeredBy: null },
};

afterEach(() => setSchool(FIRST_SCHOOL));

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const fill = async (label: string | RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

/** Says what was done, and goes by itself. */
async function passDialog(name: RegExp) {
  const dialog = await findDialog(name);
  await waitFor(() => expect(dialog).not.toBeInTheDocument(), { timeout: 4_000 });
}

function renderOwn(requests: AidRequest[]) {
  let now = requests;
  answer('GET /myAid', () => now);
  renderApp(<OwnAid people={[MIA]} />, { user: student });
  return (next: AidRequest[]) => {
    now = next;
  };
}

slowTest('a parent asks, reads that nobody has answered, and takes it back', async () => {
  const change = renderOwn([]);
  const sent: unknown[] = [];
  answer('POST /myAid', ({ body }) => {
    sent.push(body);
    change([OPEN]);
    return { status: true };
  });
  await press('Ask for financial aid');
  expect(await screen.findByText('Write a few words.')).toBeVisible();
  await fill('What should we know?', 'I have lost my job.');
  await fill(/^What can you pay/, 'nothing');
  await press('Ask for financial aid');
  expect(await screen.findByText(/^Enter an amount/)).toBeVisible();
  await fill(/^What can you pay/, '40');
  await press('Ask for financial aid');

  expect(await screen.findByText('The school has not answered yet.')).toBeVisible();
  expect(sent).toEqual([{ words: 'I have lost my job.', childId: MIA._id, canPay: 4_000 }]);
  // One at a time.
  expect(screen.queryByRole('form', { name: 'Ask for financial aid' })).not.toBeInTheDocument();
  await passDialog(/We have your request/);

  answer('DELETE /myAid/:id', () => {
    change([]);
    return { status: true };
  });
  await press('Take it back');
  await press('Yes, take it back');
  expect(await screen.findByRole('form', { name: 'Ask for financial aid' })).toBeVisible();
});

// Rules: R450.
test('a parent can ask for themselves', async () => {
  renderOwn([]);
  const sent: unknown[] = [];
  answer('POST /myAid', ({ body }) => {
    sent.push(body);
    return refuse('aid_asked');
  });
  await userEvent.selectOptions(await screen.findByLabelText('Who is it for?'), 'Me');
  await fill('What should we know?', 'We need help.');
  await press('Ask for financial aid');
  expect(await screen.findByText(/You have asked already/)).toBeVisible();
  expect(sent).toEqual([{ words: 'We need help.' }]);
});

test('a parent reads what was awarded, and that the school can’t help', async () => {
  const declined = { ...AWARDED, _id: '2'.repeat(24), award: null, answer: 'Next year, please.' };
  renderOwn([AWARDED, declined]);
  expect(await screen.findByText('The school helps.')).toBeVisible();
  expect(screen.getByText('50% off each seat for Mia, in every class.')).toBeVisible();
  expect(
    screen.getByText(`It counts for seats that are held through ${formatDay(UNTIL)}.`),
  ).toBeVisible();
  expect(screen.getByText('We are glad to help.')).toBeVisible();
  expect(screen.getByText('The school can’t help this time.')).toBeVisible();
  expect(screen.getByText('Next year, please.')).toBeVisible();
});

const director = { ...student, role: 'admin' as const };

function renderRequests(requests: ListedAidRequest[]) {
  let now = requests;
  renderApp(<AidRequests />, { user: director, at: '/dashboard/aidRequests' });
  answer('GET /aidRequests', () => pageOf(now, now.length));
  answer('GET /classChoices', [buildClassChoice({ _id: 'a'.repeat(24), name: 'Sailing' })]);
  const sent: unknown[] = [];
  answer('PUT /aidRequests/:id/answer', ({ body }) => {
    sent.push(body);
    now = [];
    return { status: true };
  });
  return sent;
}

test('a director awards a part of each seat in some classes', async () => {
  const sent = renderRequests([LISTED]);
  expect(await screen.findByText('I have lost my job.')).toBeVisible();
  expect(screen.getByText('They can pay $40 USD for each class.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Rosa' })).toHaveAttribute(
    'href',
    `/dashboard/families/${LISTED.familyId}`,
  );
  await press('Answer Rosa');
  await fill('Off each seat', '0');
  await userEvent.selectOptions(screen.getByLabelText('For which classes?'), 'Only some');
  await press('Award');
  expect(await screen.findByText('Enter a whole number from 1 to 100.')).toBeVisible();
  expect(screen.getByText('Please choose at least one class.')).toBeVisible();
  expect(sent).toEqual([]);
  await fill('Off each seat', '40');
  await userEvent.click(await screen.findByRole('checkbox', { name: /Sailing/ }));
  await userEvent.clear(screen.getByLabelText('Last day'));
  await userEvent.type(screen.getByLabelText('Last day'), UNTIL);
  await press('Award');
  await passDialog(/^Awarded/);
  expect(sent).toEqual([
    {
      award: {
        ...{ percent: 40, amount: null, isForAll: false, classIds: ['a'.repeat(24)] },
        until: UNTIL,
      },
      text: '',
    },
  ]);
  expect(await screen.findByText('No open requests')).toBeVisible();
});

test('what stays to pay is what a card can pay in the school’s currency', async () => {
  setSchool({ ...FIRST_SCHOOL, currency: 'CZK' });
  renderRequests([LISTED]);
  await press('Answer Rosa');
  expect(screen.getByLabelText('Off each seat')).toHaveAccessibleDescription(
    /At least CZK\s15 remains to pay\.$/,
  );
});

test('a director takes an amount off all of a family’s seats', async () => {
  const sent = renderRequests([LISTED]);
  await press('Answer Rosa');
  await userEvent.selectOptions(screen.getByLabelText('Percent or amount?'), 'USD');
  await fill('Off each seat', '12.50');
  await userEvent.selectOptions(screen.getByLabelText('For whom?'), 'all');
  await press('Award');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toMatchObject([{ award: { percent: null, amount: 1_250, isForAll: true } }]);
});

test('a director declines with a text, and reads that another one was faster', async () => {
  const sent = renderRequests([LISTED]);
  await press('Answer Rosa');
  await userEvent.selectOptions(screen.getByLabelText('Answer'), 'Decline');
  await press('Decline');
  expect(await screen.findByText('Say why. Only the family reads it.')).toBeVisible();
  await fill('What the family reads', 'Next year, please.');
  answer('PUT /aidRequests/:id/answer', () => refuse('aid_answered'));
  await press('Decline');
  expect(await screen.findByText(/answered in the meantime/)).toBeVisible();
  expect(sent).toEqual([]);
});

test('a director ends an award', async () => {
  const ended: unknown[] = [];
  answer('DELETE /aidRequests/:id/award', ({ params }) => {
    ended.push(params);
    return { status: true };
  });
  renderRequests([{ ...LISTED, ...AWARDED, answeredBy: 'Dana' }]);
  expect(await screen.findByText(/^Awarded by Dana on/)).toBeVisible();
  await press('End the aid for Mia');
  await press('Yes, end it');
  await waitFor(() => expect(ended).toEqual([{ id: AWARDED._id }]));
});
