import { makeUserId } from '../../../../server/src/testing/documents.ts';
import type { Complaints } from '../attack.ts';
import { findInCart, joinClass, recordPayment, removeFromCart, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import { isTruthful } from '../refusals.ts';
import type { CampClass, School } from '../school.ts';
import { intentOf, payByCard } from '../stripe.ts';
import { pause } from '../waiting.ts';

/** How many answers there were, how many of them were 503, and how long the slowest took. */
export type OutageCounts = { told: number; refused: number; slowestMs: number };

/** What all students share. */
export type OutageRun = { school: School; complaints: Complaints; counts: OutageCounts };

/** What a student was last told about a class. It must be true in the end. */
type Told =
  | { seat: 'none' }
  | { seat: 'held'; cartId: string }
  | { seat: 'enrolled'; transactionId: string; entryCode: string };

/** Joins, removes and pays all the time, tries again after a refusal, and remembers what they were told. */
export class Student {
  readonly person: Person;
  readonly memory = new Map<CampClass, Told>();
  readonly #run: OutageRun;
  readonly #random: Random;

  constructor(run: OutageRun, person: Person, random: Random) {
    this.#run = run;
    this.person = person;
    this.#random = random;
  }

  async visitUntil(classes: CampClass[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const free = classes.filter((one) => (this.memory.get(one)?.seat ?? 'none') === 'none');
      await this.#visit(this.#random.pick(free));
    }
  }

  async #visit(campClass: CampClass): Promise<void> {
    const cartId = await this.#join(campClass);
    if (!cartId) return;
    this.memory.set(campClass, { seat: 'held', cartId });
    const end = this.#random.next();
    // Most students give their seat back, so that some are always free.
    if (end < 0.7) await this.#remove(campClass, cartId);
    else if (end < 0.95) await this.#pay(campClass, cartId);
  }

  /** @returns the id of the cart entry, or nothing if the class is full */
  async #join(campClass: CampClass): Promise<string | undefined> {
    const { answer, tries } = await this.#ask(() => joinClass(this.person, campClass));
    if (answer.status === 200) return answer.body.cartId;
    if (isTruthful(answer, 'seats taken', 'holds used up')) return undefined;
    const isDone = tries > 1 && isTruthful(answer, 'done before');
    this.#expect(isDone, 'joined', answer);
    if (!isDone) return undefined;
    let ids: string[] = [];
    const { answer: cart } = await this.#ask(async () => {
      const found = await findInCart(this.person, campClass.id);
      ids = found.ids;
      return found.answer;
    });
    this.#expect(ids.length === 1, 'looked for the class in their cart', cart);
    return ids[0];
  }

  async #remove(campClass: CampClass, cartId: string): Promise<void> {
    const { answer, tries } = await this.#ask(() =>
      removeFromCart(this.person, campClass.id, cartId),
    );
    const isDone = answer.status !== 200 && tries > 1 && isTruthful(answer, 'done before');
    this.#expect(answer.status === 200 || isDone, 'removed', answer);
    this.memory.set(campClass, { seat: 'none' });
  }

  async #pay(campClass: CampClass, cartId: string): Promise<void> {
    const { answer } = await this.#ask(() => startPayment(this.person, cartId, campClass.price));
    this.#expect(answer.status === 200, 'opened the payment page', answer);
    if (answer.status !== 200) return;
    const { clientSecret } = answer.body;
    await payByCard(this.#run.school, clientSecret);
    const { answer: recorded } = await this.#ask(() => recordPayment(this.person, clientSecret));
    this.#expect(recorded.status === 200, 'recorded a payment', recorded);
    if (recorded.status !== 200) return;
    const transactionId = intentOf(clientSecret);
    const entryCode = recorded.body.entry_code;
    this.memory.set(campClass, { seat: 'enrolled', transactionId, entryCode });
  }

  /** Asks again as long as the school says that it can't do it right now. No other refusal counts. */
  async #ask<A extends Answer<object>>(
    call: () => Promise<A>,
  ): Promise<{ answer: A; tries: number }> {
    for (let tries = 1; ; tries += 1) {
      const answer = await call();
      this.#run.counts.told += 1;
      this.#run.counts.slowestMs = Math.max(this.#run.counts.slowestMs, answer.ms);
      if (answer.status !== 503) return { answer, tries };
      this.#run.counts.refused += 1;
      const { message } = answer.body as { message?: string };
      this.#expect(isTruthful(answer, 'outage') && Boolean(message), 'was refused', answer);
      await pause(20 + this.#random.next() * 80);
    }
  }

  #expect(isSo: boolean, act: string, { status, body }: Answer): void {
    this.#run.complaints.check(
      isSo,
      `A student who ${act} was told ${status} ${JSON.stringify(body)}`,
    );
  }
}

/** Checks that everything a student was told is true. */
export async function checkMemory(
  { school, complaints }: OutageRun,
  { person, memory }: Student,
): Promise<void> {
  const { email } = person;
  const userId = makeUserId(email);
  const classes = await school.collections.classes.find({ 'seats.userId': userId }).toArray();
  for (const [{ _id, name }, told] of memory) {
    const mine = classes
      .find((campClass) => campClass._id.equals(_id))
      ?.seats.find((seat) => seat.userId.equals(userId));
    const isKept =
      told.seat === 'none'
        ? !mine
        : told.seat === 'held'
          ? mine?.state === 'held' && mine.seatId.toHexString() === told.cartId
          : mine?.state === 'enrolled' &&
            mine.paymentId === told.transactionId &&
            mine.entry_code === told.entryCode;
    complaints.check(
      isKept,
      `${email} was told '${told.seat}' for ${name}, but there is ${JSON.stringify(mine ?? 'none')}`,
    );
  }
}
