import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import type { Db, ObjectId } from 'mongodb';
import type { Migration } from './migration.ts';

const DAY_MS = 24 * 60 * 60_000;
const MOST_DAYS = 366;

export const daysOfClasses: Migration = {
  to: 9,
  title: 'each class has its days',
  async run(db) {
    const off = await readDaysOff(db);
    const older = db.collection<OlderClass>('classes');
    for await (const { _id, camp_start, camp_end } of older.find({ days: { $exists: false } })) {
      const days = listDays(camp_start, camp_end, off);
      const ends = { camp_start: days[0] ?? camp_start, camp_end: days.at(-1) ?? camp_end };
      await older.updateOne({ _id, days: { $exists: false } }, { $set: { ...ends, days } });
    }
  },
};

type OlderClass = { _id: ObjectId; camp_start: string; camp_end: string; days?: string[] };
type DaysOff = { daysOff: number[]; holidays: { from: string; to: string }[] };

/** What the school had decided. A school that had not saved it had what the software began with. */
async function readDaysOff(db: Db): Promise<DaysOff> {
  const school = await db
    .collection<{ _id: string; terms: object }>('settings')
    .findOne({ _id: 'school' });
  const { daysOff, holidays } = { ...FIRST_SCHOOL, ...school?.terms } as DaysOff;
  return { daysOff, holidays };
}

/** As layout 8 counted them: the weekdays of camp without single days off, unless no day would be left. */
function listDays(start: string, end: string, { daysOff, holidays }: DaysOff): string[] {
  const count = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (count > MOST_DAYS) return [];
  const all = Array.from({ length: count }, (_none, index) =>
    new Date(Date.parse(start) + index * DAY_MS).toISOString().slice(0, 10),
  );
  const isOff = (day: string) => daysOff.includes(new Date(day).getUTCDay());
  const weekdays = isOff(start) || isOff(end) ? all : all.filter((day) => !isOff(day));
  const meeting = weekdays.filter(
    (day) => !holidays.some(({ from, to }) => from <= day && day <= to),
  );
  return meeting.length > 0 ? meeting : weekdays;
}
