import type { Guard } from '../attack.ts';
import { JOB_SETTLES } from './shared-guards.ts';

/** What protects payments and changed plans when a server is killed. */
export const KILL_GUARDS: Guard[] = [
  {
    name: 'the ledger has a payment before its secret is given out',
    without: 'insertPaymentOnce',
  },
  {
    name: 'a class remembers which moves have got a seat there',
    without: 'hasGivenSeat',
    gives: 'false',
  },
  JOB_SETTLES,
  {
    name: 'a job releases seats that were held too long',
    without: 'releaseExpiredHolds',
  },
  {
    name: 'a job carries out refunds that were decided',
    without: 'settleDueRefunds',
  },
  {
    name: 'a job goes on with changes of seats that were cut off',
    without: 'finishChanges',
  },
  {
    name: 'a job goes on with classes that were canceled',
    without: 'cancelSeatsOfClasses',
  },
];
