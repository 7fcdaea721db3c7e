import type { Guard } from '../attack.ts';
import { SEATS_AS_READ } from './shared-guards.ts';

/** What protects the promise of the attack at random. */
export const RANDOM_GUARDS: Guard[] = [
  {
    name: 'only a held seat is released',
    file: 'server/src/enrollments/seats/freed-seats.ts',
    after: 'function releaseHeldSeat',
    cut: "      one.state === 'held' &&\n",
  },
  SEATS_AS_READ,
  {
    name: 'the number of seats changes only if nobody joined or left since the form was opened',
    file: 'server/src/enrollments/seats/class-seats.ts',
    cut: '    (opened.sit === undefined || sit === opened.sit) &&\n',
  },
  {
    name: 'a child has one seat in a class, whichever guardian books',
    file: 'server/src/enrollments/seats/participant.ts',
    cut: 'childId ? { childId } : { email',
    paste: 'childId ? { childId, email } : { email',
  },
  {
    name: 'the school keeps what was set aside for a refund that failed',
    file: 'server/src/billing/refunds.ts',
    after: "if (outcome.state === 'failed')",
    cut: 'await release(collections, refund, readMoment(services));',
    paste: 'void release;',
  },
  {
    name: 'a refund that failed is in the admins’ list',
    file: 'server/src/billing/refunds.repo.ts',
    cut: '{ needsAdmin: true, mailDue: true }',
    paste: '{}',
  },
  {
    name: 'refunds in the dashboard get into the books',
    without: 'adoptRefund',
  },
  {
    name: 'the old seat is freed once the new one is taken',
    without: 'freeOldSeat',
  },
  {
    name: 'a move to a cheaper class gives the difference back',
    file: 'server/src/billing/complete-transfer.ts',
    cut: "await decideRefund({ ...refund, currency, reason: 'price difference' }, services);",
    paste: 'void decideRefund;',
  },
  {
    name: 'a returned difference ends the seat that it paid for',
    file: 'server/src/billing/end-returned-seat.ts',
    cut: "return state === 'rejected' ? undefined : { paymentId, cartId };",
    paste: 'return undefined;',
  },
  {
    name: 'a payment that came back ends the seats that it paid for',
    without: 'endReturnedSeat',
  },
  {
    name: 'a canceled seat gives its money back',
    file: 'server/src/billing/cancel-seat.ts',
    cut: 'await decideRefund({ ...refund, currency, reason }, services);',
    paste: 'void decideRefund;',
  },
];
