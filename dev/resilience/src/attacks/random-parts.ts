import type { Complaints } from '../attack.ts';
import { makePlan } from '../../../../server/src/seats/seat-plan.ts';
import type { PaymentDocument } from '../../../../server/src/database/payment-documents.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import type { School } from '../school.ts';
import { decideAtBank, fetchIntent, listIntents, saveCard } from '../stripe.ts';
import { pause } from '../waiting.ts';
import { checkTold, type Run } from './random-run.ts';

/** Parents who pay in parts: the saved card is charged while nobody is there. */

/** What banks say if a saved card is charged. Some may say yes days later, some only to another card, or to the payer. */
const VERDICTS = [
  ...Array<string>(4).fill('approved'),
  ...(['insufficient_funds', 'stolen_card', 'authentication_required'] as const),
];
const DAY_MS = 86_400_000;

/** @returns the first part in whole currency units, and what the payer agrees to; undefined if they pay at once */
export async function findParts(
  parent: Person,
  cartIds: string[],
): Promise<{ price: number; agreed: string } | undefined> {
  const query = { cartIds: cartIds.join(',') };
  const { status, body } = await parent.call('GET /installments', { query } as never);
  const offer = status === 200 ? body.offer : null;
  return offer ? { price: offer.parts[0]!.amount / 100, agreed: offer.text } : undefined;
}

export async function changeCard(run: Run, parent: Person, random: Random): Promise<void> {
  const begun = checkTold(run, await parent.call('POST /savedCard'));
  if (begun.status !== 200) return;
  const card = random.pick(['pm_card_visa', 'pm_card_visa', 'pm_card_chargeCustomerFail']);
  const setupId = await saveCard(run.school, begun.body.clientSecret, card);
  const changed = await parent.call('PUT /savedCard', { body: { setupId } });
  checkTold(run, changed);
}

/**
 * Months pass for the plans of some seats, but not for the school: their parts are due much earlier than their payers agreed
 * to. Banks change their minds. And all servers look at all cards now, also at one that another server is just charging.
 * @param isLast nothing else becomes due
 */
export async function makePartsDue(
  { school }: Run,
  random: Random,
  isOver: () => boolean,
  isLast = false,
): Promise<void> {
  const { users } = school.collections;
  while (!isOver()) {
    if (!isLast) await passMonths(school, random);
    const holders = await users.find({ card: { $exists: true } }).toArray();
    for (const { card } of holders)
      if (random.chance(0.1)) await decideAtBank(school, card!.cardId, random.pick(VERDICTS));
    const past = { $set: { 'card.checkAfter': new Date(0) } };
    for (let looks = 0; looks < 3; looks += 1) {
      await users.updateMany({ card: { $exists: true } }, past);
      await pause(random.next() * 100);
    }
    await pause(isLast ? 100 : 500 + random.next() * 500);
  }
}

async function passMonths({ collections: { classes }, now }: School, random: Random) {
  const today = now().toISOString().slice(0, 10);
  const which = { 'seats.plan.byCard': { $exists: true } };
  for (const { _id, version, seats } of await classes.find(which).toArray()) {
    const changed = seats.map((seat) => {
      if (seat.state !== 'enrolled' || !seat.plan?.byCard || random.chance(0.4)) return seat;
      const { plan } = seat;
      // The first part is paid, although its day at the school may be tomorrow in UTC.
      const next = plan.parts.findIndex(({ due }, place) => place > 0 && due > today);
      if (next < 0) return seat;
      // The first part was due on the day itself: it becomes older together with the second one.
      const from = next === 1 ? 0 : next;
      const dayOf = (place: number) =>
        new Date(plan.agreedAt.getTime() - (9 - place) * DAY_MS).toISOString().slice(0, 10);
      const parts = plan.parts.map((part, place) =>
        place < from || place > next ? part : { ...part, due: dayOf(place) },
      );
      return { ...seat, plan: makePlan({ ...plan, parts }) };
    });
    if (changed.some((seat, place) => seat !== seats[place]))
      await classes.updateOne({ _id, version }, { $set: { seats: changed }, $inc: { version: 1 } });
  }
}

type Try = PaymentDocument & { installment: NonNullable<PaymentDocument['installment']> };

/**
 * No part was charged twice, unless its money had gone back or somebody paid by hand at the same moment; and no card was
 * charged again soon after its bank had declined that.
 * @returns how many parts were charged, and how often a bank declined
 */
export async function checkParts(
  school: School,
  { check }: Complaints,
): Promise<{ charged: number; declined: number }> {
  const { collections } = school;
  const ledger = await collections.payments.find({ 'items.isRest': true }).toArray();
  const refunds = await collections.refunds.find({}).toArray();
  const truths = await listIntents(school);
  const isPaid = (id: string) => truths.some((one) => one.id === id && one.status === 'succeeded');
  const tries = ledger.filter((payment): payment is Try => payment.installment !== undefined);
  const byHand = ledger.filter((one) => !one.installment && one.status !== 'canceled');
  const nameOf = ({ items, installment }: Try) =>
    `${items[0]!.seatId.toHexString()}, due on ${installment.due}`;
  const declines: string[] = [];
  let charged = 0;
  for (const name of new Set(tries.map(nameOf))) {
    const own = tries.filter((one) => nameOf(one) === name);
    const paid = own.filter(({ _id }) => isPaid(_id));
    charged += paid.length;
    const { seatId } = own[0]!.items[0]!;
    const isOwedAgain = refunds.some(
      ({ paymentId, reason }) => reason !== 'not owed' && paid.some(({ _id }) => _id === paymentId),
    );
    const isByHand = byHand.some(({ items }) => items.some((one) => one.seatId.equals(seatId)));
    check(
      paid.length < 2 || isOwedAgain || isByHand,
      `${name}: its card was charged ${paid.length} times: ${paid.map(({ _id }) => _id).join(', ')}`,
    );
    for (const { _id } of own.filter((one) => !paid.includes(one))) {
      const { last_payment_error } = await fetchIntent(school, _id);
      if (last_payment_error) declines.push(`${name}, ${last_payment_error.payment_method?.id}`);
    }
  }
  for (const name of new Set(declines)) {
    const times = declines.filter((one) => one === name).length;
    check(times === 1, `${name}: a card was declined ${times} times, one soon after the other`);
  }
  return { charged, declined: declines.length };
}
