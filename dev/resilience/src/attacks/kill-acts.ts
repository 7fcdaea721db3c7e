import type { ClassDocument } from '../../../../server/src/database/collections.ts';
import { joinClass, recordPayment, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import type { School } from '../school.ts';
import type { Step } from '../steps.ts';
import { intentOf, payByCard } from '../stripe.ts';

/** A student before an act, and what they know by then. */
export type Ready = {
  person: Person;
  campClass: ClassDocument & { id: string };
  cartId: string;
  clientSecret: string;
  transactionId: string;
  isPaid: boolean;
};

/** One call of a student in the middle of which the server is killed. */
export type Act = {
  name: string;
  /** Brings a student to where it begins. */
  prepare(school: School, person: Person, campClass: Ready['campClass']): Promise<Ready>;
  call(ready: Ready): Promise<Answer>;
  /** What they do with a good answer. */
  goOn?(school: School, ready: Ready, body: unknown): Promise<unknown>;
  /**
   * What they do who come back after the crash.
   * @returns what they were told, if it was not the truth
   */
  comeBack(school: School, ready: Ready): Promise<string | undefined>;
};

export type StandingAct = { act: Act; step: Step; ready: Ready; ended: Promise<unknown> };

/** Joining a class, opening its payment page, recording a payment that is enrolled, and one that goes back. */
export const ACTS: Act[] = [
  {
    name: 'join',
    prepare: async (_school, person, campClass) => prepare(person, campClass),
    call: ({ person, campClass }) => joinClass(person, campClass),
    comeBack: async (_school, { person, campClass }) =>
      expectAnswer(await joinClass(person, campClass), 200, 'already_joined'),
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
        if (answer.status !== 200) return expectAnswer(answer, 200);
        await payNow(school, Object.assign(ready, { clientSecret: answer.body.clientSecret }));
      }
      return expectAnswer(await recordPayment(ready.person, ready.clientSecret), 200);
    },
  },
  {
    name: 'settle',
    prepare: async (school, person, campClass) =>
      payNow(school, await openPayment(await join(prepare(person, campClass)))),
    call: ({ person, clientSecret }) => recordPayment(person, clientSecret),
    comeBack: async (_school, { person, clientSecret }) =>
      expectAnswer(await recordPayment(person, clientSecret), 200),
  },
  {
    name: 'refund',
    async prepare(school, person, campClass) {
      const ready = await payNow(school, await openPayment(await join(prepare(person, campClass))));
      // The class is closed, which frees what is held of it, before the school hears that it is paid.
      await school.collections.classes.updateOne(
        { _id: campClass._id },
        { $set: { status: 'archived', seats: [], sit: campClass.sit } },
      );
      return ready;
    },
    call: ({ person, clientSecret }) => recordPayment(person, clientSecret),
    comeBack: async (_school, { person, clientSecret }) =>
      expectAnswer(await recordPayment(person, clientSecret), 'payment_refunded'),
  },
];

function prepare(person: Person, campClass: Ready['campClass']): Ready {
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

function expectAnswer(
  { status, body }: Answer<{ code?: string }>,
  ...truths: (number | string)[]
): string | undefined {
  return truths.includes(status) || truths.includes(body.code ?? '')
    ? undefined
    : `${status} ${JSON.stringify(body)}`;
}
