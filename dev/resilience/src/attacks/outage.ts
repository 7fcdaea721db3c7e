import { type Attack, collectComplaints, type Complaints, guard } from '../attack.ts';
import { checkBooks } from '../books.ts';
import type { Meddle } from '../links.ts';
import type { Person } from '../people.ts';
import { createRandom, type Random, SEED, SEED_PREFIX } from '../random.ts';
import { type School, withSchool } from '../school.ts';
import { pause, runAll, waitUntil } from '../waiting.ts';
import { checkMemory, type OutageCounts, Student } from './outage-students.ts';

const AMOUNT = {
  full: {
    ...{ students: 30, classes: 120, kills: 5, drops: 6 },
    ...{ cutMs: 4_000, slowMs: 8_000, stallMs: 22_000 },
  },
  short: { students: 12, classes: 20, kills: 1, drops: 1, cutMs: 700, slowMs: 0, stallMs: 0 },
};
type Amounts = (typeof AMOUNT)['full'];

/** No answer may take longer: the server's own limit for a request, and a little more for a busy machine. */
const PATIENCE_MS = 22_000;
/** Everything must work again within this time after a failure. */
const RECOVERY_MS = 60_000;

/**
 * The database fails in every way while students join, remove and pay. They try again after a failure, and in the end
 * compare what they were told. The server is never restarted. The sandbox's database is a standalone server, so the
 * driver repeats no write by itself. With a replica set it does, so fewer students see a 503.
 */
export const outage: Attack = {
  name: 'outage',
  title: 'The database is killed, cut off or slow under load',
  promise:
    'no confirmed write is lost; until it is back students get a 503 with a clear message; it recovers by itself',
  guards: [
    guard('isDatabaseOutage', 'a database failure is answered with 503 and a sentence', 'false'),
    guard('hasNoSeatOf', 'nobody gets a second seat by trying again', '{}'),
  ],
  async run(build, amount) {
    const amounts = AMOUNT[amount];
    const complaints = collectComplaints(SEED_PREFIX);
    const random = createRandom(SEED);
    const counts: OutageCounts = { told: 0, refused: 0, slowestMs: 0 };
    return withSchool(build, {}, async (school) => {
      const classes = await runAll(Array.from({ length: amounts.classes }), 10, () =>
        school.addClass(),
      );
      const people = await school.addPeople(amounts.students);
      let isOver = false;
      const students = people.map(
        (person, index) =>
          new Student({ school, complaints, counts }, person, createRandom(SEED + index + 1)),
      );
      const load = students.map((student) => student.visitUntil(classes, () => isOver));
      const forgetting = school.forgetHolds(() => isOver);
      const recoveries = await makeTrouble(school, people[0]!, amounts, random, complaints);
      isOver = true;
      await Promise.all([...load, forgetting]);
      complaints.check(
        school.servers.every((server) => server.isAlive()),
        'The server stopped',
      );
      complaints.check(
        counts.slowestMs < PATIENCE_MS,
        `An answer took ${Math.round(counts.slowestMs)} ms`,
      );
      for (const student of students) await checkMemory({ school, complaints, counts }, student);
      const { enrolled } = await checkBooks(school, complaints);
      return {
        rounds: `${recoveries.length} failures while ${amounts.students} students are at work: ${describe(amounts)}`,
        seen:
          `${counts.told} answers, ${counts.refused} of them 503, the slowest after ${(counts.slowestMs / 1_000).toFixed(1)} s; ` +
          `${enrolled} paid seats; ` +
          `recovered within ${(Math.max(...recoveries) / 1_000).toFixed(1)} s`,
        broken: complaints.list,
      };
    });
  },
};

function describe({ kills, drops, slowMs, stallMs }: Amounts): string {
  const slow =
    slowMs > 0 ? `, each message 1 to 3 s late, all messages stopped for ${stallMs / 1_000} s` : '';
  return `${kills} times kill -9, ${drops} times all connections dropped, commands and answers lost${slow}`;
}

/** @returns how long it took after each failure until a call succeeded again, in milliseconds */
async function makeTrouble(
  school: School,
  probe: Person,
  amounts: Amounts,
  random: Random,
  complaints: Complaints,
): Promise<number[]> {
  const { database, databaseLink } = school;
  const recoveries: number[] = [];
  const recover = async (trouble: string) => {
    // Each try is separate: an earlier call may still wait for its 20 seconds while new ones succeed.
    let isWell = false;
    const look = async () => {
      const { status } = await probe.call('GET /myclass', { query: { email: probe.email } });
      isWell ||= status === 200;
    };
    const took = await waitUntil(async () => {
      void look();
      return isWell;
    }, RECOVERY_MS);
    complaints.check(took !== null, `${RECOVERY_MS / 1_000} s after ${trouble} calls still fail`);
    recoveries.push(took ?? RECOVERY_MS);
    // Some undisturbed work between two failures.
    await pause(300);
  };
  const meddleFor = async (trouble: string, milliseconds: number, meddle: Meddle) => {
    if (milliseconds === 0) return;
    databaseLink.meddle(meddle);
    await pause(milliseconds);
    databaseLink.meddle();
    await recover(trouble);
  };

  await pause(500);
  for (let kills = 0; kills < amounts.kills; kills += 1) {
    await database.kill();
    // The last outage is longer than the driver looks for a server.
    await pause(kills === amounts.kills - 1 && kills > 0 ? 7_000 : 500 + random.next() * 1_000);
    await database.start();
    await recover('a kill of the database');
  }
  for (let drops = 0; drops < amounts.drops; drops += 1) {
    databaseLink.dropConnections();
    await recover('dropped connections');
  }
  for (const direction of ['out', 'back'] as const)
    await meddleFor(`messages lost on the way ${direction}`, amounts.cutMs, (message) =>
      message.direction === direction && random.chance(0.1) ? 'cut' : 'pass',
    );
  await meddleFor('slow messages', amounts.slowMs, async () => {
    await pause(1_000 + random.next() * 2_000);
    return 'pass' as const;
  });
  const stallEnds = performance.now() + amounts.stallMs;
  await meddleFor('a stall', amounts.stallMs, async () => {
    await pause(stallEnds - performance.now());
    return 'pass' as const;
  });
  return recoveries;
}
