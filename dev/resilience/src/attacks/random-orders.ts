import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import type { EnrolledSeat } from '../../../../server/src/database/collections.ts';
import { type Attack, collectComplaints, type Complaints } from '../attack.ts';
import { checkSeats, settleBooks } from '../books.ts';
import { holdUp } from '../links.ts';
import type { Person } from '../people.ts';
import { createRandom, type Random, SEED, SEED_PREFIX } from '../random.ts';
import { openSchool, type School } from '../school.ts';
import { pause } from '../waiting.ts';
import { checkTold, type Run, visit } from './random-visit.ts';

const STUDENTS = 30;

/** Ends after this time, or after this many visits. */
const AMOUNT = {
  full: { seconds: 60, visits: Infinity, settleMs: 30_000 },
  short: { seconds: 60, visits: 300, settleMs: 8_000 },
};

/** Seats of the five classes: from one where every seat is the last, to one that is never full. */
const CAPACITIES = [1, 3, 6, 10, 20];

/** One minute of the school passes each second, so holds of two minutes end all the time. */
const CLOCK_SPEED = 60;

/** Students do anything in any order, in two tabs, while holds end and an admin changes the number of seats. */
export const randomOrders: Attack = {
  name: 'random-orders',
  title: 'Join, remove, expire, pay at random',
  promise:
    'at every moment free, held and paid seats add up and no entry code exists twice; in the end ledger, seats and Stripe agree',
  guards: [
    {
      name: 'only a held seat is released',
      file: 'server/src/seats/seats.repo.ts',
      after: 'function releaseSeat',
      cut: "    state: 'held',\n",
    },
    {
      name: 'an entry number is used only if nobody used it since it was read',
      file: 'server/src/seats/seats.repo.ts',
      after: 'function enrolHeldSeat',
      cut: '      nextEntryNumber: campClass.nextEntryNumber,\n',
    },
    {
      name: 'the number of seats changes only if nobody joined or left since the form was opened',
      file: 'server/src/seats/class-seats.repo.ts',
      after: 'function updateManagedClass',
      cut: '      sit: opened.sit,\n',
    },
  ],
  async run(build, amount) {
    const { seconds, visits, settleMs } = AMOUNT[amount];
    const complaints = collectComplaints(SEED_PREFIX);
    const random = createRandom(SEED);
    const school = await openSchool(build, {
      servers: 2,
      webhooks: true,
      clockSpeed: CLOCK_SPEED,
      env: { SEAT_HOLD_MINUTES: '2', SWEEP_SECONDS: '0.2' },
    });
    try {
      const run = await prepare(school, complaints);
      const [admin] = await school.addPeople(1, 'admin');
      const people = await school.addPeople(STUDENTS);
      school.databaseLink.meddle(holdUp(random, 80));
      school.stripeLink.meddle(holdUp(random, 80));
      const started = performance.now();
      const secondsGone = () => (performance.now() - started) / 1_000;
      const isOver = () => secondsGone() > seconds || run.counts.visits >= visits;
      await Promise.all([
        watch(run, isOver),
        school.forgetHolds(isOver),
        changeSeats(admin!, run, random, isOver),
        ...people.map(async (student, index) => {
          const own = createRandom(SEED + index + 1);
          while (!isOver()) await visit(run, student, own);
        }),
      ]);
      const took = secondsGone();
      school.databaseLink.meddle();
      school.stripeLink.meddle();
      const { classes, counts, refunds } = run;
      const ended = await settleBooks(school, complaints, settleMs, ({ _id, revision }) =>
        capacityAt(classes, _id.toHexString(), revision),
      );
      const changes = classes.reduce((sum, { capacities }) => sum + capacities.length - 1, 0);
      return {
        rounds: `${counts.visits} visits of ${STUDENTS} students to 5 classes in ${Math.round(took)} s, the clock running ${CLOCK_SPEED} times as fast, 2 servers`,
        seen:
          `${counts.joined} joined, ${counts.removed} removed, ${counts.paid} paid, ${counts.declined} declined, ` +
          `${refunds.size} refunded by hand, ${changes} changes of the seats; ${counts.readings} readings of the classes; ` +
          `at the end ${ended.enrolled} enrolled, ${ended.refunded} refunded, ${ended.canceled} canceled, settled in ${(ended.ms / 1_000).toFixed(1)} s`,
        broken: complaints.list,
      };
    } finally {
      await school.close();
    }
  },
};

async function prepare(school: School, complaints: Complaints): Promise<Run> {
  const classes: Run['classes'] = [];
  for (const sit of CAPACITIES)
    classes.push({ ...(await school.addClass({ sit })), capacities: [sit] });
  return {
    school,
    complaints,
    classes,
    refunds: new Set(),
    counts: { visits: 0, joined: 0, removed: 0, paid: 0, declined: 0, readings: 0 },
  };
}

/** Reads the classes over and over: each document must be right at every moment. */
async function watch(
  { school: { collections }, classes, complaints, refunds, counts }: Run,
  isOver: () => boolean,
): Promise<void> {
  const paymentOf = new Map<string, string>();
  while (!isOver()) {
    const read = await collections.classes.find({}).toArray();
    for (const campClass of read) {
      const { _id, revision } = campClass;
      checkSeats(campClass, complaints, capacityAt(classes, _id.toHexString(), revision));
    }
    const paid = read.flatMap(({ seats }) => seats.filter(({ state }) => state === 'enrolled'));
    for (const { entry_code, transactionId } of paid as EnrolledSeat[]) {
      const before = paymentOf.get(entry_code) ?? transactionId;
      complaints.check(
        before === transactionId,
        `${entry_code} was given to ${before} and ${transactionId}`,
      );
      paymentOf.set(entry_code, transactionId);
    }
    const codes = new Set((paid as EnrolledSeat[]).map(({ entry_code }) => entry_code));
    for (const [code, payment] of paymentOf)
      complaints.check(
        codes.has(code) || refunds.has(payment),
        `${code}: a paid seat is gone, and the money was not returned`,
      );
    counts.readings += 1;
    await pause(1);
  }
}

/** How many seats a class has at one of its revisions. */
function capacityAt(classes: Run['classes'], id: string, revision: number): number {
  return classes.find((campClass) => campClass.id === id)?.capacities[revision] ?? Number.NaN;
}

/** An admin adds and removes seats. Each change that succeeds makes the next revision. */
async function changeSeats(
  admin: Person,
  { classes, complaints }: Run,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const { id, capacities } = random.pick(classes);
    const listed = await admin.call('GET /adminClasses');
    const form = listed.status === 200 && listed.body.find(({ _id }) => _id === id);
    if (!form) continue;
    const { name, sit, price, assign_room, course_tag, revision } = form;
    const capacity = capacities[revision] ?? Number.NaN;
    const taken = capacity - sit;
    const next = Math.min(MAX_SEATS, Math.max(1, taken, capacity + random.pick([-2, -1, 1, 2])));
    capacities[revision + 1] = next;
    const changed = await admin.call('PATCH /updateClass/:id', {
      params: { id },
      body: {
        ...{ name, price, assign_room, course_tag, revision },
        sit: next - taken,
        opened_sit: sit,
      },
    });
    if (changed.status !== 200) capacities.length = revision + 1;
    checkTold(changed, complaints);
    await pause(random.next() * 50);
  }
}
