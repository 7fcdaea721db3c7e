import { type Attack, collectComplaints, type Complaints, guard } from '../attack.ts';
import { joinClass } from '../journeys.ts';
import { createRandom, type Random, SEED, SEED_PREFIX } from '../random.ts';
import { type School, withSchool } from '../school.ts';
import { pause, waitUntil } from '../waiting.ts';
import { checkMails, DOMAIN } from './mail-checks.ts';
import { openMailServer } from './mail-server.ts';
import { createStorm } from './mail-storm.ts';

const AMOUNT = { full: { students: 30, kills: 14 }, short: { students: 12, kills: 4 } };

const DRAIN_MS = 120_000;
const MOST_WAITING = 40;
/** A server has an email for two minutes on the school's clock: two real seconds. */
const CLOCK_SPEED = 60;
/** Longer than a server ever has an email for itself: one that waits longer was refused, and waits for the next try. */
const LONGER_THAN_A_LEASE_MS = 3 * 60_000;

const SETTINGS = {
  MAIL_FROM: `hello@${DOMAIN}`,
  PUBLIC_URL: `https://${DOMAIN}`,
  MESSAGES_PER_HOUR: '1000000',
  JOB_SECONDS: '0.5',
};

/** Families join, the office writes and people ask, while the mail server, the line to the database and the servers fail. R85, R86, R87 */
export const mail: Attack = {
  name: 'mail',
  title: 'Emails while the mail server, the database and the servers fail',
  promise:
    'every cause has its email, and nothing else has one; essential emails arrive at least once, and others never twice',
  guards: [
    guard('settleUnsendable', 'an email that is not essential is not sent again after a crash'),
  ],
  async run(build, amount) {
    const { students, kills } = AMOUNT[amount];
    const complaints = collectComplaints(SEED_PREFIX);
    const random = createRandom(SEED);
    const mailServer = await openMailServer();
    const env = { ...SETTINGS, SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` };
    try {
      return await withSchool(
        build,
        { servers: 2, clockSpeed: CLOCK_SPEED, env },
        async (school) => {
          const cast = await openCast(school, students);
          const storm = createStorm(school, mailServer, random);
          const { outbox } = school.collections;
          const live = async () => {
            while (storm.kills() < kills) {
              // So that as many emails go out as are caused.
              const waiting = await outbox.countDocuments({ nextAt: { $exists: true } });
              if (waiting < MOST_WAITING) await random.pick(ACTS)(cast, random);
              await pause(random.next() * 150);
            }
          };
          await Promise.all([live(), live(), storm.rage(kills)]);
          await storm.end();
          await drain(cast, complaints);
          const { sent, failed, repeated } = await checkMails(school, mailServer, complaints);
          const { full = 0, never = 0, dies = 0, cut = 0 } = mailServer.counts;
          return {
            rounds:
              `2 servers; ${kills} times kill -9 in the middle of an email, ${full} answers 4xx and ${never} 5xx, ${dies} connections ` +
              `lost in the middle of an email and ${cut} before the answer, database messages later than a lease`,
            seen: `${sent} sent, ${repeated} of them more than once, ${failed} failed`,
            broken: complaints.list,
          };
        },
      );
    } finally {
      await mailServer.close();
    }
  },
};

type Cast = Awaited<ReturnType<typeof openCast>>;

/** Each server has an admin who calls it. Each student is enrolled in a free class. */
async function openCast(school: School, count: number) {
  const classes = await Promise.all([0, 1, 2].map(() => school.addClass({ price: 0 })));
  const students = await school.addPeople(count);
  await Promise.all(students.map((student, at) => joinClass(student, classes[at % 3]!)));
  return { school, classes, students, admins: await school.addPeople(2, 'admin') };
}

type Act = (cast: Cast, random: Random) => Promise<unknown>;

const join: Act = ({ students, classes }, random) =>
  joinClass(random.pick(students), random.pick(classes));

const write: Act = ({ admins, classes }, random) => {
  const body = {
    classIds: [random.pick(classes).id],
    subject: 'Bring a hat',
    text: 'It gets\nhot.',
  };
  return random.pick(admins).call('POST /messages', { body });
};

const ask: Act = ({ students }, random) => {
  const body = { name: 'A parent', email: 'parent@elsewhere.test', message: 'Is there lunch?' };
  return random.pick(students).call('POST /contact', { body });
};

/** What causes emails. Refusals are fine. The most frequent are messages to a class: none may arrive twice. */
const ACTS = [join, join, write, write, write, ask];

/** Lets time pass until no email waits, and complains if one still does. */
async function drain({ school, admins }: Cast, { check }: Complaints): Promise<void> {
  const { outbox } = school.collections;
  let waiting: string[] = [];
  const took = await waitUntil(async () => {
    const at = school.now();
    const late = new Date(at.getTime() + LONGER_THAN_A_LEASE_MS);
    await outbox.updateMany({ state: 'queued', nextAt: { $gt: late } }, { $set: { nextAt: at } });
    // After any call that may have changed something, a server looks for emails. This one is refused.
    const params = { id: '0'.repeat(24) };
    for (const admin of admins) await admin.call('DELETE /removeCourse/:id', { params });
    await pause(300);
    waiting = await listWaiting(school);
    return waiting.length === 0;
  }, DRAIN_MS);
  check(
    took !== null,
    `still waiting ${DRAIN_MS / 1_000} s after everything works again: ${waiting.length}, such as ${waiting.slice(0, 3).join(', ')}`,
  );
}

/** @returns what will still lead to emails: lines of the outbox, and events that are not mailed yet */
async function listWaiting({ collections }: School): Promise<string[]> {
  const { outbox, payments, classes, events, contactMessages } = collections;
  const left = { 'events.0': { $exists: true } };
  const lines = await outbox.find({ nextAt: { $exists: true } }).toArray();
  const counts = {
    'events of payments': await payments.countDocuments(left),
    'contact messages': await contactMessages.countDocuments(left),
    'events of classes': await classes.countDocuments(left),
    events: await events.countDocuments({ mailDue: true }),
  };
  return [
    ...lines.map(({ _id, state, attempts }) => `${_id} (${state}, tried ${attempts} times)`),
    ...Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])),
  ];
}
