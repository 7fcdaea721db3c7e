import { formatHours, nameDay, nameTeacher } from '@speakifyr/contract/format.ts';
import type { ClassWithSeat } from '../../enrollments/seats/seats.service.ts';
import type { ClassChange } from '../letters/facts.ts';

/**
 * What is no longer as it was, in the order in which letters list it.
 * @param before the fields that changed, with their old values
 */
export function describeChanges(
  campClass: ClassWithSeat,
  before: Record<string, unknown>,
): ClassChange[] {
  const is: Record<string, unknown> = {
    ...campClass,
    instructor: campClass.instructor?.name ?? null,
  };
  // A field that did not change is as it is now.
  const was = { ...is, ...before };
  return TOLD.filter(({ fields }) => fields.some((field) => field in before))
    .map(({ label, say }) => ({ label, was: say(was), is: say(is) }))
    .filter(({ was: old, is: current }) => old !== current);
}

/** How a letter says the values of some fields. */
type Told = {
  label: string;
  fields: string[];
  say(values: Record<string, unknown>): string;
};

const readText = (value: unknown) => (typeof value === 'string' ? value : '');

const TOLD: Told[] = [
  { label: 'Name', fields: ['name'], say: ({ name }) => readText(name) },
  {
    label: 'First day',
    fields: ['camp_start'],
    say: ({ camp_start }) => nameDay(readText(camp_start)),
  },
  { label: 'Last day', fields: ['camp_end'], say: ({ camp_end }) => nameDay(readText(camp_end)) },
  {
    label: 'Every day',
    fields: ['dailyStart', 'dailyEnd'],
    say: ({ dailyStart, dailyEnd }) => {
      const hours = {
        dailyStart: readText(dailyStart) || null,
        dailyEnd: readText(dailyEnd) || null,
      };
      return formatHours(hours) ?? '';
    },
  },
  { label: 'Place', fields: ['place'], say: ({ place }) => readText(place) },
  { label: 'Room', fields: ['assign_room'], say: ({ assign_room }) => String(assign_room) },
  {
    label: 'Instructor',
    fields: ['instructor'],
    say: ({ instructor }) => nameTeacher(readText(instructor)),
  },
];

/** The fields of a class whose changes people hear of. */
export const TOLD_FIELDS = TOLD.flatMap(({ fields }) => fields);
