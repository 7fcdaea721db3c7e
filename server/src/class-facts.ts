import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import type { CalendarEntry } from './calendar-file.ts';
import type { ClassDocument } from './database/collections.ts';

/** The ages, hours and place of a class. A class of an earlier version has none of them. */
export function readClassFacts({
  ageFrom = null,
  ageTo = null,
  dailyStart = null,
  dailyEnd = null,
  place = '',
}: Partial<ClassFacts>): ClassFacts {
  return { ageFrom, ageTo, dailyStart, dailyEnd, place };
}

type SeatSummary = Pick<CalendarEntry, 'entryCode' | 'transactionId'>;
type ClassSummary = Omit<CalendarEntry, keyof SeatSummary>;

/** An enrolled seat as calendars and letters describe it. */
export function summarizeSeat({
  entry_code,
  paymentId,
}: {
  entry_code: string;
  paymentId: string;
}): SeatSummary {
  return { entryCode: entry_code, transactionId: paymentId };
}

/** A class as calendars and letters describe it. */
export function summarizeClass(campClass: Omit<ClassDocument, 'seats'>): ClassSummary {
  const { name, camp_start, camp_end, assign_room: room, instructor, revision } = campClass;
  return {
    ...{ name, camp_start, camp_end, room, revision },
    ...readClassFacts(campClass),
    instructor: instructor?.name ?? null,
  };
}
