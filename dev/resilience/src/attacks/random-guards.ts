import { type Guard, guard } from '../attack.ts';
import { SEATS_AS_READ } from './shared-guards.ts';

/** What the promises of the attack with random choices need. */
export const GUARDS: Guard[] = [
  SEATS_AS_READ,
  { name: 'refunds in the dashboard get into the books', without: 'importRefund' },
  { name: 'the old seat is freed once the new one is taken', without: 'freeOldSeat' },
  {
    name: 'a payment that came back ends the seats that it paid for',
    without: 'endReturnedSeat',
  },
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
  guard('makeRequestId', 'a line of a bank’s list is booked once', 'crypto.randomUUID()'),
  guard('moveSeats', 'seats go to the account that stays'),
  guard('checkMayHandOver', 'a blocked guardian decides nothing about who takes the child'),
  guard('judgeBy', 'a hand-over asks who must not collect the child', "'free'"),
  guard(
    'moveLines',
    'a discount moves only where it holds',
    '{ lines: takeOff(goal.base, lines), dropped: [] }',
  ),
  guard('endGiven', 'what somebody gave ends with their right'),
  guard('passOnAll', 'what is owed passes to somebody who can pay it'),
  guard('checkSame', 'an id that was used for something else is refused'),
];
