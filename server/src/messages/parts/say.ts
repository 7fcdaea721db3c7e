import {
  formatGateTime,
  formatHours,
  formatTime,
  nameCharge,
  nameDay,
  nameDays,
  nameTeacher,
  nameZone,
} from '@speakifyr/contract/format.ts';
import { type CampNeed, MAX_SUBJECT_LENGTH, type RefundState } from '@speakifyr/contract/limits.ts';
import type { MailPart } from '@speakifyr/contract/mail.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import type { ClassSummary, SeatSummary } from '../../class-facts.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import { formatIsoDay } from '../../school-time.ts';
import type { Charge, NeedFacts } from './props.ts';

/**
 * A subject below MAX_SUBJECT_LENGTH, so that phones show all of it. If it is too long, the name is cut.
 * @param before such as `You’re enrolled: `
 * @param name one line, not empty
 */
export function subjectOf(before: string, name: string): string {
  return before + cut(name, MAX_SUBJECT_LENGTH - 1 - before.length);
}

/** Such as `Hi Rosa Kaplan,`. We can't know which part of a name is the first name. */
export function greet({ name }: { name: string }): string {
  return `Hi ${cleanLine(name) || 'there'},`;
}

/** A class's name within a sentence. A very long one is cut; the facts have all of it. */
export function nameClass(name: string): string {
  return cut(cleanLine(name) || 'your class', 100);
}

/** A child's name within a sentence. */
export function nameChild(name: string): string {
  return cut(cleanLine(name) || 'your child', 60);
}

/** A seat within a sentence: `your seat in Sailing` or `Mia’s seat in Sailing`. */
export function nameSeat({
  className,
  child,
}: {
  className: string;
  child: string | null;
}): string {
  const whose = child === null ? 'your' : `${nameChild(child)}’s`;
  return `${whose} seat in ${nameClass(className)}`;
}

/** Several names or things in a sentence: `Mia`, `Mia and Tom` or `Mia, Tom and Ana`. */
export function sayAll(names: string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}

/** The children in some seats: `Mia and Tom`; undefined if the seat is the reader's own. */
export function nameChildren(seats: Pick<SeatSummary, 'child'>[]): string | undefined {
  const names = seats.flatMap(({ child }) => (child === null ? [] : [nameChild(child)]));
  return names.length > 0 ? sayAll(names) : undefined;
}

/** A moment in the school's time zone: `Mon 5 July 2027, 9:05 PM Dhaka time`. */
export function sayMoment(moment: Date, timeZone: string): string {
  return `${nameDay(formatIsoDay(moment, timeZone))}, ${sayTime(moment, timeZone)}`;
}

/** `9:05 PM Dhaka time` */
export function sayTime(moment: Date, timeZone: string): string {
  return nameZone(formatTime(moment, timeZone), timeZone);
}

/** The amount of a payment as on the receipt page: `$189 USD`. */
export function sayCharge({ amount, currency }: Charge): string {
  return nameCharge(amount / 100, currency);
}

/** A price in whole currency units. */
export function sayPrice(price: number, currency: string): string {
  return price === 0 ? 'Free' : nameCharge(price, currency);
}

/** What people read about money that goes back. Stripe may have taken our order without any money having arrived. */
export function sayRefund(state: RefundState): string {
  return state === 'failed'
    ? 'Your bank has not accepted the refund yet. We are on it: you don’t need to do anything.'
    : 'The money goes back to the card you paid with, and you don’t need to do anything. It usually shows up within 5 to 10 days.';
}

/** What to do with calendar files that take classes away. */
export function sayRemoval(files: number, classes: number): string {
  return `Open the attached ${files > 1 ? 'files' : 'file'} to remove the ${classes > 1 ? 'classes' : 'class'} from your calendar.`;
}

export const ASK_IF_WRONG: MailPart = {
  kind: 'text',
  text: 'Does something look wrong? Just reply to this email.',
};

export type Facts = Extract<MailPart, { kind: 'facts' }>['facts'];

/** The child whose seat it is; nothing if it is the reader's own. */
export function listChild(child: string | null): Facts {
  return child === null ? [] : [{ label: 'Child', value: nameChild(child) }];
}

/** Entry codes, with the child if it is a child's. A seat that is gone has none. */
export function listCodes(seats: SeatSummary[]): Facts {
  return seats
    .filter(({ entryCode }) => entryCode)
    .map(({ child, entryCode }) => ({
      label: 'Entry code',
      value: child === null ? entryCode : `${entryCode} (${nameChild(child)})`,
    }));
}

/** When and where a class is. Leaves out what it doesn't say. */
export function listClassFacts(campClass: ClassSummary): Facts {
  const { camp_start, camp_end, place, room, instructor } = campClass;
  const hours = formatHours(campClass);
  const days = {
    label: camp_start === camp_end ? 'Day' : 'Days',
    value: nameDays(camp_start, camp_end),
  };
  return [
    { label: 'Class', value: cleanLine(campClass.name) || '–' },
    days,
    ...(hours ? [{ label: camp_start === camp_end ? 'Hours' : 'Every day', value: hours }] : []),
    ...(cleanLine(place) ? [{ label: 'Place', value: cleanLine(place) }] : []),
    { label: 'Room', value: String(room) },
    { label: 'Instructor', value: cleanLine(nameTeacher(instructor)) || '–' },
  ];
}

/** What the school's facts ask students to bring; nothing if they ask for nothing. */
export function listWhatToBring(): MailPart[] {
  const items = SCHOOL.whatToBring;
  if (items.length === 0) return [];
  return [
    { kind: 'text', text: 'Please bring:' },
    { kind: 'list', items },
  ];
}

/** When the gate opens; nothing if the class does not say when it begins. */
export function listGate({ dailyStart }: ClassSummary): Facts {
  const time = dailyStart && formatGateTime(dailyStart, SCHOOL.gateMinutes);
  return time ? [{ label: 'Gate opens', value: time }] : [];
}

/** Until when canceling is free; nothing if it is not. @param day yyyy-mm-dd */
export function listFreeUntil(day: string | null): Facts {
  return day ? [{ label: 'Free cancellation until', value: nameDay(day) }] : [];
}

/** Where the school is, and its phone. */
export function listSchool(): Facts {
  return [
    { label: 'Address', value: SCHOOL_ADDRESS },
    ...(SCHOOL.phone ? [{ label: 'Phone', value: SCHOOL.phone }] : []),
  ];
}

const NEEDS: Record<CampNeed, string> = {
  health: 'allergies and medication, even if there is nothing to report',
  emergency: 'whom we call in an emergency',
  pickUp: 'who may pick up',
};

/** The list that makes children ready for camp. It says what is missing, and never what the school knows. */
export function askNeeds(children: NeedFacts[]): MailPart[] {
  if (children.length === 0) return [];
  const unready = children.filter(({ missing }) => missing.length > 0);
  const [path, ...others] = new Set(unready.map((child) => child.path));
  if (!path) {
    const names = sayAll([...new Set(children.map(({ child }) => nameChild(child)))]);
    const are = new Set(children.map(({ child }) => child)).size > 1 ? 'are' : 'is';
    return [
      {
        kind: 'text',
        text: `${names} ${are} ready for camp: we know about health, whom to call, and who picks up.`,
      },
    ];
  }
  const items = unready.flatMap(({ child, missing }) =>
    missing.map((need) => `${nameChild(child)}: ${NEEDS[need]}`),
  );
  return [
    { kind: 'text', text: 'Ready for camp? Before the first day, please tell us:' },
    { kind: 'list', items: [...new Set(items)] },
    {
      kind: 'link',
      label: 'Add what is missing',
      path: others.length > 0 ? '/dashboard/children' : path,
    },
  ];
}

export function listClasses(names: string[]) {
  const classes = sayAll([...new Set(names)].map(nameClass));
  return classes ? [{ label: 'Class', value: classes }] : [];
}

/** What an admin said about a move. */
export function sayWhy(note: string | null): MailPart[] {
  const why = cleanLine(note ?? '');
  return why ? [{ kind: 'text', text: `Why: ${why}` }] : [];
}
