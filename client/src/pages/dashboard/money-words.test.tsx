import { readdirSync, readFileSync } from 'node:fs';
import { REFUND_REASONS, REFUND_STATES } from '@speakifyr/contract/money-states.ts';
import type { ClassPeople, ListedPayment, RefundedPerson } from '@speakifyr/contract/office.ts';
import { screen } from '@testing-library/react';
import { Fragment } from 'react';
import { expect, test } from 'vitest';
import { listPeopleRows } from '../../features/class-admin/people/people-file.ts';
import { RefundedTable } from '../../features/class-admin/people/people-tables.tsx';
import { PaymentRow } from '../../features/ledger/payments/payment-row.tsx';
import { ITEM_LABELS, PAYMENT_LABELS, sayRefund } from '@speakifyr/contract/money-words.ts';
import { renderApp } from '../../testing/render.tsx';

const ID = 'c'.repeat(24);
const AT = '2027-05-02T10:00:00.000Z';

/** Every state and reason of money that goes back, by card, by hand and as credit. */
const REFUNDS = REFUND_STATES.flatMap((state) =>
  REFUND_REASONS.flatMap((reason) => [
    { state, reason },
    { state, reason, isByHand: true as const },
    { state, reason, isCredit: true as const },
  ]),
);
const PERSON: Omit<RefundedPerson, 'state' | 'reason'> = {
  ...{ refundId: 're_1', _id: 'pi_ada', name: 'Ada', email: 'ada@x.test', amount: 5_000 },
  ...{ currency: 'USD', cartId: null, createdAt: AT, at: AT },
};
const PAYMENT: ListedPayment = {
  ...{ _id: 'pi_ada', name: 'Ada', email: 'ada@x.test', amount: 8_000, kept: 3_000 },
  items: [],
  ...{ movements: [], dispute: null, hasReceipt: true, method: 'card', received: null },
  ...{ refunds: [], currency: 'USD', state: 'enrolled', createdAt: AT, settledAt: AT },
};
const CLASS: ClassPeople = {
  ...{ _id: ID, name: 'Sailing', course_tag: 'SAI', instructor: 'Maren', status: 'open' },
  ...{ camp_start: '2027-08-02', camp_end: '2027-08-06', sit: 1, price: 80, assign_room: 8 },
  ...{ canceled: null, enrolled: [], held: [], refunded: [] },
  groups: { version: 0, groups: [], pairs: [], seats: [] },
};

// Rules: R590.
test('each state of money that goes back has the same words on the class’s page, in its file and in the payments', () => {
  const shown = REFUNDS.map((refund) => {
    const person = { ...PERSON, refundId: JSON.stringify(refund), ...refund };
    const { isByHand, ...told } = refund;
    const received = isByHand ? { day: '2027-05-02', reference: '' } : null;
    const one = { ...told, amount: 5_000, cartId: null, createdAt: AT, at: AT, creditNote: null };
    return { person, payment: { ...PAYMENT, received, refunds: [one] } };
  });
  renderApp(
    shown.map(({ person, payment }) => (
      <Fragment key={person.refundId}>
        <div data-testid="class">
          <RefundedTable refunded={[person]} />
        </div>
        <div data-testid="payments">
          <PaymentRow payment={payment}>{null}</PaymentRow>
        </div>
      </Fragment>
    )),
  );
  const [tables, rows] = [screen.getAllByTestId('class'), screen.getAllByTestId('payments')];
  shown.forEach(({ person }, place) => {
    const words = sayRefund(person);
    expect(tables[place]).toHaveTextContent(words);
    const [, row = []] = listPeopleRows({ ...CLASS, refunded: [person] });
    expect(row).toContain(`refund ${words}`);
    const isBounced = person.reason === 'payment bounced';
    expect(rows[place]).toHaveTextContent(isBounced ? PAYMENT_LABELS.bounced : words);
  });
});

// Rules: R590.
test('money that waits to be handed back has not failed, and what bounced was not returned', () => {
  for (const refund of REFUNDS) {
    const words = sayRefund(refund);
    if ('isByHand' in refund && refund.state === 'failed') expect(words).not.toMatch(/^failed/);
    if (refund.reason === 'payment bounced') expect(words).toBe('bounced');
  }
  const labels = Object.values(PAYMENT_LABELS);
  expect(new Set(labels).size).toBe(labels.length);
  expect(ITEM_LABELS.refunded).toBe(PAYMENT_LABELS.refunded);
});

// Rules: R590.
test('no other file names the states of money', () => {
  const root = `${import.meta.dirname}/../..`;
  const TABLE =
    /Record<(?:RefundState|PaymentState|ItemState|PaymentLook|RefundReason|SeatMoneyState), string>/;
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => TABLE.test(readFileSync(`${root}/${file}`, 'utf8')));
  // It has whole sentences about what to do.
  expect(found).toEqual(['features/ledger/refunds/open-refund.tsx']);
});
