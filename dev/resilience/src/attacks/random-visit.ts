import { joinClass, readCart, recordPayment, removeFromCart, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import { intentOf, payByCard } from '../stripe.ts';
import { pause } from '../waiting.ts';
import { spendCredit } from './random-credit.ts';
import { findParts } from './random-parts.ts';
import { changeCart } from './random-prices.ts';
import { checkTold, type Family, listOpen, returnMoney, type Run } from './random-run.ts';

/** Most cards are approved. Some are declined; the refunds of others are pending at first, or fail later. */
const CARDS = [
  ...Array<string>(10).fill('pm_card_visa'),
  ...Array<string>(3).fill('pm_card_chargeDeclined'),
  ...Array<string>(3).fill('pm_card_pendingRefund'),
  ...Array<string>(2).fill('pm_card_refundFail'),
];

const MAX_ITEMS = 4;

/** A parent fills the cart, or comes back to it, and does something with it. */
export async function visit(run: Run, family: Family, random: Random): Promise<void> {
  const { parent } = family;
  const tell = <A extends Answer>(answer: A): A => checkTold(run, answer);
  const wishes = Array.from({ length: 1 + Math.floor(random.next() * MAX_ITEMS) }, () => ({
    campClass: random.pick(listOpen(run)),
    childId: random.pick(family.participants),
  }));
  await Promise.all(
    wishes.map(async ({ campClass, childId }) =>
      tell(await joinClass(parent, campClass, childId, pickDays(campClass, random))),
    ),
  );
  const held = tell(await readCart(parent));
  if (held.status === 200 && held.body.length > 0)
    await changeCart(
      run,
      parent,
      held.body.map(({ _id }) => _id),
      random,
    );
  const cart = tell(await readCart(parent));
  const lines = cart.status === 200 ? cart.body : [];
  if (lines.length === 0) return pause(random.next() * 20);
  if (random.chance(0.1)) return; // Leaves, and the holds end.

  const remove = async () => {
    const { classId, _id } = random.pick(lines);
    tell(await removeFromCart(parent, classId, _id));
  };
  /** Opens the payment page with some of the lines. */
  const open = async () => {
    const rest = [...lines];
    const count = Math.min(lines.length, 1 + Math.floor(random.next() * MAX_ITEMS));
    const chosen = Array.from({ length: count }, () =>
      rest.splice(Math.floor(random.next() * rest.length), 1),
    ).flat();
    const total = chosen.reduce((sum, { price }) => sum + Math.round(price * 100), 0) / 100;
    const carts = chosen.map(({ _id }) => _id);
    const order = { cartIds: carts, cost: Math.round(total * 100) };
    const credit = random.chance(0.4) && (await spendCredit(run, parent, order, random));
    if (credit === 'done') return;
    const parts = !credit && random.chance(0.6) && (await findParts(parent, carts));
    const { price = total, ...how } = { ...credit, ...parts };
    const opened = tell(await startPayment(parent, carts, price, how));
    if (opened.status !== 200) return;
    run.counts.carts += 1;
    await payAndLeave(run, parent, opened.body.clientSecret, random, remove);
  };
  // Some have two tabs with other lines, or the same ones, and pay in both.
  await Promise.all([open(), random.chance(0.3) && open(), random.chance(0.1) && remove()]);
}

/** Some days of a class that is sold by day; undefined for all. */
function pickDays({ days }: Run['classes'][number], random: Random): string[] | undefined {
  if (!days || random.chance(0.3)) return undefined;
  const some = days.filter(() => random.chance(0.4));
  return some.length > 0 ? some : undefined;
}

/** Pays. What else happens comes in any order. */
export async function payAndLeave(
  run: Run,
  parent: Person,
  clientSecret: string,
  random: Random,
  remove: () => Promise<void>,
): Promise<void> {
  const { school } = run;
  // Some look for their card until their holds end.
  if (random.chance(0.2)) await pause(random.next() * 6_000);
  const isPaid = (await payByCard(school, clientSecret, random.pick(CARDS))) === 'succeeded';
  const record = async () => void checkTold(run, await recordPayment(parent, clientSecret));
  // Half of the parents close the tab, half click Remove in other tabs, and somebody refunds money by hand.
  const acts = [
    ...(random.chance(0.5) ? [record] : []),
    ...(random.chance(0.5) ? [remove, remove, remove] : []),
    ...(isPaid && random.chance(0.25)
      ? [() => returnMoney(run, intentOf(clientSecret), random)]
      : []),
  ];
  const soon = async (act: () => Promise<unknown>) => {
    await pause(random.next() * 60);
    await act();
  };
  await Promise.all(acts.map(soon));
}
