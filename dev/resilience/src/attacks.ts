import type { Attack } from './attack.ts';
import { kill } from './attacks/kill.ts';
import { outage } from './attacks/outage.ts';
import { race } from './attacks/race.ts';
import { randomOrders } from './attacks/random-orders.ts';

/** All attacks, in the order they run. */
export const attacks: Attack[] = [race, randomOrders, kill, outage];
