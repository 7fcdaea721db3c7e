import type { Guard } from '../attack.ts';
import { SEATS_AS_READ } from './shared-guards.ts';

/** What protects the promise of the attack at random. */
export const RANDOM_GUARDS: Guard[] = [
  SEATS_AS_READ,
  {
    name: 'refunds in the dashboard get into the books',
    without: 'adoptRefund',
  },
  {
    name: 'the old seat is freed once the new one is taken',
    without: 'freeOldSeat',
  },
  {
    name: 'a payment that came back ends the seats that it paid for',
    without: 'endReturnedSeat',
  },
];
