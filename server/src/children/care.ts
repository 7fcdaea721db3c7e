import type { StoredHealth } from '@speakifyr/contract/children.ts';
import type { ObjectId } from 'mongodb';
import type {
  ChildContactsDocument,
  ChildDocument,
  ChildHealthDocument,
} from '../database/family-documents.ts';
import type { Services } from '../services.ts';
import { listAnswered, listContactsOf, listHealthOf } from './care.repo.ts';
import { listChildrenWithIds } from './children.repo.ts';
import { listGuardians } from './guardians.ts';

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
  child: ChildDocument;
  health: ChildHealthDocument | undefined;
  contacts: ChildContactsDocument['contacts'];
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
  const { collections } = services.database;
  const [children, health, contacts, guardiansOf] = await Promise.all([
    listChildrenWithIds(collections, childIds),
    listHealthOf(collections, childIds),
    listContactsOf(collections, childIds),
    listGuardians(childIds, services),
  ]);
  const [healthOf, contactsOf] = [byId(health), byId(contacts)];
  return new Map(
    children.map((child) => {
      const id = child._id.toHexString();
      const guardians = (guardiansOf.get(id) ?? []).map(({ user: { name, email } }) => ({
        name,
        email,
      }));
      return [
        id,
        {
          child,
          guardians,
          health: healthOf.get(id),
          contacts: contactsOf.get(id)?.contacts ?? [],
        },
      ];
    }),
  );
}

/** A health answer as the wire has it. */
export function presentHealth({
  _id: _child,
  checkAfter: _check,
  confirmedAt,
  consent,
  ...answer
}: ChildHealthDocument): StoredHealth {
  return {
    ...answer,
    confirmedAt: confirmedAt.toISOString(),
    consent: { ...consent, at: consent.at.toISOString(), by: consent.by.toHexString() },
  };
}

function byId<D extends { _id: ObjectId }>(documents: D[]): Map<string, D> {
  return new Map(documents.map((document) => [document._id.toHexString(), document]));
}
