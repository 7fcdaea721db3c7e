import type { ClassFacts } from '@speakifyr/contract/classes.ts';
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

/** A class as calendars and letters describe it. */
export type ClassSummary = ClassFacts & {
  name: string;
  /** yyyy-mm-dd; the class takes place on both days. */
  camp_start: string;
  camp_end: string;
  room: number;
  /** null if nobody is assigned. */
  instructor: string | null;
  /** How often admins have changed the class: the SEQUENCE of its calendar entries. */
  revision: number;
};

/** An enrolled seat as calendars and letters describe it. */
export type SeatSummary = {
  /** Empty once the seat is gone. */
  entryCode: string;
  /** The payment's id. */
  transactionId: string;
};

export function summarizeSeat({
  entry_code,
  paymentId,
}: {
  entry_code: string;
  paymentId: string;
}): SeatSummary {
  return { entryCode: entry_code, transactionId: paymentId };
}

export function summarizeClass(campClass: Omit<ClassDocument, 'seats'>): ClassSummary {
  const { name, camp_start, camp_end, assign_room: room, instructor, revision } = campClass;
  return {
    ...{ name, camp_start, camp_end, room, revision },
    ...readClassFacts(campClass),
    instructor: instructor?.name ?? null,
  };
}
