import {
  MAX_FAMILY_HOLDS,
  MAX_FAMILY_HOLDS_OF_CLASS,
  MAX_SEATS,
} from '@speakifyr/contract/limits.ts';
import { makeUserId } from '../../../../server/src/testing/documents.ts';
import { inWeek } from '../../../../server/src/testing/today.ts';
import { type Attack, collectComplaints, type Complaints, guard } from '../attack.ts';
import { checkSeats } from '../books.ts';
import { joinClass } from '../journeys.ts';
import type { Person } from '../people.ts';
import { type CampClass, type School, withSchool } from '../school.ts';

const AMOUNT = { full: { rounds: 10 }, short: { rounds: 1 } };
const ACCOUNTS = 4;
const CHILDREN = 7;
/** The last class meets on the days of the first. */
const CLASSES = 7;
const HOLDS_PER_ADDRESS = 8;

/** The proxy in front of the school reports these addresses. */
const HOG_ADDRESS = '203.0.113.7';
const LONER_ADDRESS = '192.0.2.44';
const HONEST_ADDRESS = '198.51.100.23';

/**
 * Four accounts at one address, and one at another, each with seven children, try to hold every seat at once, on two
 * servers. Then an honest student joins. R51, R52
 */
export const hog: Attack = {
  name: 'hog',
  title: 'One address tries to hold all seats',
  promise: `an account holds at most ${MAX_FAMILY_HOLDS} seats, ${MAX_FAMILY_HOLDS_OF_CLASS} of a class and one for each person and day, an address at most ${HOLDS_PER_ADDRESS} of a class, and others still get one`,
  guards: [
    guard('isRoomForAddress', 'a seat is held only while its address has room', 'true'),
    guard('shareDay', 'a person holds one seat for each day', 'false'),
    guard('findReachedLimit', 'an account holds a limited number of seats', 'undefined'),
  ],
  async run(build, amount) {
    const { rounds } = AMOUNT[amount];
    const complaints = collectComplaints();
    const { list: broken, check } = complaints;
    const env = { HOLDS_PER_ADDRESS: String(HOLDS_PER_ADDRESS), TRUST_PROXY: '1' };
    let held = 0;
    await withSchool(build, { servers: 2, env }, async (school) => {
      for (let round = 1; round <= rounds; round += 1) {
        const hogs = await school.addPeople(ACCOUNTS, 'student', HOG_ADDRESS);
        const loners = await school.addPeople(1, 'student', LONER_ADDRESS);
        const [honest] = await school.addPeople(1, 'student', HONEST_ADDRESS);
        const classes: CampClass[] = [];
        for (let number = 0; number < CLASSES; number += 1)
          classes.push(await school.addClass(inWeek(number % (CLASSES - 1))));
        const answers = await joinAll(school, [...hogs, ...loners], classes);
        const failed = answers
          .map(({ status }) => status)
          .filter((one) => one !== 200 && one !== 409);
        check(
          failed.length === 0,
          `Round ${round}: ${failed.length} joins were neither granted nor refused, but ${[...new Set(failed)].join()}`,
        );
        const ofHogs = await readSeats(school, hogs);
        const ofLoners = await readSeats(school, loners);
        held += ofHogs.length + ofLoners.length;
        for (const seats of [ofHogs, ofLoners]) checkHolds(seats, classes, complaints, round);
        const { status } = await joinClass(honest!, classes[0]!);
        check(status === 200, `Round ${round}: the honest student got no seat`);
        for (const campClass of await school.collections.classes.find({}).toArray())
          checkSeats(campClass, complaints, MAX_SEATS);
      }
    });
    return {
      rounds: `${rounds} rounds of ${ACCOUNTS + 1} accounts at two addresses, each for ${CHILDREN} children, ${CLASSES} classes of ${MAX_SEATS} seats, 2 servers`,
      seen: `${held / rounds} of ${CLASSES * MAX_SEATS} seats held on average; the honest student joined each time`,
      broken,
    };
  },
};

/** Everybody joins every class for all their children. Class by class: the first class has the most joins at once. */
async function joinAll(school: School, people: Person[], classes: CampClass[]) {
  const wishes: { parent: Person; childId: string }[] = [];
  for (const parent of people)
    for (let one = 0; one < CHILDREN; one += 1)
      wishes.push({ parent, childId: await school.addChild([parent]) });
  return Promise.all(
    classes.flatMap((campClass) =>
      wishes.map(({ parent, childId }) => joinClass(parent, campClass, childId)),
    ),
  );
}

type Held = { owner: string; classId: string; child: string };

function checkHolds(
  seats: Held[],
  classes: CampClass[],
  { check }: Complaints,
  round: number,
): void {
  const [first, last] = [classes.at(0)?.id, classes.at(-1)?.id];
  for (const owner of new Set(seats.map((seat) => seat.owner))) {
    const own = seats.filter((seat) => seat.owner === owner);
    check(own.length <= MAX_FAMILY_HOLDS, `Round ${round}: one account holds ${own.length} seats`);
    for (const { id } of classes) {
      const here = own.filter(({ classId }) => classId === id).length;
      check(
        here <= MAX_FAMILY_HOLDS_OF_CLASS,
        `Round ${round}: one account holds ${here} of a class`,
      );
    }
  }
  for (const { id } of classes) {
    const here = seats.filter(({ classId }) => classId === id).length;
    check(here <= HOLDS_PER_ADDRESS, `Round ${round}: the address holds ${here} of a class`);
  }
  const sameDays = seats.filter(({ classId }) => classId === first || classId === last);
  const twice = sameDays.length - new Set(sameDays.map(({ child }) => child)).size;
  check(twice === 0, `Round ${round}: ${twice} children hold two classes on the same days`);
}

async function readSeats({ collections }: School, people: Person[]): Promise<Held[]> {
  const owners = new Set(people.map(({ email }) => makeUserId(email).toHexString()));
  const classes = await collections.classes.find({}).toArray();
  return classes.flatMap(({ _id, seats }) =>
    seats
      .map(({ userId, childId }) => ({
        owner: userId.toHexString(),
        classId: _id.toHexString(),
        child: childId?.toHexString() ?? '',
      }))
      .filter(({ owner }) => owners.has(owner)),
  );
}
