import { ObjectId } from 'mongodb';
import { joinClass, recordPayment, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import { isTruthful } from '../refusals.ts';
import type { CampClass, School } from '../school.ts';
import type { Step } from '../steps.ts';
import { intentOf, payByCard, refundAtDashboard, sendEvent } from '../stripe.ts';

/** A student before an act, and what they know by then. */
export type Ready = {
  person: Person;
  campClass: CampClass;
  carts: string[];
  /** The total, in whole currency units. */
  price: number;
  clientSecret: string;
  transactionId: string;
  isPaid: boolean;
  /** The cart id of a paid seat that changes. */
  seat: string;
  /** The class that the seat moves to. */
  target?: CampClass;
  /** An admin, or who has the seat that the student wants. */
  other?: Person | undefined;
};

/** Has one seat. */
export const SMALL_CLASS = 'Small class';

/** A student's call, in the middle of which the server is killed. */
export type Act = {
  name: string;
  /** Brings a student to the point where it starts. */
  prepare(school: School, person: Person, campClass: CampClass): Promise<Ready>;
  call(ready: Ready, school: School): Promise<Answer>;
  /** What the student does after a success. */
  goOn?(school: School, ready: Ready, body: unknown): Promise<unknown>;
  /** What a student does who comes back after the crash. @returns what they were told, if it was a lie */
  comeBack(school: School, ready: Ready): Promise<string | undefined>;
};

export type StandingAct = { act: Act; step: Step; ready: Ready; ended: Promise<unknown> };

/** What students do to get a seat, and what the school does when money comes back. */
export const ACTS: Act[] = [
  {
    name: 'join',
    prepare: async (_school, person, campClass) => begin(person, campClass),
    call: ({ person, campClass }) => joinClass(person, campClass),
    async comeBack(_school, { person, campClass }) {
      const answer = await joinClass(person, campClass);
      return describeLie(answer, isTruthful(answer, 'done before'));
    },
  },
  {
    name: 'join for days',
    prepare: async (school, person) => begin(person, await addClassByDay(school)),
    call: joinForDays,
    async comeBack(_school, ready) {
      const answer = await joinForDays(ready);
      return describeLie(answer, isTruthful(answer, 'done before'));
    },
  },
  {
    name: 'settle days',
    async prepare(school, person) {
      const ready = begin(person, await addClassByDay(school));
      const { body } = await joinForDays(ready);
      return openAndPay(school, Object.assign(ready, { carts: [body.cartId], price: 40 }));
    },
    call: record,
    comeBack: (_school, ready) => recordAgain(ready, 1),
  },
  {
    name: 'pay for 3',
    prepare: (school, person, campClass) => joinThree(school, begin(person, campClass)),
    call: ({ person, carts, price }) => startPayment(person, carts, price),
    goOn: async (school, ready, body) => {
      ready.clientSecret = (body as { clientSecret: string }).clientSecret;
      await payNow(school, ready);
    },
    async comeBack(school, ready) {
      if (!ready.isPaid) {
        const answer = await startPayment(ready.person, ready.carts, ready.price);
        if (answer.status !== 200) return describeLie(answer, false);
        await payNow(school, Object.assign(ready, { clientSecret: answer.body.clientSecret }));
      }
      return recordAgain(ready, 3);
    },
  },
  {
    name: 'settle 3',
    prepare: async (school, person, campClass) =>
      openAndPay(school, await joinThree(school, begin(person, campClass))),
    call: record,
    comeBack: (_school, ready) => recordAgain(ready, 3),
  },
  {
    name: 'settle 2 of 3',
    async prepare(school, person) {
      const small = await school.addClass({ name: SMALL_CLASS, sit: 2 });
      const ready = await openAndPay(school, await joinThree(school, begin(person, small)));
      // The hold of one sibling has ended, and the seat was removed, before the school hears about the payment.
      await school.collections.classes.updateOne(
        { _id: small._id },
        { $pull: { seats: { seatId: new ObjectId(ready.carts[0]) } }, $inc: { version: 1 } },
      );
      return ready;
    },
    call: record,
    comeBack: (_school, ready) => recordAgain(ready, 2),
  },
  {
    name: 'return all',
    async prepare(school, person, campClass) {
      const ready = begin(person, campClass);
      const { body } = await joinClass(person, campClass);
      Object.assign(ready, { carts: [body.cartId], price: campClass.price });
      await openAndPay(school, ready);
      // The class is closed, which frees its held seats, before the school hears about the payment.
      await school.collections.classes.updateOne(
        { _id: campClass._id },
        { $set: { status: 'archived', seats: [], sit: campClass.sit }, $inc: { version: 1 } },
      );
      return ready;
    },
    call: record,
    async comeBack(_school, ready) {
      const answer = await record(ready);
      const isRefunded = answer.status !== 200 && isTruthful(answer, 'class removed');
      return describeLie(answer, isRefunded);
    },
  },
  {
    name: 'hear of a refund',
    async prepare(school, person, campClass) {
      const ready = await joinThree(school, begin(person, campClass));
      await record(await openAndPay(school, ready));
      await refundAtDashboard(school, ready.transactionId, campClass.price * 100);
      return ready;
    },
    call: (ready, school) => sendRefundEvent(school, ready),
    async comeBack(school, ready) {
      const answer = await sendRefundEvent(school, ready);
      return describeLie(answer, isTruthful(answer));
    },
  },
  {
    name: 'answer',
    async prepare(school, person, campClass) {
      const ready = await joinThree(school, begin(person, campClass));
      await record(await openAndPay(school, ready));
      await refundAtDashboard(school, ready.transactionId, campClass.price * 100);
      await sendRefundEvent(school, ready);
      const [admin] = await school.addPeople(1, 'admin');
      return Object.assign(ready, { other: admin });
    },
    call: answerRefund,
    async comeBack(school, ready) {
      const answer = await answerRefund(ready, school);
      return describeLie(answer, isTruthful(answer, 'done before'));
    },
  },
];

export function begin(person: Person, campClass: CampClass): Ready {
  return {
    person,
    campClass,
    carts: [],
    price: 0,
    clientSecret: '',
    transactionId: '',
    isPaid: false,
    seat: '',
  };
}

const addClassByDay = (school: School) =>
  school.addClass({ byDay: { prices: [20], atLeast: 1 }, price: 80 });

/** Holds the first and the last day of the class. */
function joinForDays({ person, campClass }: Ready) {
  const { camp_start, camp_end } = campClass;
  return joinClass(person, campClass, undefined, [camp_start, camp_end]);
}

/** Two children join the class, and their parent another one. */
async function joinThree(school: School, ready: Ready): Promise<Ready> {
  const { person, campClass, carts } = ready;
  const other = await school.addClass();
  for (const childId of [await school.addChild([person]), await school.addChild([person])])
    carts.push((await joinClass(person, campClass, childId)).body.cartId);
  carts.push((await joinClass(person, other)).body.cartId);
  return Object.assign(ready, { price: 2 * campClass.price + other.price });
}

/** Opens the payment page and pays with a card. */
export async function openAndPay(school: School, ready: Ready): Promise<Ready> {
  const { body } = await startPayment(ready.person, ready.carts, ready.price);
  return payNow(school, Object.assign(ready, { clientSecret: body.clientSecret }));
}

export async function payNow(school: School, ready: Ready): Promise<Ready> {
  const paid = await payByCard(school, ready.clientSecret);
  if (paid !== 'succeeded') throw new Error(`The card was not charged: ${paid}`);
  return Object.assign(ready, { isPaid: true, transactionId: intentOf(ready.clientSecret) });
}

export function record({ person, clientSecret }: Ready) {
  return recordPayment(person, clientSecret);
}

/** @param seats how many seats the payment must get */
async function recordAgain(ready: Ready, seats: number): Promise<string | undefined> {
  const answer = await record(ready);
  const given = answer.body.items?.filter(({ state }) => state === 'enrolled');
  return describeLie(answer, answer.status === 200 && given?.length === seats);
}

function sendRefundEvent(school: School, { transactionId }: Ready): Promise<Answer> {
  const charge = { id: 'ch_of_it', object: 'charge', payment_intent: transactionId };
  return sendEvent(school, 'charge.refunded', charge);
}

/** An admin says that the refund was for the first of the seats. */
async function answerRefund(
  { other, transactionId, carts }: Ready,
  { collections }: School,
): Promise<Answer> {
  const refund = await collections.refunds.findOne({ paymentId: transactionId });
  return other!.call('POST /openRefunds/:refundId/answer', {
    params: { refundId: refund!._id },
    body: { cartId: carts[0]! },
  });
}

/** @returns the answer as a text, unless it is the truth */
export function describeLie(answer: Answer, isTrue: boolean): string | undefined {
  return isTrue ? undefined : `${answer.status} ${JSON.stringify(answer.body)}`;
}
