import type { ShownClass } from '@speakifyr/contract/classes.ts';
import type { ClassDocument } from '../database/collections.ts';
import { findPeopleById } from '../users/find-users.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/**
 * A class's current assistants who want to be named on its page, until their last day. Not its substitutes: parents
 * would expect somebody who is there only for a day. R423, R424
 * @returns by name, each once
 */
export async function listNamedAssistants(
  { team = [], instructorId }: Pick<ClassDocument, 'team' | 'instructorId'>,
  services: Pick<Services, 'database' | 'environment' | 'now'>,
): Promise<NonNullable<ShownClass['assistants']>> {
  const today = readToday(services);
  const ids = team
    .filter(
      ({ role, to, userId }) => role === 'assistant' && to >= today && !userId.equals(instructorId),
    )
    .map(({ userId }) => userId);
  const people = await findPeopleById(ids, services);
  return [...people.values()]
    .filter(({ role, status, isNamed }) => role === 'instructor' && status === 'active' && isNamed)
    .map(({ name, photo }) => ({ name, photo }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
