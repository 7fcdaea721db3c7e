import type { ChildContact, StoredHealth } from '@speakifyr/contract/children.ts';
import type { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import { listAnswered } from './care.repo.ts';
import { listChildrenWithIds } from './children.repo.ts';
import { readContacts } from './contacts.ts';
import { listGuardians } from './guardians.ts';
import { readHealth } from './health.ts';

/** What a class's instructor sees of a child: on the roster, and on the care sheet. */

/** Two marks without any health text, for lists. */
export type RosterChild = {
  birthDate: string;
  hasSevereAllergy: boolean;
  isHealthMissing: boolean;
};

/** @returns by child id (24 hexadecimal digits); a deleted child is missing */
export async function getRosterChildren(
  childIds: ObjectId[],
  { database: { collections } }: Pick<Services, 'database'>,
): Promise<Map<string, RosterChild>> {
  if (childIds.length === 0) return new Map();
  const [children, answered, severe] = await Promise.all([
    listChildrenWithIds(collections, childIds),
    listAnswered(collections, childIds),
    listAnswered(collections, childIds, { isSevere: true }),
  ]);
  const isIn = (list: ObjectId[], id: ObjectId) => list.some((other) => other.equals(id));
  return new Map(
    children.map(({ _id, birthDate }) => [
      _id.toHexString(),
      {
        birthDate,
        hasSevereAllergy: isIn(severe, _id),
        isHealthMissing: !isIn(answered, _id),
      },
    ]),
  );
}

export type ChildCare = {
  birthDate: string;
  note: string;
  /** null if nobody has answered. */
  health: StoredHealth | null;
  contacts: ChildContact[];
  guardians: { name: string; email: string }[];
};

/**
 * Everything that the school knows about children, health too. Only for the care sheet, which records each reader first.
 * @returns by child id (24 hexadecimal digits); a deleted child is missing
 */
export async function getCareOf(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, ChildCare>> {
  if (childIds.length === 0) return new Map();
  const [children, health, contacts, guardiansOf] = await Promise.all([
    listChildrenWithIds(services.database.collections, childIds),
    readHealth(childIds, services),
    readContacts(childIds, services),
    listGuardians(childIds, services),
  ]);
  return new Map(
    children.map(({ _id, birthDate, note }) => {
      const id = _id.toHexString();
      const guardians = guardiansOf.get(id) ?? [];
      return [
        id,
        {
          birthDate,
          note,
          health: health.get(id) ?? null,
          contacts: contacts.get(id) ?? [],
          guardians: guardians.map(({ user: { name, email } }) => ({ name, email })),
        },
      ];
    }),
  );
}
