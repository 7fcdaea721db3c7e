import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import type { Extra } from '@speakifyr/contract/seat-extras.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildClassChoice } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { Extras } from './extras.tsx';
import type { SchoolExtras } from './extra-values.ts';

const SAILING = buildClassChoice({ name: 'Sailing' });
const LUNCH: Extra = {
  ...{ id: 'a'.repeat(24), label: 'Lunch', price: 800, per: 'day', options: [] },
  ...{ capacity: 20, isRefundable: true, classIds: [SAILING._id] },
};

function renderExtras(extras: Extra[] = [], bundle: AdminBundle = 'director') {
  const saved: SchoolExtras[] = [];
  answer('GET /extras', { version: 3, extras });
  answer('GET /classChoices', [SAILING]);
  answer('PUT /extras', ({ body }) => {
    saved.push(body as SchoolExtras);
    return { ...(body as SchoolExtras), version: 4 };
  });
  renderApp(<Extras />, { user: { ...student, role: 'admin', bundle } });
  return saved;
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

// Rules: R440.
test('a director writes an extra with sizes that does not come back', async () => {
  const saved = renderExtras();
  expect(await screen.findByText('There are no extras yet.')).toBeVisible();
  await press('Add an extra');
  await press('Save');
  expect(await screen.findByText('Parents read it, so it needs a name.')).toBeVisible();
  await type('Name that parents read', 'T-shirt');
  await type('Choices', `S, ${'M'.repeat(21)}`);
  await waitFor(() =>
    expect(screen.getByLabelText('Choices')).toHaveAccessibleDescription(/at most 20 characters/),
  );
  await userEvent.clear(screen.getByLabelText('Choices'));
  await type('Price in USD', '15');
  await userEvent.selectOptions(screen.getByLabelText('For what?'), 'once');
  await type('Choices', 'S, M ,L');
  await type('How many in each class?', '20');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Refundable/ }));
  await press('Save');
  await findDialog('The extras are saved');
  expect(saved).toMatchObject([
    {
      version: 3,
      extras: [
        {
          ...{ label: 'T-shirt', price: 1_500, per: 'once', options: ['S', 'M', 'L'] },
          ...{ capacity: 20, isRefundable: false, classIds: [] },
        },
      ],
    },
  ]);
});

test('an extra is read in words, changed and removed', async () => {
  const saved = renderExtras([LUNCH]);
  expect(await screen.findByText('Lunch: $8 each camp day')).toBeVisible();
  expect(
    screen.getByText(
      'Only for Sailing. 20 in each class, on each day. Refunded under the refund policy.',
    ),
  ).toBeVisible();
  await press('Change Lunch');
  await userEvent.clear(screen.getByLabelText('How many in each class?'));
  await press('Save');
  await findDialog('The extras are saved');
  expect(saved[0]?.extras).toEqual([{ ...LUNCH, capacity: null }]);
});

// Rules: R652.
test('late care says until when it is; it can’t end before it begins', async () => {
  const saved = renderExtras([{ ...LUNCH, label: 'Late care', until: '17:30' }]);
  expect(await screen.findByText('Late care until 5:30 PM: $8 each camp day')).toBeVisible();
  await press('Change Late care');
  await userEvent.type(screen.getByLabelText('From'), '18:00');
  await press('Save');
  await waitFor(() =>
    expect(screen.getByLabelText('Until')).toHaveAccessibleDescription(/must end after it begins/),
  );
  await userEvent.clear(screen.getByLabelText('From'));
  await press('Save');
  await findDialog('The extras are saved');
  expect(saved[0]?.extras).toEqual([{ ...LUNCH, label: 'Late care', until: '17:30' }]);
});

test('the office can read extras, and saving over somebody else’s change is refused with a message', async () => {
  renderExtras([LUNCH]);
  answer('PUT /extras', () => refuse('extras_changed'));
  await press('Change Lunch');
  await press('Save');
  expect(await screen.findByRole('button', { name: 'Load the current extras' })).toBeVisible();
});

test('the office can’t change them', async () => {
  renderExtras([LUNCH], 'office');
  expect(await screen.findByText('Lunch: $8 each camp day')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add an extra' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Change Lunch' })).not.toBeInTheDocument();
});
