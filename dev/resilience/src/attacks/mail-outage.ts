import type { OutboxDocument } from '../../../../server/src/database/outbox-document.ts';
import type { Complaints } from '../attack.ts';
import { joinClass, removeFromCart } from '../journeys.ts';
import type { School } from '../school.ts';
import { waitUntil } from '../waiting.ts';
import type { MailServer } from './mail-server.ts';

const MINUTE_MS = 60_000;
/** Holds last 30 minutes, and people hear 10 minutes before their end. */
const UNTIL_REMINDED_MS = 21 * MINUTE_MS;
const LONG_MS = 6 * 60 * MINUTE_MS;
const WAIT_MS = 90_000;

type Outage = {
  school: School;
  mailServer: MailServer;
  holders: number;
  /** Something else that causes emails. */
  act(): Promise<void>;
  drain(): Promise<void>;
};

/**
 * Twice, the mail server is away when holds are about to end, and half of the students give up their seats during the outage.
 * It comes back before the holds end, and then only after six hours.
 * @returns what became of the reminders
 */
export async function endHoldsWhileAway(outage: Outage, complaints: Complaints): Promise<string> {
  const short = await holdSeats(outage, 0, complaints);
  const long = await holdSeats(outage, LONG_MS, complaints);
  complaints.check(long === 0, `${long} heard of a hold that ended hours ago`);
  return `of ${2 * outage.holders} reminders of held seats, ${short} were still true`;
}

/** @returns how many students heard that their seat is held */
async function holdSeats(
  { school, mailServer, holders, act, drain }: Outage,
  awayMs: number,
  { check }: Complaints,
): Promise<number> {
  const { outbox } = school.collections;
  const campClass = await school.addClass();
  const students = await school.addPeople(holders);
  const carts = new Map<string, string>();
  for (const student of students)
    carts.set(student.email, (await joinClass(student, campClass)).body.cartId);
  const ids = [...carts.values()].map((cartId) => `held-${cartId}`);

  mailServer.setMode('away');
  await restart(school, UNTIL_REMINDED_MS);
  const reminders = () => outbox.find({ _id: { $in: ids } }).toArray();
  // Each server has tried one, before it heard that the mail server is away.
  let found: OutboxDocument[] = [];
  await waitUntil(async () => {
    found = await reminders();
    return found.length === holders && found.some(isTried);
  }, WAIT_MS);
  check(
    found.length === holders && found.some(isTried),
    `${found.length} of ${holders} reminders of holds that end soon, ${found.filter(isTried).length} tried`,
  );
  await act();

  // Those that were tried are given up first: they are written already.
  const tried = await outbox.distinct('to.address', {
    _id: { $in: ids },
    written: { $exists: true },
  });
  const triedFirst = students.toSorted(
    (a, b) => Number(tried.includes(b.email)) - Number(tried.includes(a.email)),
  );
  const leavers = triedFirst.slice(0, holders / 2);
  await Promise.all(
    leavers.map((student) => removeFromCart(student, campClass.id, carts.get(student.email) ?? '')),
  );
  // A server leaves a mail server that is away alone for a minute. After a restart, it looks at once.
  await restart(school, awayMs, () => mailServer.setMode('open'));
  await drain();
  const sent = (await reminders()).filter(({ state }) => state === 'sent');
  for (const { to } of sent)
    check(
      !leavers.some(({ email }) => email === to.address),
      `${to.address} gave a seat up, and then heard that it is held`,
    );
  return sent.length;
}

function isTried({ written, state }: OutboxDocument): boolean {
  return Boolean(written) && state === 'queued';
}

/** While no email is being sent, so that this is no crash that could repeat one. */
async function restart(school: School, skippedMs: number, whileDown?: () => void): Promise<void> {
  const { outbox } = school.collections;
  await waitUntil(async () => (await outbox.countDocuments({ state: 'sending' })) === 0, WAIT_MS);
  await Promise.all(school.servers.map((server) => server.kill()));
  school.skipTime(skippedMs);
  whileDown?.();
  await Promise.all(school.servers.map((server) => server.start()));
}
