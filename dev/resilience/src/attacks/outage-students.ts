import type { ClassDocument } from '../../../../server/src/database/collections.ts';
import type { Complaints } from '../attack.ts';
import { joinClass, recordPayment, removeFromCart, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import type { School } from '../school.ts';
import { intentOf, payByCard } from '../stripe.ts';
import { pause } from '../waiting.ts';

export type OutageCounts = {
  /** Answers of any kind, and 503 among them. */
  told: number;
  refused: number;
  slowestMs: number;
  /** Writes that were acknowledged, and are there in the end. */
  kept: number;
  /** How often a try again learned that the first one had been done. */
  again: number;
};

type Class = ClassDocument & { id: string };

/** What a student was told last about a class: it must be true in the end. */
type Told =
  | { seat: 'none' }
  | { seat: 'held'; cartId: string }
  | { seat: 'enrolled'; transactionId: string; entryCode: string };

/** Somebody who joins, removes and pays all the time, tries again what was refused, and remembers what they were told. */
export class Student {
  readonly person: Person;
  readonly memory = new Map<Class, Told>();
  readonly #school: School;
  readonly #random: Random;
  readonly #complaints: Complaints;
  readonly #counts: OutageCounts;

  constructor(
    school: School,
    person: Person,
    random: Random,
    complaints: Complaints,
    counts: OutageCounts,
  ) {
    this.#school = school;
    this.person = person;
    this.#random = random;
    this.#complaints = complaints;
    this.#counts = counts;
  }

  async visitUntil(classes: Class[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const free = classes.filter((one) => (this.memory.get(one)?.seat ?? 'none') === 'none');
      await this.#visit(this.#random.pick(free));
    }
  }

  async #visit(campClass: Class): Promise<void> {
    const cartId = await this.#join(campClass);
    if (!cartId) return;
    this.memory.set(campClass, { seat: 'held', cartId });
    const end = this.#random.next();
    // Most give the seat back, so that there are always some.
    if (end < 0.7) await this.#remove(campClass, cartId);
    else if (end < 0.95) await this.#pay(campClass, cartId);
  }

  /** @returns the cart entry, or nothing if the class is full */
  async #join(campClass: Class): Promise<string | undefined> {
    const { answer, tries } = await this.#ask(() => joinClass(this.person, campClass));
    if (answer.status === 200) return answer.body.cartId;
    if (answer.body.code === 'class_full') return undefined;
    const isTruth = answer.body.code === 'already_joined' && tries > 1;
    this.#expect(isTruth, 'joined', answer);
    if (!isTruth) return undefined;
    this.#counts.again += 1;
    const { email } = this.person;
    const { answer: cart } = await this.#ask(() =>
      this.person.call('GET /myclass', { query: { email } }),
    );
    const entries = (cart.status === 200 ? cart.body : []).filter(
      ({ classId }) => classId === campClass.id,
    );
    this.#expect(entries.length === 1, 'looked for the one entry of a class in the cart', cart);
    return entries[0]?._id;
  }

  async #remove(campClass: Class, cartId: string): Promise<void> {
    const { answer, tries } = await this.#ask(() =>
      removeFromCart(this.person, campClass.id, cartId),
    );
    const isGone = answer.body.code === 'not_found' && tries > 1;
    if (isGone) this.#counts.again += 1;
    this.#expect(answer.status === 200 || isGone, 'removed', answer);
    this.memory.set(campClass, { seat: 'none' });
  }

  async #pay(campClass: Class, cartId: string): Promise<void> {
    const { answer } = await this.#ask(() => startPayment(this.person, cartId, campClass.price));
    this.#expect(answer.status === 200, 'opened the payment page', answer);
    if (answer.status !== 200) return;
    const { clientSecret } = answer.body;
    await payByCard(this.#school, clientSecret);
    const { answer: recorded } = await this.#ask(() => recordPayment(this.person, clientSecret));
    this.#expect(recorded.status === 200, 'recorded a payment', recorded);
    if (recorded.status !== 200) return;
    const transactionId = intentOf(clientSecret);
    const entryCode = recorded.body.entry_code;
    this.memory.set(campClass, { seat: 'enrolled', transactionId, entryCode });
  }

  /** Asks again for as long as the school says that it can't right now. Nothing else is an excuse. */
  async #ask<A extends Answer<object>>(
    call: () => Promise<A>,
  ): Promise<{ answer: A; tries: number }> {
    for (let tries = 1; ; tries += 1) {
      const answer = await call();
      this.#counts.told += 1;
      this.#counts.slowestMs = Math.max(this.#counts.slowestMs, answer.ms);
      if (answer.status !== 503) return { answer, tries };
      this.#counts.refused += 1;
      const { code, message } = answer.body as { code?: string; message?: string };
      this.#expect(code === 'unavailable' && Boolean(message), 'was refused', answer);
      await pause(20 + this.#random.next() * 80);
    }
  }

  #expect(isSo: boolean, act: string, { status, body }: Answer): void {
    this.#complaints.check(isSo, `Whoever ${act} was told ${status} ${JSON.stringify(body)}`);
  }
}

/** Looks whether all that a student was told is so. */
export async function checkMemory(
  { collections }: School,
  { person, memory }: Student,
  complaints: Complaints,
  counts: OutageCounts,
): Promise<void> {
  const { email } = person;
  const classes = await collections.classes.find({ 'seats.email': email }).toArray();
  for (const [{ _id, name }, told] of memory) {
    const mine = classes
      .find((campClass) => campClass._id.equals(_id))
      ?.seats.find((seat) => seat.email === email);
    const isKept =
      told.seat === 'none'
        ? !mine
        : told.seat === 'held'
          ? mine?.state === 'held' && mine.cartId.toHexString() === told.cartId
          : mine?.state === 'enrolled' &&
            mine.transactionId === told.transactionId &&
            mine.entry_code === told.entryCode;
    complaints.check(
      isKept,
      `${email} was told '${told.seat}' of ${name}, and there is ${JSON.stringify(mine ?? 'none')}`,
    );
    if (isKept) counts.kept += 1;
  }
}
