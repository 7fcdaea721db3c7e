import type { Complaints } from '../attack.ts';
import { findInCart, joinClass, recordPayment, removeFromCart, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import { type Event, isTruthful } from '../refusals.ts';
import type { School } from '../school.ts';
import { intentOf, payByCard, refundAtDashboard } from '../stripe.ts';
import { pause } from '../waiting.ts';

const DECLINED = 'pm_card_chargeDeclined';
const APPROVED = 'pm_card_visa';

/** What all visits of a run share. */
export type Run = {
  school: School;
  complaints: Complaints;
  /** With the number of seats at each revision. */
  classes: { id: string; price: number; capacities: number[] }[];
  /** Payments that somebody refunded by hand. */
  refunds: Set<string>;
  counts: Record<'visits' | 'joined' | 'removed' | 'paid' | 'declined' | 'readings', number>;
};

/** A student joins a class, or comes back to it, and does something with the seat. */
export async function visit(run: Run, student: Person, random: Random): Promise<void> {
  const { school, complaints, counts } = run;
  const campClass = random.pick(run.classes);
  counts.visits += 1;
  const tell = <A extends Answer>(answer: A): A => checkTold(answer, complaints);
  const joined = tell(await joinClass(student, campClass));
  if (joined.status === 200) counts.joined += 1;
  const cartId =
    joined.status === 200 ? joined.body.cartId : (await findInCart(student, campClass.id)).ids[0];
  if (!cartId) return pause(random.next() * 20);

  const remove = async () => {
    const removed = tell(await removeFromCart(student, campClass.id, cartId));
    if (removed.status === 200) counts.removed += 1;
  };
  if (random.chance(0.1)) return; // Leaves, and the hold ends.
  if (random.chance(0.1)) return remove();
  const [paid] = await Promise.all([
    startPayment(student, cartId, campClass.price).then(tell),
    random.chance(0.1) && startPayment(student, cartId, campClass.price).then(tell),
    random.chance(0.1) && remove(),
  ]);
  if (paid.status !== 200) return;
  const { clientSecret } = paid.body;
  const isPaid =
    (await payByCard(school, clientSecret, random.chance(0.2) ? DECLINED : APPROVED)) ===
    'succeeded';
  counts[isPaid ? 'paid' : 'declined'] += 1;
  const soon = async (act: () => Promise<unknown>) => {
    await pause(random.next() * 60);
    await act();
  };
  // Half of the students close the tab, half click Remove in other tabs, and somebody refunds money by hand.
  const acts = [
    ...(random.chance(0.5) ? [() => recordPayment(student, clientSecret).then(tell)] : []),
    ...(random.chance(0.5) ? [remove, remove, remove] : []),
    ...(isPaid && random.chance(0.6) ? [() => giveBack(run, clientSecret)] : []),
  ];
  await Promise.all(acts.map(soon));
}

async function giveBack({ school, refunds }: Run, clientSecret: string): Promise<void> {
  refunds.add(intentOf(clientSecret));
  await refundAtDashboard(school, intentOf(clientSecret));
}

/** Everything that can get in the way of a student or the admin. */
const HAPPENING: Event[] = [
  'seats taken',
  'holds used up',
  'done before',
  'seat given up',
  'class edited',
  'card not charged',
  'money returned',
];

/** Everybody gets an answer: it worked, or why not. */
export function checkTold<A extends Answer>(answer: A, { check }: Complaints): A {
  const { code } = answer.body as { code?: string };
  check(isTruthful(answer, ...HAPPENING), `somebody was answered ${answer.status} ${code}`);
  return answer;
}
