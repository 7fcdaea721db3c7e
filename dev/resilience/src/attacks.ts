import type { Attack } from './attack.ts';
import { classChanges } from './attacks/class-changes.ts';
import { codes } from './attacks/codes.ts';
import { holdEnds } from './attacks/hold-ends.ts';
import { hog } from './attacks/hog.ts';
import { kill } from './attacks/kill.ts';
import { mail } from './attacks/mail.ts';
import { outage } from './attacks/outage.ts';
import { race } from './attacks/race.ts';
import { randomOrders } from './attacks/random-orders.ts';
import { stripeOutages } from './attacks/stripe-outages.ts';
import { waitingList } from './attacks/waiting.ts';
import { webhooks } from './attacks/webhooks.ts';

/** All attacks, in the order they run. */
export const attacks: Attack[] = [
  race,
  hog,
  codes,
  randomOrders,
  kill,
  outage,
  stripeOutages,
  webhooks,
  holdEnds,
  classChanges,
  waitingList,
  mail,
];
