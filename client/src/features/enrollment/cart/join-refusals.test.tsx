import { ERRORS } from '@speakifyr/contract/errors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Swal from 'sweetalert2';
import { expect, test } from 'vitest';
import { buildChild } from '../../families/children/children.testing.ts';
import { buildClass } from '../../../testing/factories.ts';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, breakConnection, JOIN_ERRORS, refuse } from '../../../testing/server.ts';
import { JoinAction } from '../join/join-action.tsx';
import { JoinButton } from '../join/join-button.tsx';
import { ASKED_ACTS, INFORMS } from './join-refusals.ts';

const sailing = buildClass();
const mia = buildChild({ name: 'Mia' });
const tom = buildChild({ _id: 'e'.repeat(24), name: 'Tom' });

async function pressJoin() {
  answer('GET /isUser', true);
  answer('GET /myclass', []);
  answer('GET /myEnrolledClass', []);
  const button = await screen.findByRole('button', { name: new RegExp(LABELS.joinNow) });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(button);
}

async function joinMyself() {
  renderApp(<JoinButton campClass={sailing} />, { user: student });
  await pressJoin();
}

/** @param children those of the family; all of them are chosen */
async function joinFor(...children: (typeof mia)[]) {
  answer('GET /myChildren', { children, invitations: [] });
  renderApp(<JoinAction campClass={sailing} />, { user: student });
  await pressJoin();
  await screen.findByRole('dialog', { name: 'Who is it for?' });
  for (const box of screen.getAllByRole('checkbox', { name: /^(Mia|Tom)/ }))
    if (!(box as HTMLInputElement).checked) await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: /^Hold/ }));
}

const informs = (code: string) => INFORMS.some((one) => one === code);

function expectToClose(isBrief: boolean) {
  const left = Swal.getTimerLeft();
  if (!isBrief) return expect(left).toBeUndefined();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(1_500);
}

// Rules: R532.
test('every refusal of a join is known: it informs, or it asks for an act', () => {
  const known = [...INFORMS, ...Object.keys(ASKED_ACTS)];
  for (const code of JOIN_ERRORS) expect(known).toContain(code);
  // decisions/0100 lists them.
  expect(JOIN_ERRORS.filter(informs)).toEqual([
    'not_found',
    'guardian_may_not',
    'class_full',
    'class_started',
    'already_joined',
  ]);
});

test.each(JOIN_ERRORS)(
  'the refusal %s closes after 1500 ms, unless it asks for an act',
  async (code) => {
    answer('POST /addClass', () => refuse(code));
    await joinMyself();
    expect(await findDialog(ERRORS[code].message)).toBeVisible();
    expectToClose(informs(code));
  },
);

test.each(JOIN_ERRORS)('so does the refusal %s for a child', async (code) => {
  answer('POST /addClass', () => refuse(code));
  await joinFor(mia);
  expect(await findDialog(/Mia/)).toBeVisible();
  expectToClose(informs(code));
});

test('if one child has a seat and another has none, the parent reads that at leisure', async () => {
  answer('POST /addClass', ({ body }) =>
    (body as { childId: string }).childId === tom._id
      ? refuse('class_full')
      : {
          ...{ status: true, message: '', enrolled: false },
          ...{ cartId: 'd'.repeat(24), heldUntil: '2126-05-04T10:30:00.000Z' },
        },
  );
  await joinFor(mia, tom);
  expect(await findDialog('Mia has a seat. There was no seat left for Tom.')).toBeVisible();
  expectToClose(false);
});

test('a join without an answer says to check the connection, until the person has read it', async () => {
  breakConnection('POST /addClass');
  await joinMyself();
  expect(await findDialog(/check your connection/)).toBeVisible();
  expectToClose(false);
});

test.each([
  ['oneself', joinMyself, 'The camp is closed today.'],
  ['a child', () => joinFor(mia), 'Mia has no seat yet: The camp is closed today.'],
])(
  'an answer without a status is a refusal, for %s: its message, 1500 ms',
  async (_who, join, text) => {
    answer('POST /addClass', { message: 'The camp is closed today.' } as never);
    await join();
    expect(await findDialog(text)).toBeVisible();
    expectToClose(true);
    expect(screen.queryByText(/Added to Cart/)).toBeNull();
  },
);
