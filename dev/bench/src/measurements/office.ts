import { ADMIN } from '../large-office.ts';
import { DEFAULT_PAGE_SIZE, OFFICE_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../../../../server/src/database/collections.ts';
import { addDays, formatIsoDay } from '../../../../server/src/school-time.ts';
import { summerOf } from '../../../../server/src/demo/demo-data.ts';
import { fillLargeSchool, LARGE_SCHOOL, type SchoolSize, SMALL_SCHOOL } from '../large-school.ts';
import { makeRequest, sendAll } from '../load.ts';
import { authorize, makePerson } from '../people.ts';
import { compareTimes, type Side, type Line, type Measurement } from '../ratios.ts';
import type { School } from '../school.ts';

const ROUNDS = 5;
const REQUESTS = 20;
/** For answers of the same size. One that says more may take as much longer. */
const AT_MOST = 1.5;
/** These count what the whole school has, as GET /adminStats does: measurements/growth.ts. */
const COUNTING: Record<string, number> = { Home: 3, 'Every page: its badges': 3 };
const SUMMER = summerOf(new Date());
const PAGE = `page=1&size=${DEFAULT_PAGE_SIZE}`;
const OFFICE_PAGE = `page=1&size=${OFFICE_PAGE_SIZE}`;

/** What each screen asks for when it opens. What has a colon is alike in both schools. */
const SCREENS: Record<string, string[]> = {
  Home: [`adminStats?email=${ADMIN}`, 'dayList'],
  'Every page: its badges': [
    'openRefunds?page=1&size=1',
    'contactMessages?page=1&size=1&done=false',
    'outbox?page=1&size=1&state=failed',
  ],
  'Search, by name': ['search?text=chlo%C3%A9bel%20greene'],
  'Search, by phone': ['search?text=555%200077'],
  Users: [`userList?${PAGE}`],
  'Users, with a search': [`userList?${PAGE}&search=student-7`],
  Classes: [`classList?${PAGE}&season=coming`, 'seasons'],
  'A class': ['classPeople/:class', 'classWaiting/:class'],
  'A family': ['families/:family'],
  'The choice of a class': ['classChoices?childId=:child'],
  'The day list': ['dayList/:running/:today'],
  Owed: [`owedSeats?${OFFICE_PAGE}`, 'owedTotals'],
  Calls: ['calls'],
  Accounting: ['months', 'months/:month', `months/:month/rows?${PAGE}`],
  Payments: [`payments?${PAGE}`, 'paymentTotals'],
  'Payments, with a search': [
    `payments?${PAGE}&search=student-7`,
    'paymentTotals?search=student-7',
  ],
  Receipts: [`papers?${PAGE}&kind=receipt`, 'paperTotals?kind=receipt'],
  Refunds: [`openRefunds?${PAGE}`],
  'Contact Inbox': [`contactMessages?${PAGE}&done=false`],
  Outbox: [`outbox?${PAGE}`],
  'Audit Log': [`auditLog?${PAGE}`, 'userList?role=admin&size=100'],
  'Audit Log, with a search': [`auditLog?${PAGE}&search=student-7`],
  'Add Instructor': [`userList?${PAGE}&role=student`],
  'Add Course': ['newInstructor'],
  'Update Instructor': [`getInstructors?${PAGE}`],
  'Update Course': [`adminClasses?${PAGE}&season=coming`, 'seasons'],
  'All classes, in one answer': ['adminClasses'],
  'Course Calendar': [
    'adminClasses?season=coming&size=1',
    `adminClasses?from=${SUMMER}-06-01&to=${SUMMER}-06-30`,
  ],
};

/** The office's screens in a large school. */
export const office: Measurement = {
  name: 'office',
  title: 'The office of a large school',
  method: `What each screen of the office asks for when it opens: its calls one after the other, ${REQUESTS} times a round, ${ROUNDS} rounds, their mean. Where the large school’s answers are larger, the bar is as many times higher. Demo school: ${describeSize(SMALL_SCHOOL)}. Large school: ${describeSize(LARGE_SCHOOL)}. Most payments of the large school were given up or refunded, because a class has at most 20 seats. Both schools are in one database server, and each has its own server process.`,
  async run(school) {
    const [small, large] = [await open(school, SMALL_SCHOOL), await open(school, LARGE_SCHOOL)];
    const lines: Line[] = [];
    for (const [screen, calls] of Object.entries(SCREENS)) {
      const more = (await large.weigh(calls)) / (await small.weigh(calls));
      const atMost = COUNTING[screen] ?? AT_MOST * Math.max(1, more);
      const row = { what: screen, against: 'the same in the demo school', atMost };
      const measure = (side: Side) => (side === 'ours' ? large : small).time(calls);
      lines.push(await compareTimes(row, ROUNDS, measure));
    }
    return lines;
  },
};

/** Starts a school of this size. */
async function open(school: School, size: SchoolSize) {
  const name = `office_${size.users}`;
  const { collections } = await school.connect(name);
  await fillLargeSchool(collections, size);
  await collections.users.insertOne(makePerson(ADMIN, 'admin'));
  const { port } = await school.startServer(name);
  const campClass = await collections.classes.findOne({
    status: 'open',
    'seats.7': { $exists: true },
  });
  const family = await collections.users.findOne({ email: 'student-3@large.test' });
  const child = await collections.children.findOne({ addedBy: family!._id });
  const today = formatIsoDay(new Date(), FIRST_SCHOOL.timeZone);
  const running = await runOneClass(collections, today);
  const ids: Record<string, string> = {
    class: campClass!._id.toHexString(),
    family: family!._id.toHexString(),
    child: child!._id.toHexString(),
    running: running.toHexString(),
    today,
    month: today.slice(0, 7),
  };
  const readPath = (call: string) =>
    `/api/${call.replace(/:(\w+)/g, (_all, key: string) => ids[key]!)}`;
  return {
    /** @returns how long a screen's calls take, in milliseconds */
    async time(calls: string[]): Promise<number> {
      const requests = calls.map((call) => makeRequest(`GET ${readPath(call)}`, authorize(ADMIN)));
      const started = performance.now();
      for (let time = 0; time < REQUESTS; time += 1) await sendAll(port, requests, 1);
      return (performance.now() - started) / REQUESTS;
    },
    /** @returns how long the answers to a screen's calls are, in characters */
    async weigh(calls: string[]): Promise<number> {
      const answers = calls.map(async (call) => {
        const url = `http://127.0.0.1:${port}${readPath(call)}`;
        return (await (await fetch(url, { headers: authorize(ADMIN) })).text()).length;
      });
      return (await Promise.all(answers)).reduce((sum, length) => sum + length, 0);
    },
  };
}

/** One class of eight children meets today. */
async function runOneClass({ classes }: Collections, today: string): Promise<ObjectId> {
  const found = await classes.findOne({
    status: 'open',
    'seats.7': { $exists: true },
    'seats.8': { $exists: false },
  });
  const days = { camp_start: today, camp_end: addDays(today, 6) };
  await classes.updateOne({ _id: found!._id }, { $set: days, $inc: { version: 1 } });
  return found!._id;
}

function describeSize({ users, classes, children, payments }: SchoolSize): string {
  return `${classes} classes, ${users} users, ${children} children, ${payments} payments`;
}
