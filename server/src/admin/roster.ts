import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { onDays } from '@speakifyr/contract/sold-by-day.ts';
import { findAge } from '@speakifyr/contract/age.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output, ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { getRosterChildren, type RosterChild } from '../families/care.ts';
import { readFormFacts } from '../forms/roster-facts.ts';
import { findClassWithRoster } from '../families/looks-after.ts';
import { type Person, readPeople } from '../users/participant-names.ts';
import { readClassFacts } from '../class-facts.ts';
import { listClassesTaughtBy, pickNext } from '../classes/classes.service.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { takePage } from '../database/lists.ts';
import { listEnrolledSeats } from '../seats/find-seat.ts';
import { nameGroup, nameGroups } from '../seats/groups.ts';
import { listCarried } from '../seats/seat-extras.ts';
import { showCampDays } from '../class-days.ts';
import type { Services } from '../services.ts';

// Rules: R127.
type Roster = Output<Contract['GET /enrolledStudents']>;
type RosterRequest = ParsedInput<Contract['GET /enrolledStudents']>['query'];

/** The fields for search and sort. Never health. */
type Field = 'entry_code' | 'name' | 'email';
const SEARCHED: Field[] = ['entry_code', 'name', 'email'];

/**
 * The students in the instructor's course, sorted by entry code by default: in the requested one, which they may look
 * after only for some days, or in the next one that they teach.
 * @returns the requested page of them, and the number of all matches
 * @throws {ApiError} as `findClassWithRoster`
 */
export async function getRoster(
  { search = '', sort = 'entry_code', page, size, classId }: RosterRequest,
  user: UserDocument,
  services: Services,
): Promise<{ items: Roster; total: number }> {
  const campClass = classId
    ? await findClassWithRoster(classId, user, services)
    : pickNext(await listClassesTaughtBy(user, services), services);
  const wanted = search.toLowerCase();
  const field = sort.replace('-', '') as Field;
  const direction = sort.startsWith('-') ? -1 : 1;
  const enrolled = campClass ? listEnrolledSeats(campClass) : [];
  const personOf = await readPeople(enrolled, services);
  const seats = enrolled
    .map((seat) => ({ ...seat, ...personOf(seat) }))
    .filter((seat) => SEARCHED.some((key) => seat[key].toLowerCase().includes(wanted)))
    .sort((a, b) => direction * a[field].localeCompare(b[field], 'en', { numeric: true }));
  // The first page without a size is the whole roster.
  const { items: shown, total } = takePage(seats, { page: page === 1 ? undefined : page, size });
  const childIds = shown.flatMap(({ childId }) => childId ?? []);
  const [children, factsOf] = await Promise.all([
    getRosterChildren(childIds, services),
    campClass ? readFormFacts(campClass, shown, services) : () => undefined,
  ]);
  return {
    total,
    items: {
      course: campClass?.name ?? NOT_ASSIGNED,
      camp: campClass
        ? {
            classId: campClass._id.toHexString(),
            ...campClass,
            ...showCampDays(campClass),
            ...readClassFacts(campClass),
          }
        : null,
      ...nameGroups(campClass),
      students: campClass
        ? shown.map((seat) => {
            const facts = factsOf(seat);
            return {
              ...presentStudent(seat, children.get(seat.childId?.toHexString() ?? ''), campClass),
              ...(facts && { facts }),
            };
          })
        : [],
    },
  };
}

function presentStudent(
  { entry_code, name, email, childId, ...seat }: EnrolledSeat & Person,
  child: RosterChild | undefined,
  campClass: ClassDocument,
): Roster['students'][number] {
  return {
    entry_code,
    name,
    email,
    childId: childId?.toHexString() ?? null,
    ...(seat.days && { days: seat.days }),
    ...nameGroup(campClass, seat),
    age: child ? findAge(child.birthDate, campClass.camp_start) : null,
    hasSevereAllergy: child?.hasSevereAllergy ?? false,
    isHealthMissing: child?.isHealthMissing ?? false,
    ...listCarried(seat, listClassDays(onDays(campClass, seat))),
  };
}
