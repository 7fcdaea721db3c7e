import { readClassFacts } from '../../../server/src/class-facts.ts';
import type { ClassDocument } from '../../../server/src/database/class-document.ts';
import type { UserDocument } from '../../../server/src/database/user-documents.ts';
import { demoCourses, summerOf } from '../../../server/src/demo/demo-data.ts';
import { DAY_MS, formatIsoDay } from '../../../server/src/school-time.ts';
import { makeClass, makeTag } from '../../../server/src/testing/documents.ts';

/** Tags from RAA on, which no demo class has. */
const FIRST_TAG = 26 * 26 * 17;

/** By turns in the coming season and in the last two, which are archived. Every tenth of the coming ones is a draft. */
export function makeClasses(count: number, teachers: UserDocument[], now: Date): ClassDocument[] {
  const summer = summerOf(now);
  // An instructor has one class.
  const free = teachers.values();
  return Array.from({ length: count }, (_none, number) => {
    const course = demoCourses[number % demoCourses.length]!;
    const isComing = number % 2 === 0;
    const status = !isComing ? 'archived' : number % 20 === 18 ? 'draft' : 'open';
    const year = isComing ? summer : summer - 1 - (number % 4 === 3 ? 1 : 0);
    const start = findMonday(year) + (Math.floor(number / 2) % 10) * 7 * DAY_MS;
    const teacher = status === 'open' && number % 3 > 0 ? free.next().value : undefined;
    return makeClass({
      name: `${course.name} ${1 + Math.floor(number / demoCourses.length)}`,
      image: `/pictures/classes/${course.slug}.webp`,
      price: course.price,
      assign_room: 100 + Math.floor(number / 20),
      camp_start: formatIsoDay(new Date(start), 'UTC'),
      camp_end: formatIsoDay(new Date(start + 4 * DAY_MS), 'UTC'),
      course_tag: makeTag(FIRST_TAG + number),
      details: course.details,
      ...{ ...readClassFacts(course), status },
      instructorId: teacher?._id ?? null,
    });
  });
}

/** The first Monday of June. */
function findMonday(year: number): number {
  const first = new Date(Date.UTC(year, 5, 1));
  return first.getTime() + ((8 - first.getUTCDay()) % 7) * DAY_MS;
}
