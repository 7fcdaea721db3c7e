import { setTimeout } from 'node:timers/promises';
import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { Collections } from '../../../../server/src/database/collections.ts';
import { prepareJoins } from '../joins.ts';
import { sendAll } from '../load.ts';
import type { Line, Measurement } from '../measurement.ts';
import { fillSchool } from '../people.ts';
import { compareTimes, quantile } from '../ratios.ts';

const ROUNDS = 4;
/** So many emails are under way while the joins of a round are measured. */
const MAILS = 100;
const LOADS = [
  { atOnce: 50, joins: 2_000 },
  { atOnce: 1, joins: 400 },
];
/** The first round of each load only warms up. */
const ALL_MAILS = LOADS.length * (ROUNDS + 1) * MAILS;
/** Far away, so that nobody is reminded of a class. */
const START = { camp_start: '2099-07-01', camp_end: '2099-07-12' };

/** The number of the first class that is joined. The others have lower ones. */
const JOINED_FROM = 5_000;

/** POST /addClass while receipts go out, compared with the same server while it sends none. */
export const joinDuringMail: Measurement = {
  name: 'join-during-mail',
  title: 'Joining a class while emails go out',
  method: `p95 of ${LOADS.map(({ atOnce, joins }) => `${joins} joins over ${atOnce === 1 ? 'one connection' : `${atOnce} connections`}`).join(' and of ')}, ${ROUNDS} rounds each. In every round ${MAILS} receipts are due, ${ALL_MAILS} in all (the first round of each load only warms up): the server reads what they say, writes them with their calendar file, and hands them to a mail server on this machine. The other side is the same server when none is due.`,
  async run(school) {
    const { collections } = await school.connect('mail');
    // Three of four taken seats are paid.
    const seats = Math.ceil((ALL_MAILS * 4) / 3 / MAX_SEATS) * MAX_SEATS;
    await fillSchool(collections, { users: 500, classes: seats / MAX_SEATS, seats });
    await collections.classes.updateMany({}, { $set: START, $inc: { version: 1 } });
    const most = Math.max(...LOADS.map(({ joins }) => joins));
    const added = { from: JOINED_FROM, fields: START };
    const { requests, freeSeats } = await prepareJoins(collections, most, added);
    const sink = await school.startMailSink();
    const { port } = await school.startServer('mail', {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      MAIL_FROM: 'hello@bench.test',
      PUBLIC_URL: 'https://bench.test',
    });
    const due = await collections.payments.distinct('_id', { status: 'enrolled' });

    const lines: Line[] = [];
    for (const { atOnce, joins } of LOADS) {
      const what = `Join, one class each, ${atOnce} at once, p95 while emails go out`;
      const row = { what, against: 'the same while none is due', atMost: 1.25 };
      const line = await compareTimes(row, ROUNDS, async (side) => {
        await freeSeats();
        if (side === 'ours') await startMails(collections, due.splice(0, MAILS));
        const latencies = await sendAll(port, requests.slice(0, joins), atOnce);
        if (side === 'ours') await endMails(collections);
        return quantile(latencies, 0.95);
      });
      lines.push(line);
    }
    return lines;
  },
};

/** Says that receipts are due. @returns when the first one is under way */
async function startMails({ events, outbox }: Collections, ids: string[]): Promise<void> {
  const at = new Date();
  const told = {
    type: 'payment ended' as const,
    at,
    by: 'system' as const,
    mailDue: true as const,
  };
  await events.insertMany(
    ids.map((paymentId) => ({ _id: paymentId, ...told, data: { paymentId } })),
  );
  await waitUntil(async () => (await outbox.countDocuments({ nextAt: { $exists: true } })) > 0);
}

/** @throws {Error} if the emails had all gone out before: then the joins had nothing to share the server with */
async function endMails({ events, outbox }: Collections): Promise<void> {
  const countWaiting = async () =>
    (await outbox.countDocuments({ nextAt: { $exists: true } })) +
    (await events.countDocuments({ mailDue: true }));
  if ((await countWaiting()) === 0) throw new Error('The emails went out before the joins ended');
  await waitUntil(async () => (await countWaiting()) === 0);
  const failed = await outbox.findOne({ state: { $ne: 'sent' } });
  if (failed) throw new Error(`${failed._id} is ${failed.state}: ${failed.lastError}`);
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(50);
}
