import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { sayFirstName } from '../../../lib/say-first-name.ts';

/** Somebody who sits in a class: a child, or the account itself (`id` null). */
export type Participant = { id: string | null; name: string };

/** Who in a family has a seat: the account itself first, then the children by first name. */
export function listParticipants(courses: EnrolledClass[]): Participant[] {
  const byId = new Map<string | null, string>();
  for (const { childId, student_name } of courses)
    byId.set(childId, childId === null ? 'You' : student_name);
  const names = [...byId.values()];
  return [...byId]
    .map(([id, name]) => ({ id, name: sayFirstName(name, names) }))
    .sort((one, other) =>
      one.id === null ? -1 : other.id === null ? 1 : one.name.localeCompare(other.name),
    );
}
