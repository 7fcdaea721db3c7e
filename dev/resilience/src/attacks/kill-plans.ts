import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { addDays, formatIsoDay } from '../../../../server/src/school-time.ts';
import { findInCart, joinClass, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import { isTruthful } from '../refusals.ts';
import type { CampClass, School } from '../school.ts';
import {
  type Act,
  begin,
  describeLie,
  openAndPay,
  payNow,
  type Ready,
  record,
  SMALL_CLASS,
} from './kill-acts.ts';
import { listCancellations, listMoves } from '../seat-changes.ts';
import type { Complaints } from '../attack.ts';
import { listOpenThings } from '../open-things.ts';

/** A person who comes back repeats every step. Steps that are already done are refused, and they go on. */
type Plan = Pick<Act, 'name' | 'prepare'> & {
  run(ready: Ready, school: School): Promise<Answer>;
};

function repeat({ run, ...plan }: Plan): Act {
  return {
    ...plan,
    call: run,
    async comeBack(school, ready) {
      const answer = await run(ready, school);
      return describeLie(answer, isTruthful(answer, 'done before'));
    },
  };
}

const ALL: Plan[] = [
  {
    name: 'cancel for half',
    async prepare(school, person) {
      const soon = await school.addClass({ camp_start: dayOf(school, 7) });
      return enroll(school, begin(person, soon));
    },
    run: ({ person, seat, campClass }) => cancel(person, seat, campClass.price * 50),
  },
  {
    name: 'move to a cheaper class',
    prepare: (school, person, campClass) => enrollToMove(school, begin(person, campClass), -20),
    run: move,
  },
  {
    name: 'move to a dearer class',
    prepare: (school, person, campClass) => enrollToMove(school, begin(person, campClass), 20),
    run: async (ready, school) => payFromCart(school, ready, ready.target!, 20, await move(ready)),
  },
  {
    name: 'offer and pay',
    async prepare(school, person) {
      const ready = await beginWithOwner(school, person, 30);
      const params = { classId: ready.campClass.id };
      const { status } = await person.call('POST /waiting/:classId', { params, body: {} });
      if (status !== 200) throw new Error(`Waiting was answered ${status}`);
      return ready;
    },
    async run(ready, school) {
      const { other, seat, campClass } = ready;
      const freed = await cancel(other!, seat, campClass.price * 100);
      return payFromCart(school, ready, campClass, campClass.price, freed);
    },
  },
  {
    name: 'resell a seat',
    prepare: (school, person) => beginWithOwner(school, person, 2),
    async run(ready, school) {
      const { other, person, seat, campClass } = ready;
      const offered = await other!.call('PUT /resales/:cartId', {
        params: { cartId: seat },
        body: { isForResale: true },
      });
      if (!isTruthful(offered, 'done before')) return offered;
      const joined = await joinClass(person, campClass);
      return payFromCart(school, ready, campClass, campClass.price, joined);
    },
  },
  {
    name: 'cancel a class of 3',
    async prepare(school, person, campClass) {
      const ready = await enroll(school, begin(person, campClass));
      for (const other of await school.addPeople(2)) await enroll(school, begin(other, campClass));
      const [admin] = await school.addPeople(1, 'admin');
      return { ...ready, other: admin! };
    },
    run: ({ other, campClass }) =>
      other!.call('POST /cancelClass/:id', {
        params: { id: campClass.id },
        body: { confirm_affected: 3, note: 'The boathouse has burned down.' },
      }),
  },
];

export const PLANS: Act[] = ALL.map(repeat);

/** The day this many days from now, on the school's clock. */
function dayOf(school: School, days: number): string {
  return addDays(formatIsoDay(school.now(), FIRST_SCHOOL.timeZone), days);
}

/** Gives a student a paid seat. */
async function enroll(school: School, ready: Ready): Promise<Ready> {
  const { person, campClass } = ready;
  const { cartId } = (await joinClass(person, campClass)).body;
  const paid = { ...ready, carts: [cartId], price: campClass.price };
  await record(await openAndPay(school, paid));
  return { ...ready, seat: cartId };
}

/** Gives a student a paid seat, and chooses where it goes. @param more how much more the other class costs */
async function enrollToMove(school: School, ready: Ready, more: number): Promise<Ready> {
  const target = await school.addClass({ price: ready.campClass.price + more });
  return enroll(school, { ...ready, target });
}

/** Somebody else has the only seat of a class. @param days until it begins */
async function beginWithOwner(school: School, person: Person, days: number): Promise<Ready> {
  const small = { name: SMALL_CLASS, sit: 1, camp_start: dayOf(school, days) };
  const campClass = await school.addClass(small);
  const [owner] = await school.addPeople(1);
  const { seat } = await enroll(school, begin(owner!, campClass));
  return { ...begin(person, campClass), other: owner!, seat };
}

/** @param refund in cents */
function cancel(person: Person, cartId: string, refund: number): Promise<Answer> {
  return person.call('POST /cancellation/:cartId', { params: { cartId }, body: { refund } });
}

function move({ person, seat, target }: Ready): Promise<Answer> {
  const { id: classId, price } = target!;
  return person.call('POST /moves', { body: { cartId: seat, classId, price } });
}

/** Pays for what is in the cart. @param before the answer to the call that put it there, perhaps 'done before' */
async function payFromCart(
  school: School,
  ready: Ready,
  campClass: CampClass,
  price: number,
  before: Answer,
): Promise<Answer> {
  if (!isTruthful(before, 'done before')) return before;
  if (!ready.isPaid) {
    const { answer, ids } = await findInCart(ready.person, campClass.id);
    if (answer.status !== 200) return answer;
    // After a success, it must be there.
    if (ids.length === 0) return { ...before, status: 409 };
    const started = await startPayment(ready.person, ids, price);
    if (started.status !== 200) return started;
    await payNow(school, Object.assign(ready, { clientSecret: started.body.clientSecret }));
  }
  return record(ready);
}

/** Ends the time of all offers. It is days, and begins with an email. R161, R170, R176 */
export async function endOffers({ collections }: School): Promise<void> {
  const isOffer = { state: 'held' as const, offer: { $exists: true } };
  await collections.classes.updateMany(
    { seats: { $elemMatch: isOffer } },
    {
      $set: { 'seats.$.heldUntil': new Date(0), 'seats.$.offer.notifiedAt': new Date(0) },
      $inc: { version: 1 },
    },
  );
}

/**
 * Makes the others overlook what is left to do for a class, or see it again. Otherwise, the next cancellation of a class
 * or purchase of a seat would go on with it, and the kill would find nothing unfinished.
 */
export async function hideWork(
  { collections: { classes }, now }: School,
  { _id }: CampClass,
  isHidden: boolean,
): Promise<void> {
  // The server asks for classes that were canceled after 1970, and for seats that were resold before now.
  const [past, future] = isHidden ? [new Date(0), new Date('9999-01-01')] : [now(), now()];
  const isCanceled = { canceled: { $exists: true } };
  await classes.updateOne(
    { _id, ...isCanceled },
    { $set: { 'canceled.at': past }, $inc: { version: 1 } },
  );
  const isResold = { resold: { $elemMatch: { at: { $exists: true } } } };
  await classes.updateOne(
    { _id, ...isResold },
    { $set: { 'resold.$.at': future }, $inc: { version: 1 } },
  );
}

/** What is not over yet, one line each. */
export async function listUnfinished(school: School): Promise<string[]> {
  const isCanceled = { canceled: { $exists: true }, 'seats.state': 'enrolled' as const };
  const classes = await school.collections.classes.find(isCanceled).toArray();
  return [
    ...(await listOpenThings(school)),
    ...classes.map(({ name, seats }) => `${name}: canceled, but ${seats.length} seats are not`),
  ];
}

/**
 * What must hold for plans that changed, wherever the server was killed, in addition to the books. A canceled seat is gone.
 * A seat that moved is in one class, and a move that ended was neither paid nor paid back.
 */
export async function checkPlans({ collections }: School, { check }: Complaints): Promise<void> {
  const moves = await listMoves(collections);
  const payments = await collections.payments.find({}).toArray();
  const classes = await collections.classes.find({}).toArray();
  const placesOf = (cartId: ObjectId) =>
    classes.filter(({ seats }) => seats.some((seat) => seat.seatId.equals(cartId)));

  for (const { _id } of await listCancellations(collections))
    check(placesOf(_id).length === 0, `${_id.toHexString()}: canceled, but still has a seat`);
  for (const { _id: moveId, seatId: cartId, from, to, state, difference, refunds } of moves) {
    const name = `The move of ${cartId.toHexString()} (${state})`;
    const isDone = moves.some((one) => one.state === 'done' && one.seatId.equals(cartId));
    const places = placesOf(cartId);
    check(
      places.length === 1 && places[0]?._id.equals(isDone ? to.classId : from.classId) === true,
      `${name}: ${places.length} seats, or one in the wrong class`,
    );
    const paid = payments.filter(
      ({ status, items }) =>
        ['enrolled', 'refunded'].includes(status) &&
        items.some((item) => item.moveId?.equals(moveId)),
    );
    const times = state === 'done' && difference > 0 ? 1 : 0;
    check(paid.length === times, `${name}: paid ${paid.length} times`);
    const ids = refunds.map(({ refundId }) => refundId);
    const returned = await collections.refunds.countDocuments({ _id: { $in: ids } });
    check(state === 'done' || returned === 0, `${name}: the difference was returned`);
  }
}
