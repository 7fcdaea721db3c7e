import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { type Attack, collectComplaints, type Complaints } from '../attack.ts';
import { checkSeats, settleBooks } from '../books.ts';
import { joinClass, recordPayment, removeFromCart, startPayment } from '../journeys.ts';
import { holdUp } from '../links.ts';
import type { Answer, Person } from '../people.ts';
import { createRandom, type Random, SEED } from '../random.ts';
import { openSchool, type School } from '../school.ts';
import { intentOf, payByCard, refundAtDashboard } from '../stripe.ts';
import { pause } from '../waiting.ts';

const STUDENTS = 30;

/** For so long, or until there were so many visits. */
const AMOUNT = {
  full: { seconds: 60, visits: Infinity, settleMs: 30_000 },
  short: { seconds: 60, visits: 500, settleMs: 8_000 },
};

/** Seats of the five classes: one to be the last one all the time, one that is never full. */
const CAPACITIES = [1, 3, 6, 10, 20];

/** A minute of the school in each second: holds of two minutes end all the time. */
const CLOCK_SPEED = 60;

const DECLINED = 'pm_card_chargeDeclined';
const APPROVED = 'pm_card_visa';

type Visited = { id: string; price: number; capacities: number[] };
type Counts = Record<
  'visits' | 'joined' | 'removed' | 'paid' | 'declined' | 'refunded' | 'readings',
  number
>;

/** Students do what they like, in any order and in two tabs, while holds end and an admin changes the seats. */
export const randomOrders: Attack = {
  name: 'random-orders',
  title: 'Join, remove, expire, pay at random',
  promise:
    'At every moment sit + held + enrolled = capacity, no entry code twice; ledger, seats and Stripe agree at the end',
  guards: [
    {
      name: 'only a held seat is given back',
      file: 'server/src/seats/seats.repo.ts',
      after: 'function releaseSeat',
      cut: "    state: 'held',\n",
    },
    {
      name: 'an entry number is taken only if nobody took it since it was read',
      file: 'server/src/seats/seats.repo.ts',
      after: 'function enrolHeldSeat',
      cut: '      nextEntryNumber: campClass.nextEntryNumber,\n',
    },
    {
      name: 'seats are changed only if nobody joined or left since the form was opened',
      file: 'server/src/classes/classes.repo.ts',
      after: 'function updateOpenClass',
      cut: '      sit: opened.sit,\n',
    },
  ],
  async run(build, amount) {
    const { seconds, visits, settleMs } = AMOUNT[amount];
    const complaints = collectComplaints(`TORTURE_SEED=${SEED}: `);
    const random = createRandom(SEED);
    const school = await openSchool(build, {
      servers: 2,
      webhooks: true,
      clockSpeed: CLOCK_SPEED,
      env: { SEAT_HOLD_MINUTES: '2', SWEEP_SECONDS: '0.2', RATE_LIMIT_PER_MINUTE: '1000000' },
    });
    try {
      const classes: Visited[] = [];
      for (const sit of CAPACITIES)
        classes.push({ ...(await school.addClass({ sit })), capacities: [sit] });
      const people = await school.addPeople(STUDENTS);
      const [admin] = await school.addPeople(1, 'admin');
      school.databaseLink.meddle(holdUp(random, 4));
      school.stripeLink.meddle(holdUp(random, 20));

      const counts = {
        visits: 0,
        joined: 0,
        removed: 0,
        paid: 0,
        declined: 0,
        refunded: 0,
        readings: 0,
      };
      const started = performance.now();
      const secondsGone = () => (performance.now() - started) / 1_000;
      const isOver = () => secondsGone() > seconds || counts.visits >= visits;
      const watching = watch(school, classes, complaints, counts, isOver);
      await Promise.all([
        ...people.map(async (student, index) => {
          const own = createRandom(SEED + index + 1);
          while (!isOver())
            await visit({ school, student, random: own, complaints, counts }, own.pick(classes));
        }),
        changeSeats(admin!, classes, random, complaints, isOver),
      ]);
      await watching;
      const took = secondsGone();
      school.databaseLink.meddle();
      school.stripeLink.meddle();
      const ended = await settleBooks(school, complaints, settleMs, ({ _id, revision }) =>
        capacityAt(classes, _id.toHexString(), revision),
      );
      const changes = classes.reduce((sum, { capacities }) => sum + capacities.length - 1, 0);
      return {
        rounds: `${counts.visits} visits of ${STUDENTS} students to 5 classes in ${Math.round(took)} s, the clock running ${CLOCK_SPEED} times as fast, 2 servers`,
        seen:
          `${counts.joined} joined, ${counts.removed} removed, ${counts.paid} paid, ${counts.declined} declined, ` +
          `${counts.refunded} refunded by hand, ${changes} changes of the seats; ${counts.readings} readings of the classes; ` +
          `at the end ${ended.enrolled} enrolled, ${ended.refunded} refunded, ${ended.canceled} canceled, settled in ${(ended.ms / 1_000).toFixed(1)} s`,
        broken: complaints.list,
      };
    } finally {
      await school.close();
    }
  },
};

/** Reads the classes over and over: what lies in one document must be right at every moment. */
async function watch(
  { collections }: School,
  classes: Visited[],
  complaints: Complaints,
  counts: Counts,
  isOver: () => boolean,
): Promise<void> {
  const paymentOf = new Map<string, string>();
  while (!isOver()) {
    for (const campClass of await collections.classes.find({}).toArray()) {
      checkSeats(
        campClass,
        complaints,
        capacityAt(classes, campClass._id.toHexString(), campClass.revision),
      );
      for (const seat of campClass.seats) {
        if (seat.state !== 'enrolled') continue;
        const payment = paymentOf.get(seat.entry_code) ?? seat.transactionId;
        complaints.check(
          payment === seat.transactionId,
          `${seat.entry_code} was given to ${payment} and ${seat.transactionId}`,
        );
        paymentOf.set(seat.entry_code, payment);
      }
    }
    counts.readings += 1;
    await pause(1);
  }
}

/** How many seats a class has after so many changes by the admin. */
function capacityAt(classes: Visited[], id: string, revision: number): number {
  return classes.find((campClass) => campClass.id === id)?.capacities[revision] ?? Number.NaN;
}

/** An admin gives classes more seats and fewer. Each change, if it comes to be at all, makes the next revision. */
async function changeSeats(
  admin: Person,
  classes: Visited[],
  random: Random,
  complaints: Complaints,
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

type Visit = {
  school: School;
  student: Person;
  random: Random;
  complaints: Complaints;
  counts: Counts;
};

/** A student joins a class, or comes back to it, and does something with the seat. */
async function visit(one: Visit, campClass: Visited): Promise<void> {
  const { school, student, random, complaints, counts } = one;
  counts.visits += 1;
  const tell = <A extends Answer>(answer: A): A => checkTold(answer, complaints);
  const joined = tell(await joinClass(student, campClass));
  if (joined.status === 200) counts.joined += 1;
  const cartId =
    joined.status === 200 ? joined.body.cartId : await findInCart(student, campClass.id);
  if (!cartId) return pause(random.next() * 20);

  const remove = async () => {
    await pause(random.next() * 30);
    const removed = tell(await removeFromCart(student, campClass.id, cartId));
    if (removed.status === 200) counts.removed += 1;
  };
  const end = random.pick(['leave', 'remove', 'pay', 'pay', 'pay', 'pay and remove'] as const);
  if (end === 'leave') return;
  if (end === 'remove') return remove();
  const [, paid] = await Promise.all([
    end === 'pay and remove' && remove(),
    startPayment(student, cartId, campClass.price).then(tell),
    random.chance(0.2) && startPayment(student, cartId, campClass.price).then(tell),
  ]);
  if (paid.status !== 200) return;
  const { clientSecret } = paid.body;
  const card = random.chance(0.2) ? DECLINED : APPROVED;
  const isPaid = (await payByCard(school, clientSecret, card)) === 'succeeded';
  counts[isPaid ? 'paid' : 'declined'] += 1;
  // Half of them close the tab; and somebody gives money back by hand, so that seats become free again.
  await Promise.all([
    random.chance(0.5) && recordPayment(student, clientSecret).then(tell),
    random.chance(0.3) && remove(),
    isPaid && random.chance(0.6) && refund(school, clientSecret, random, counts),
  ]);
}

async function refund(
  school: School,
  clientSecret: string,
  random: Random,
  counts: Counts,
): Promise<void> {
  await pause(random.next() * 40);
  await refundAtDashboard(school, intentOf(clientSecret));
  counts.refunded += 1;
}

/** The cart entry of a class that was joined before, if it is still held. */
async function findInCart(student: Person, classId: string): Promise<string | undefined> {
  const cart = await student.call('GET /myclass', { query: { email: student.email } });
  return cart.status === 200
    ? cart.body.find((entry) => entry.classId === classId)?._id
    : undefined;
}

/** Whatever happens, everybody gets an answer: it went well, or why not. */
function checkTold<A extends Answer>(answer: A, { check }: Complaints): A {
  const { code } = answer.body as { code?: string };
  check([200, 404, 409].includes(answer.status), `somebody was answered ${answer.status} ${code}`);
  return answer;
}
