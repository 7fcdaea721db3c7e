import { type Guard, guard } from '../attack.ts';
import { SEATS_AS_READ } from './shared-guards.ts';

/** What the promises of the attack with random choices need. */
export const GUARDS: Guard[] = [
  SEATS_AS_READ,
  guard('importRefund', 'refunds in the dashboard get into the books'),
  guard('freeOldSeat', 'the old seat is freed once the new one is taken'),
  guard('endReturnedSeat', 'a payment that came back ends the seats that it paid for'),
  guard(
    'namePayment',
    'money that is sent again is recorded once',
    "`office_${crypto.randomUUID().replaceAll('-', '_')}`",
  ),
  guard('takeOutBounced', 'what bounced goes out of the books'),
  guard('recordPaidOtherwise', 'what is given back by hand counts as returned', 'true'),
  guard('takeCredit', 'credit is taken before it pays', 'true'),
  guard('returnCredit', 'what credit paid for is credit again', 'true'),
  guard('payBalance', 'a part that was charged is paid, and not charged again', 'null'),
  guard('moveSeats', 'seats go to the account that stays'),
];
