import { type Attack, collectComplaints, type Complaints, guard } from '../attack.ts';
import type { Build } from '../build.ts';
import { createRandom, type Random, SEED, SEED_PREFIX } from '../random.ts';
import { type School, withSchool } from '../school.ts';
import { pause, waitUntil } from '../waiting.ts';
import { checkMails, DOMAIN } from './mail-checks.ts';
import { act, type Cast, enrollAll, openCast, ring } from './mail-day.ts';
import { endHoldsWhileAway } from './mail-outage.ts';
import { type MailServer, openMailServer, type Treatment } from './mail-server.ts';
import { createStorm } from './mail-storm.ts';

const AMOUNT = {
  full: { students: 30, calmActs: 60, kills: 14, holders: 12 },
  short: { students: 12, calmActs: 25, kills: 4, holders: 8 },
};
type Amounts = (typeof AMOUNT)['full'];

const DRAIN_MS = 120_000;
const MOST_WAITING = 40;
/** A server has an email for two minutes on the school's clock: ten real seconds, or two in the storm. */
const CALM_SPEED = 12;
const STORM_SPEED = 60;
/** Longer than a server ever has an email for itself: one that waits longer was refused, and waits for the next try. */
const LONGER_THAN_A_LEASE_MS = 3 * 60_000;

const SETTINGS = {
  MAIL_FROM: `hello@${DOMAIN}`,
  PUBLIC_URL: `https://${DOMAIN}`,
  MESSAGES_PER_HOUR: '1000000',
  CHANGE_MAIL_MINUTES: '0',
  JOB_SECONDS: '0.5',
};

/**
 * A day at the school, while its mail server and its own servers fail. First only the mail server's answers are bad.
 * R85, R86, R87
 */
export const mail: Attack = {
  name: 'mail',
  title: 'Emails while the mail server, the database and the servers fail',
  promise:
    'every cause has its email, and nothing else has one; essential emails arrive at least once, and exactly once unless something crashed; others never twice; what is no longer true is not sent',
  guards: [
    guard('settleUnsendable', 'an email that is not essential is not sent again after a crash'),
  ],
  async run(build, amount) {
    const complaints = collectComplaints(SEED_PREFIX);
    // Most of the time both wait for something.
    const [calm, storm] = await Promise.all([
      withHouse(build, CALM_SPEED, (house) => runCalm(house, AMOUNT[amount], complaints)),
      withHouse(build, STORM_SPEED, (house) => runStorm(house, AMOUNT[amount], complaints)),
    ]);
    return {
      rounds: `${calm.rounds}; ${storm.rounds}`,
      seen: `${calm.seen}; ${storm.seen}`,
      broken: complaints.list,
    };
  },
};

type House = { school: School; mailServer: MailServer; random: Random };
type Part = { rounds: string; seen: string };

async function withHouse(
  build: Build,
  clockSpeed: number,
  run: (house: House) => Promise<Part>,
): Promise<Part> {
  const mailServer = await openMailServer();
  try {
    const env = { ...SETTINGS, SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` };
    return await withSchool(build, { servers: 2, clockSpeed, env }, (school) =>
      run({ school, mailServer, random: createRandom(SEED) }),
    );
  } finally {
    await mailServer.close();
  }
}

/** Nobody crashes, and the mail server answers or is away. */
async function runCalm(
  { school, mailServer, random }: House,
  { students, calmActs, holders }: Amounts,
  complaints: Complaints,
): Promise<Part> {
  const cast = await openCast(school, students);
  mailServer.treat(refuseSome(cast));
  await enrollAll(cast, random);
  for (let done = 0; done < calmActs; done += 5)
    await Promise.all(Array.from({ length: 5 }, () => act(cast, random, false)));
  await drain(cast, complaints);
  const held = await endHoldsWhileAway(
    {
      school,
      mailServer,
      holders,
      act: () => act(cast, random, false),
      drain: () => drain(cast, complaints),
    },
    complaints,
  );
  const { sent, failed, stale } = await checkMails(school, mailServer, complaints, true);
  return {
    rounds: `2 servers; first greylisting, refusals, slow answers and two outages of the mail server, one of six hours`,
    seen: `${sent} emails sent exactly once, ${failed} refused, ${stale} not sent because they were no longer true (${held})`,
  };
}

/** Some addresses are greylisted the first time, some are slow, one does not exist, and one is never accepted. */
function refuseSome({ students }: Cast): (address: string) => Treatment {
  const seen = new Set<string>();
  const treatments: Treatment[] = ['never', 'not now', 300, 1_500];
  const special = new Map(
    treatments.map((treatment, index) => [students[index]?.email, treatment]),
  );
  return (address) => {
    const treatment = special.get(address) ?? 'take';
    if (treatment !== 'take' || seen.has(address) || !/[02468]@/.test(address)) return treatment;
    seen.add(address);
    return 'not now';
  };
}

/** Everything fails. */
async function runStorm(
  { school, mailServer, random }: House,
  { students, kills }: Amounts,
  complaints: Complaints,
): Promise<Part> {
  const cast = await openCast(school, students);
  await enrollAll(cast, random);
  const storm = createStorm(school, mailServer, random);
  const isOver = () => storm.kills() >= kills;
  const { outbox } = school.collections;
  const live = async () => {
    while (!isOver()) {
      // So that as many emails go out as are caused.
      const waiting = await outbox.countDocuments({ nextAt: { $exists: true } });
      if (waiting < MOST_WAITING) await act(cast, random);
      await pause(random.next() * 150);
    }
  };
  await Promise.all([live(), live(), storm.rage(kills)]);
  await storm.end();
  await drain(cast, complaints);
  const { sent, failed, stale, repeated } = await checkMails(school, mailServer, complaints, false);
  const { full = 0, never = 0, dies = 0, cut = 0 } = mailServer.counts;
  return {
    rounds:
      `then ${kills} times kill -9 in the middle of an email, ${full} answers 4xx and ${never} 5xx, ${dies} connections ` +
      `lost in the middle of an email and ${cut} before the answer, database messages later than a lease`,
    seen: `${sent} sent, ${repeated} of them more than once, ${failed} failed, ${stale} no longer true`,
  };
}

/** Lets time pass until no email waits, and complains if one still does. */
async function drain(cast: Cast, { check }: Complaints): Promise<void> {
  const { outbox } = cast.school.collections;
  let waiting = '';
  const took = await waitUntil(async () => {
    const at = cast.school.now();
    const late = new Date(at.getTime() + LONGER_THAN_A_LEASE_MS);
    await outbox.updateMany({ state: 'queued', nextAt: { $gt: late } }, { $set: { nextAt: at } });
    await ring(cast);
    await pause(300);
    const list = await listWaiting(cast);
    waiting = `${list.length}, such as ${list.slice(0, 3).join(', ')}`;
    return list.length === 0;
  }, DRAIN_MS);
  const seconds = DRAIN_MS / 1_000;
  check(took !== null, `still waiting ${seconds} s after everything works again: ${waiting}`);
}

/** @returns what will still lead to emails: lines, marks, and events that are not mailed yet */
async function listWaiting({ school, empty }: Cast): Promise<string[]> {
  const { outbox, users, payments, classes, events, contactMessages } = school.collections;
  const left = { 'events.0': { $exists: true } };
  const lines = await outbox.find({ nextAt: { $exists: true } }).toArray();
  const counts = {
    'events of payments': await payments.countDocuments(left),
    'contact messages': await contactMessages.countDocuments(left),
    // Ringing leaves events of its own.
    events: await events.countDocuments({ mailDue: true, 'data.classId': { $ne: empty._id } }),
    'events of classes': await classes.countDocuments({ ...left, _id: { $ne: empty._id } }),
    'events of users': await users.countDocuments(left),
  };
  return [
    ...lines.map(({ _id, state, attempts }) => `${_id} (${state}, tried ${attempts} times)`),
    ...Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])),
  ];
}
