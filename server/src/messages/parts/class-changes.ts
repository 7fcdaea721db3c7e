import { formatHours, nameDay, nameTeacher } from '@speakifyr/contract/format.ts';
import type { EventOf } from '../../database/event-document.ts';
import { findAnyUser } from '../../people/users/find-users.ts';
import type { Services } from '../../services.ts';
import type { ClassEvent } from '../mail-module.ts';

/** A fact of a class that changed, such as `Room`, from `12` to `7`. */
export type ClassChange = { label: string; was: string; is: string };

/**
 * What is no longer as it was, in the order in which emails list it.
 * @param is all fields of the class as they are now. The instructor is a name, or null
 * @param before those that changed, with their old values
 */
export function describeChanges(is: Record<string, unknown>, before: OldValues): ClassChange[] {
  // A field that did not change is as it is now.
  const was = { ...is, ...before };
  return TOLD.filter(({ fields }) => fields.some((field) => field in before))
    .map(({ label, say }) => ({ label, was: say(was), is: say(is) }))
    .filter(({ was: old, is: current }) => old !== current);
}

/** How a content says the values of some fields. */
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
const TOLD_FIELDS = TOLD.flatMap(({ fields }) => fields);

/** Fields that changed, with their values before. The instructor is a name, or null. */
export type OldValues = Record<string, unknown>;

/** What an event changed of what people plan with; empty if it was something else, such as the price. */
export async function findOldValues(
  { type, data: { target, before, after } }: EventOf<ClassEvent>,
  services: Services,
): Promise<OldValues> {
  if (type === 'unassign course') {
    // The event names the instructor by email, which is not for students, also if the account is gone by now.
    const instructor = (await findAnyUser(target, services))?.name ?? 'A former instructor';
    return { instructor };
  }
  const changed = TOLD_FIELDS.filter(
    (field) => after && field in after && readValue(before, field) !== readValue(after, field),
  );
  return Object.fromEntries(changed.map((field) => [field, readValue(before, field)]));
}

/** An empty place and a missing one are the same. */
function readValue(values: EventOf<ClassEvent>['data']['before'], field: string): unknown {
  const value = values?.[field];
  if (typeof value === 'object' && value && 'name' in value) return value.name;
  return value === '' || value === undefined ? null : value;
}
