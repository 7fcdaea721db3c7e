import type { Complaints } from '../attack.ts';
import { joinClass, recordPayment, startPayment } from '../journeys.ts';
import type { Person } from '../people.ts';
import type { Random } from '../random.ts';
import { type Event, isTruthful } from '../refusals.ts';
import type { CampClass, School } from '../school.ts';
import { askStripe, intentOf, payByCard } from '../stripe.ts';
import { pause } from '../waiting.ts';

/** How far apart things are that happen 'at the same moment', in milliseconds. */
const TOGETHER_MS = 30;

type Kind = 'price' | 'tag' | 'removal';
/** When the admin acts: before a step, so that the student's page is out of date; during it; or after it. */
type Moment = 'before start' | 'start' | 'before confirm' | 'confirm' | 'record' | 'after record';

/** What the admin does while a student pays, and when. */
export const PLANS: { kind: Kind; moments: Moment[] }[] = [
  { kind: 'price', moments: ['before start', 'start', 'before confirm', 'confirm', 'record'] },
  { kind: 'tag', moments: ['record', 'after record'] },
  { kind: 'removal', moments: ['before start', 'start', 'before confirm', 'confirm', 'record'] },
];

const NEW_PRICE = 60;

export type Round = {
  school: School;
  admin: Person;
  student: Person;
  random: Random;
  complaints: Complaints;
  counts: Record<'charged' | 'told' | 'refused', number>;
  kind: Kind;
  moment: Moment;
  /** Classes to remove while Stripe answers the start of a payment, by the cart id that is paid for. */
  removals: Map<string, () => Promise<void>>;
};

/** What the admin's change may be an honest reason for. */
const EVENTS: Record<Kind, Event[]> = {
  price: ['class edited'],
  tag: [],
  removal: ['class removed'],
};

/** A student joins, pays and records the payment. At one moment of it the admin changes the class. */
export async function payMeanwhile(round: Round): Promise<void> {
  const { school, student, counts, kind, moment } = round;
  const check = (holds: boolean, complaint: string) =>
    round.complaints.check(holds, `${kind}, ${moment}: ${complaint}`);
  const campClass = await school.addClass();
  const joined = await joinClass(student, campClass);
  if (joined.status !== 200) return check(false, `a join was answered ${joined.status}`);
  const { cartId } = joined.body;

  const secret = await start(round, campClass, cartId, check);
  if (!secret) return;
  const newSecret =
    moment === 'before confirm' && (await changeAndReload(round, campClass, cartId, check));

  const pay = () => payByCard(school, newSecret || secret);
  const isPaid = (await meanwhile(round, campClass, 'confirm', pay)) === 'succeeded';
  check(isPaid || kind === 'removal', 'the card was refused');
  check(
    !isPaid || kind !== 'removal' || moment !== 'before confirm',
    'the card was charged for a class that was gone',
  );
  if (!isPaid) return void (counts.refused += 1);
  counts.charged += 1;

  const record = () => recordPayment(student, newSecret || secret);
  const recorded = await meanwhile(round, campClass, 'record', record);
  if (moment === 'after record') await change(round, campClass);
  check(
    isTruthful(recorded, ...EVENTS[kind]),
    `the recording was answered ${recorded.status} ${recorded.body.code}`,
  );
}

type Check = Complaints['check'];

/** @returns the payment's secret, or nothing if the student was told that they can't pay */
async function start(
  round: Round,
  campClass: CampClass,
  cartId: string,
  check: Check,
): Promise<string | undefined> {
  const { school, student, counts, kind, moment } = round;
  if (moment === 'before start') await change(round, campClass);
  const ask = () => startPayment(student, cartId, campClass.price);
  if (moment === 'start' && kind === 'removal')
    round.removals.set(cartId, () => change(round, campClass));
  const started = await (round.removals.has(cartId)
    ? ask()
    : meanwhile(round, campClass, 'start', ask));
  if (started.body.code) counts.told += 1;
  if (started.status !== 200) {
    check(
      kind === 'removal' && isTruthful(started, ...EVENTS[kind]),
      `the start of the payment was answered ${started.status} ${started.body.code}`,
    );
    return undefined;
  }
  const { clientSecret } = started.body;
  check(
    kind !== 'removal' || (moment !== 'before start' && moment !== 'start'),
    'a payment was started for a class that was gone',
  );
  await checkAmount(school, clientSecret, campClass.price, check);
  return clientSecret;
}

/**
 * The class changes while the page is open. A student who reloads it still pays the price at which the seat was held, and
 * nobody pays another one.
 */
async function changeAndReload(
  round: Round,
  campClass: CampClass,
  cartId: string,
  check: Check,
): Promise<string | undefined> {
  await change(round, campClass);
  if (round.kind !== 'price' || round.random.chance(0.5)) return undefined;
  const other = await startPayment(round.student, cartId, NEW_PRICE);
  check(
    other.body.code === 'price_changed',
    `a payment at the class's new price was answered ${other.status} ${other.body.code}`,
  );
  const { status, body } = await startPayment(round.student, cartId, campClass.price);
  check(status === 200, `the payment after a reload was answered ${status} ${body.code}`);
  if (status !== 200) return undefined;
  await checkAmount(round.school, body.clientSecret, campClass.price, check);
  return body.clientSecret;
}

async function checkAmount(
  school: School,
  clientSecret: string,
  shown: number,
  check: Check,
): Promise<void> {
  const { amount } = await askStripe(school, intentOf(clientSecret));
  check(amount === shown * 100, `${amount / 100} is charged, but the page showed ${shown}`);
}

/** Does something, with the admin's change at the same moment if it belongs there. */
async function meanwhile<T>(
  round: Round,
  campClass: CampClass,
  name: Moment,
  act: () => Promise<T>,
): Promise<T> {
  if (round.moment !== name) return act();
  const soon = () => pause(round.random.next() * TOGETHER_MS);
  const changing = soon().then(() => change(round, campClass));
  await soon();
  const result = await act();
  await changing;
  return result;
}

async function change({ admin, kind, complaints }: Round, campClass: CampClass): Promise<void> {
  const { id, name, price, assign_room, course_tag, sit, revision } = campClass;
  const form = { name, price, assign_room, course_tag, sit: sit - 1, revision };
  const answer =
    kind === 'removal'
      ? await admin.call('DELETE /removeCourse/:id', { params: { id } })
      : await admin.call('PATCH /updateClass/:id', {
          params: { id },
          body: {
            ...form,
            ...(kind === 'price'
              ? { price: NEW_PRICE }
              : { course_tag: `Z${course_tag.slice(1)}` }),
          },
        });
  complaints.check(
    isTruthful(answer, ...(kind === 'tag' ? (['seats taken'] as const) : [])),
    `${kind}: the admin was answered ${answer.status} ${answer.body.code}`,
  );
}
