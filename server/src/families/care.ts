import { findChildren } from './booking.ts';
import { judgeCollector } from '@speakifyr/contract/judge-collector.ts';
import type { CarePerson, ChildContact, StoredHealth } from '@speakifyr/contract/children.ts';
import type { FormFact } from '@speakifyr/contract/form-facts.ts';
import type { BlockedPerson } from '@speakifyr/contract/must-not-collect.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';
import { readCareFacts } from './care-answers.ts';
import { readContacts } from './contacts.ts';
import { readLeavingAlone } from './leave-alone.ts';
import { type ActiveGuardian, listGuardiansOf } from './guardians.ts';
import { presentBlockForTeam } from './must-not-collect.ts';
import { findKeptFrom } from './own-family.ts';
import { type KnownBlock, LATER, readBlocks } from './read-blocks.ts';
import { listConfirmations, readHealth } from './health.ts';

/** What a class's instructor sees of a child: on the roster, and on the care sheet. */

/** Two marks without any health text, for lists. */
export type RosterChild = {
  birthDate: string;
  hasSevereAllergy: boolean;
  isHealthMissing: boolean;
};

/**
 * R124
 * @returns by child id (24 hexadecimal digits); a deleted child is missing
 */
export async function getRosterChildren(
  childIds: ObjectId[],
  services: Pick<Services, 'database'>,
): Promise<Map<string, RosterChild>> {
  if (childIds.length === 0) return new Map();
  const { collections } = services.database;
  const isSevere = { _id: { $in: childIds }, 'allergies.isSevere': true };
  const [children, answered, severe] = await Promise.all([
    findChildren(childIds, services),
    listConfirmations(childIds, services),
    // The database sends no health text.
    collections.childHealth.find(isSevere, { projection: { _id: 1 } }).toArray(),
  ]);
  return new Map(
    children.map(({ _id, birthDate }) => [
      _id.toHexString(),
      {
        birthDate,
        hasSevereAllergy: severe.some((allergic) => allergic._id.equals(_id)),
        isHealthMissing: !answered.some((answer) => answer._id.equals(_id)),
      },
    ]),
  );
}

export type ChildCare = {
  birthDate: string;
  note: string;
  /** null if nobody has answered. */
  health: StoredHealth | null;
  formFacts: FormFact[] | undefined;
  contacts: ChildContact[];
  guardians: CarePerson['guardians'];
  mustNotCollect: BlockedPerson[];
  isKept?: true;
  mayLeaveAloneFrom: string | null;
};

function isFree({ name }: ChildContact, blocks: KnownBlock[] = []): boolean {
  return judgeCollector(blocks, { name }, LATER) === 'free';
}

/** A sheet printed today may be read on any later day, so an entry that begins later counts, too. */
function presentGuardian(
  { user: { _id, name, email, phone } }: ActiveGuardian,
  blocks: KnownBlock[] = [],
): CarePerson['guardians'][number] {
  const mayCollect = judgeCollector(blocks, { guardianId: _id.toHexString(), name }, LATER);
  return { name, email, phone: mayCollect === 'free' ? (phone ?? null) : null, mayCollect };
}

/**
 * Everything the school knows about children, including health. Only for the care sheet, which records each reader
 * first. Of a reader's own child, some is left out: R712.
 * @returns by child id (24 hexadecimal digits); a deleted child is missing
 */
export async function getCareOf(
  childIds: ObjectId[],
  reader: UserDocument,
  services: Pick<Services, 'database' | 'now' | 'environment'>,
): Promise<Map<string, ChildCare>> {
  if (childIds.length === 0) return new Map();
  const children = await findChildren(childIds, services);
  const [health, formFacts, contacts, blocks, alone, guardiansOf, isKept] = await Promise.all([
    readHealth(childIds, services),
    readCareFacts(childIds, services),
    readContacts(childIds, services),
    readBlocks(childIds, services),
    readLeavingAlone(childIds, services),
    listGuardiansOf(children, services),
    findKeptFrom(reader, services),
  ]);
  return new Map(
    children.map(({ _id, birthDate, note }) => {
      const id = _id.toHexString();
      const isShown = !isKept(_id, blocks.get(id));
      const guardians = guardiansOf.get(id) ?? [];
      return [
        id,
        {
          birthDate,
          note,
          health: health.get(id) ?? null,
          formFacts: formFacts.get(id),
          contacts: (isShown ? (contacts.get(id) ?? []) : []).map(
            ({ by: _by, askOfficeFrom, ...contact }) => ({
              ...contact,
              // A sheet printed today may be read on any later day.
              mayPickUp: contact.mayPickUp && !askOfficeFrom && isFree(contact, blocks.get(id)),
            }),
          ),
          guardians: guardians.map((one) => presentGuardian(one, blocks.get(id))),
          mustNotCollect: isShown ? (blocks.get(id) ?? []).map(presentBlockForTeam) : [],
          ...(!isShown && { isKept: true as const }),
          mayLeaveAloneFrom: alone.get(id)?.from ?? null,
        },
      ];
    }),
  );
}

/** Whether a guardian has said anything about one of these children: health, contacts, a photo, or a form. */
export async function isAnythingSaid(
  ids: ObjectId[],
  { database }: Pick<Services, 'database'>,
): Promise<boolean> {
  const { childHealth, childContacts, childPhotos, formAnswers } = database.collections;
  const one = { _id: { $in: ids } };
  const found = await Promise.all([
    childHealth.findOne(one),
    childContacts.findOne(one),
    childPhotos.findOne(one),
    formAnswers.findOne({ personId: { $in: ids } }),
  ]);
  return found.some((said) => said !== null);
}
