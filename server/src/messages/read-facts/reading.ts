import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { ObjectId } from 'mongodb';
import type { FamilyRights } from '../../families/family-rights.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { LetterFacts } from '../letters/facts.ts';

/** Who gets an email, with what they may read about children at this moment. */
export type Reader = { user: UserDocument; rights: FamilyRights };

/** What an email says, and of which children it says where they are. */
export type Read<K extends MailKind> = { facts: LetterFacts[K]; childIds: ObjectId[] };

/** The children that some seats, or places on a waiting list, are for. */
export function listChildIds(seats: { childId?: ObjectId | undefined }[]): ObjectId[] {
  return seats.flatMap(({ childId }) => childId ?? []);
}
