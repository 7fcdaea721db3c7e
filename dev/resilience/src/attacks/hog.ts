import { makeUserId } from '../../../../server/src/testing/documents.ts';
import { MAX_OPEN_HOLDS } from '@speakifyr/contract/limits.ts';
import { type Attack, collectComplaints, guard } from '../attack.ts';
import { checkSeats } from '../books.ts';
import { joinClass } from '../journeys.ts';
import { type CampClass, type School, withSchool } from '../school.ts';

const AMOUNT = { full: { rounds: 10 }, short: { rounds: 1 } };
const ACCOUNTS = 12;
const CLASSES = 5;
const SEATS = 12;
const HOLDS_PER_ADDRESS = 8;

/** The proxy in front of the school reports these addresses. */
const HOG_ADDRESS = '203.0.113.7';
const HONEST_ADDRESS = '198.51.100.23';

/** Twelve accounts at one address try to hold every seat at once, on two servers. Then an honest student joins. */
export const hog: Attack = {
  name: 'hog',
  title: 'One address tries to hold all seats',
  promise: `an account holds at most ${MAX_OPEN_HOLDS} seats, an address at most ${HOLDS_PER_ADDRESS} of a class, and others still get one`,
  guards: [guard('isRoomForAddress', 'a seat is held only while its address has room', 'true')],
  async run(build, amount) {
    const { rounds } = AMOUNT[amount];
    const { list: broken, check } = collectComplaints();
    const env = { HOLDS_PER_ADDRESS: String(HOLDS_PER_ADDRESS), TRUST_PROXY: '1' };
    let held = 0;
    await withSchool(build, { servers: 2, env }, async (school) => {
      for (let round = 1; round <= rounds; round += 1) {
        const hogs = await school.addPeople(ACCOUNTS, 'student', HOG_ADDRESS);
        const [honest] = await school.addPeople(1, 'student', HONEST_ADDRESS);
        const classes: CampClass[] = [];
        for (let number = 0; number < CLASSES; number += 1)
          classes.push(await school.addClass({ sit: SEATS }));
        // Class by class for every account: the first class has the most joins at once.
        const answers = await Promise.all(
          classes.flatMap((campClass) => hogs.map((one) => joinClass(one, campClass))),
        );
        const failed = answers.filter(({ status }) => status !== 200 && status !== 409).length;
        check(failed === 0, `Round ${round}: ${failed} joins were neither granted nor refused`);
        const emails = new Set(hogs.map(({ email }) => email));
        const seats = await readSeats(school, emails);
        held += seats.length;
        for (const email of emails) {
          const own = seats.filter((seat) => seat.email === email).length;
          check(own <= MAX_OPEN_HOLDS, `Round ${round}: ${email} holds ${own} seats`);
        }
        for (const { id: classId } of classes) {
          const here = seats.filter((seat) => seat.classId === classId).length;
          check(here <= HOLDS_PER_ADDRESS, `Round ${round}: the address holds ${here} of a class`);
        }
        const { status } = await joinClass(honest!, classes[0]!);
        check(status === 200, `Round ${round}: the honest student got no seat`);
        for (const campClass of await school.collections.classes.find({}).toArray())
          checkSeats(campClass, { list: broken, check }, SEATS);
      }
    });
    return {
      rounds: `${rounds} rounds of ${ACCOUNTS} accounts at one address, ${CLASSES} classes of ${SEATS} seats, 2 servers`,
      seen: `at most ${ACCOUNTS * MAX_OPEN_HOLDS} of ${CLASSES * SEATS} seats held, ${held / rounds} on average; the honest student joined each time`,
      broken,
    };
  },
};

async function readSeats({ collections }: School, emails: Set<string>) {
  const owners = new Map([...emails].map((email) => [makeUserId(email).toHexString(), email]));
  const classes = await collections.classes.find({}).toArray();
  return classes.flatMap(({ _id, seats }) =>
    seats.flatMap(({ userId }) => {
      const email = owners.get(userId.toHexString());
      return email ? [{ email, classId: _id.toHexString() }] : [];
    }),
  );
}
