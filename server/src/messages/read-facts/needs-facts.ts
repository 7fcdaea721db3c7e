import type { ObjectId } from 'mongodb';
import { findNeeds } from '../../families/needs.ts';
import type { Services } from '../../services.ts';
import type { NeedFacts } from '../letters/facts.ts';
import type { Reader } from './reading.ts';

/** The path at which a guardian answers the questions about a child's health. client/src/lib/paths.ts has it, too. */
export function linkToHealth(childId: ObjectId): string {
  return `/dashboard/children/${childId.toHexString()}#health`;
}

/** The path at which a guardian says whom to call, and who picks up. */
function linkToContacts(childId: ObjectId): string {
  return `/dashboard/children/${childId.toHexString()}#contacts`;
}

/**
 * What the camp still needs to know about a child, for a guardian who can add it. It never says what is known.
 * @returns null if the seat is no child's, or the reader can't change the child now
 */
export async function readNeeds(
  { childId, name }: { childId?: ObjectId | undefined; name: string },
  lastDay: string,
  { rights }: Reader,
  services: Services,
): Promise<NeedFacts | null> {
  if (!childId || !rights.mayChange(childId)) return null;
  const [missing = []] = await findNeeds([{ childId, lastDay }], services);
  const path = missing.includes('health') ? linkToHealth(childId) : linkToContacts(childId);
  return { child: name, missing, path };
}
