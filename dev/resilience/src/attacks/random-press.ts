import { randomUUID } from 'node:crypto';
import type { Answer, Person } from '../people.ts';
import type { Random } from '../random.ts';
import { pause } from '../waiting.ts';
import { checkTold, dayAhead, listOpen, PRICES, type Run } from './random-run.ts';

/** What all acts of the office's clerks share. */

/** A family that the office serves. One on paper has nobody who logs in. */
export type Client = {
  id: string;
  family: { parent?: Person; participants: (string | undefined)[] };
};
/** A clerk at work. Families that became one with another one are no clients anymore. */
export type Work = {
  run: Run;
  clerk: Person;
  random: Random;
  clients: Client[];
};

/** How often somebody presses a button until an answer comes. */
const MAX_TRIES = 20;
/** If this is the answer to a bounce, a job finishes it. */
const UNCLEAR = ['seat_moving', 'seat_changing'];

/**
 * Presses a button until an answer comes, sometimes twice at once.
 * @param id of what the cash box remembers from the first press on, unless it is refused. Who heard no answer may come back
 * @returns whether it is surely done
 */
export async function press(
  { run, random }: Pick<Work, 'run' | 'random'>,
  send: () => Promise<Answer>,
  id: string = randomUUID(),
  amount = 0,
): Promise<boolean> {
  const { cashBox } = run.school;
  const before = cashBox.get(id);
  if (before?.isSure) return false;
  const mine = { amount, isSure: false };
  cashBox.set(id, mine);
  let isLost = before !== undefined;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answers = await Promise.all([send(), ...(random.chance(0.3) ? [send()] : [])]);
    const codes = answers.map((answer) => {
      const { code = 'done' } = checkTold(run, answer).body as { code?: string };
      return [0, 503].includes(answer.status) || UNCLEAR.includes(code) ? 'lost' : code;
    });
    // Money that came too late is recorded, too.
    const isDone = codes.some((code) => code === 'done' || code === 'payment_refunded');
    if (isDone && amount > 0) cashBox.set(id, { amount, isSure: true });
    if (isDone) return true;
    if (!codes.includes('lost')) break;
    isLost = true;
    await pause(200);
  }
  // Another clerk may have pressed the same button and gotten no answer: what that clerk remembers stays.
  if (!isLost && cashBox.get(id) === mine) cashBox.delete(id);
  return false;
}

/** What the ledger and the cash box call money that the office records. */
export function nameMoney(requestId: string): string {
  return `office_${requestId.replaceAll('-', '_')}`;
}

/** The family's page; undefined if the family went to another account just now. */
export async function readPage({ clerk }: Work, id: string) {
  const { status, body } = await clerk.call('GET /families/:id', { params: { id } });
  return status === 200 ? body : undefined;
}

export async function reserve(
  work: Work,
  client = work.random.pick(work.clients),
  wish: { price?: number; note?: string } | false = work.random.chance(0.3) && {
    price: work.random.pick(PRICES),
    note: 'As agreed.',
  },
): Promise<void> {
  const { run, clerk, random } = work;
  const { id, family } = client;
  const childId = random.pick(family.participants) ?? null;
  const { id: classId } = random.pick(listOpen(run));
  const body = { classId, childId, until: dayAhead(run.school, 2), ...wish };
  const send = () => clerk.call('POST /families/:id/seats', { params: { id }, body });
  await press(work, send);
}
