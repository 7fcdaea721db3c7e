import type { Complaints } from '../attack.ts';
import { joinClass, recordPayment, removeFromCart, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import type { School } from '../school.ts';
import { intentOf, payByCard, refundAtDashboard } from '../stripe.ts';
import { pause } from '../waiting.ts';

const DECLINED = 'pm_card_chargeDeclined';
const APPROVED = 'pm_card_visa';

/** What all the visits of a run share. */
export type Run = {
  school: School;
  complaints: Complaints;
  /** With how many seats each has had, by its revision. */
  classes: { id: string; price: number; capacities: number[] }[];
  /** Payments whose money somebody gave back by hand. */
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
    joined.status === 200 ? joined.body.cartId : await findInCart(student, campClass.id);
  if (!cartId) return pause(random.next() * 20);

  const remove = async () => {
    const removed = tell(await removeFromCart(student, campClass.id, cartId));
    if (removed.status === 200) counts.removed += 1;
  };
  if (random.chance(0.1)) return; // Left, and the hold ends.
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
  // Half of them close the tab, half of them click Remove in others; and somebody gives money back by hand.
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

/** The cart entry of a class that was joined before, if it is still held. */
async function findInCart(student: Person, classId: string): Promise<string | undefined> {
  const cart = await student.call('GET /myclass', { query: { email: student.email } });
  return cart.status === 200
    ? cart.body.find((entry) => entry.classId === classId)?._id
    : undefined;
}

/** Whatever happens, everybody gets an answer: it went well, or why not. */
export function checkTold<A extends Answer>(answer: A, { check }: Complaints): A {
  const { code } = answer.body as { code?: string };
  check([200, 404, 409].includes(answer.status), `somebody was answered ${answer.status} ${code}`);
  return answer;
}
