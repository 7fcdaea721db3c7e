import { joinClass, recordPayment, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import { isTruthful } from '../refusals.ts';
import type { CampClass, School } from '../school.ts';
import type { Step } from '../steps.ts';
import { intentOf, payByCard } from '../stripe.ts';

/** A student before an act, and what they know by then. */
type Ready = {
  person: Person;
  campClass: CampClass;
  cartId: string;
  clientSecret: string;
  transactionId: string;
  isPaid: boolean;
};

/** A student's call, in the middle of which the server is killed. */
export type Act = {
  name: string;
  /** Brings a student to the point where it starts. */
  prepare(school: School, person: Person, campClass: CampClass): Promise<Ready>;
  call(ready: Ready): Promise<Answer>;
  /** What the student does after a success. */
  goOn?(school: School, ready: Ready, body: unknown): Promise<unknown>;
  /**
   * What a student does who comes back after the crash.
   * @returns what they were told, if it was not the truth
   */
  comeBack(school: School, ready: Ready): Promise<string | undefined>;
};

export type StandingAct = { act: Act; step: Step; ready: Ready; ended: Promise<unknown> };

/** Joining a class, opening its payment page, recording a payment that enrolls, and one that is refunded. */
export const ACTS: Act[] = [
  {
    name: 'join',
    prepare: async (_school, person, campClass) => prepare(person, campClass),
    call: ({ person, campClass }) => joinClass(person, campClass),
    async comeBack(_school, { person, campClass }) {
      const answer = await joinClass(person, campClass);
      return describeLie(answer, isTruthful(answer, 'done before'));
    },
  },
  {
    name: 'pay',
    prepare: async (_school, person, campClass) => join(prepare(person, campClass)),
    call: ({ person, cartId, campClass }) => startPayment(person, cartId, campClass.price),
    goOn: async (school, ready, body) => {
      ready.clientSecret = (body as { clientSecret: string }).clientSecret;
      await payNow(school, ready);
    },
    async comeBack(school, ready) {
      if (!ready.isPaid) {
        const { person, cartId, campClass } = ready;
        const answer = await startPayment(person, cartId, campClass.price);
        if (answer.status !== 200) return describeLie(answer, false);
        await payNow(school, Object.assign(ready, { clientSecret: answer.body.clientSecret }));
      }
      const answer = await recordPayment(ready.person, ready.clientSecret);
      return describeLie(answer, isTruthful(answer));
    },
  },
  {
    name: 'settle',
    prepare: async (school, person, campClass) =>
      payNow(school, await openPayment(await join(prepare(person, campClass)))),
    call: ({ person, clientSecret }) => recordPayment(person, clientSecret),
    async comeBack(_school, { person, clientSecret }) {
      const answer = await recordPayment(person, clientSecret);
      return describeLie(answer, isTruthful(answer));
    },
  },
  {
    name: 'refund',
    async prepare(school, person, campClass) {
      const ready = await payNow(school, await openPayment(await join(prepare(person, campClass))));
      // The class is closed, which frees its held seats, before the school hears about the payment.
      await school.collections.classes.updateOne(
        { _id: campClass._id },
        { $set: { status: 'archived', seats: [], sit: campClass.sit } },
      );
      return ready;
    },
    call: ({ person, clientSecret }) => recordPayment(person, clientSecret),
    async comeBack(_school, { person, clientSecret }) {
      const answer = await recordPayment(person, clientSecret);
      const isRefunded = answer.status !== 200 && isTruthful(answer, 'class removed');
      return describeLie(answer, isRefunded);
    },
  },
];

function prepare(person: Person, campClass: CampClass): Ready {
  return { person, campClass, cartId: '', clientSecret: '', transactionId: '', isPaid: false };
}

async function join(ready: Ready): Promise<Ready> {
  const { body } = await joinClass(ready.person, ready.campClass);
  return Object.assign(ready, { cartId: body.cartId });
}

async function openPayment(ready: Ready): Promise<Ready> {
  const { person, cartId, campClass } = ready;
  const { body } = await startPayment(person, cartId, campClass.price);
  return Object.assign(ready, { clientSecret: body.clientSecret });
}

async function payNow(school: School, ready: Ready): Promise<Ready> {
  const paid = await payByCard(school, ready.clientSecret);
  if (paid !== 'succeeded') throw new Error(`The card was not charged: ${paid}`);
  return Object.assign(ready, { isPaid: true, transactionId: intentOf(ready.clientSecret) });
}

/** @returns the answer as a text, unless it is the truth */
function describeLie(answer: Answer, isTrue: boolean): string | undefined {
  return isTrue ? undefined : `${answer.status} ${JSON.stringify(answer.body)}`;
}
