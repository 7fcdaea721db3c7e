import type { EnrolledClass } from '@speakifyr/contract/payments.ts';

/** Somebody who sits in a class: a child, or the account itself (`id` null). */
export type Participant = { id: string | null; name: string };

/** Who in a family has a seat: the account itself first, then the children by name. */
export function listParticipants(courses: EnrolledClass[]): Participant[] {
  const byId = new Map<string | null, string>();
  for (const { childId, student_name } of courses)
    byId.set(childId, childId === null ? 'You' : student_name);
  return [...byId]
    .map(([id, name]) => ({ id, name }))
    .sort((one, other) =>
      one.id === null ? -1 : other.id === null ? 1 : one.name.localeCompare(other.name),
    );
}
