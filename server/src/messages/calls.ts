import type { CallToMake, OwnMessage } from '@speakifyr/contract/mail.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from '../users/find-users.ts';
import { listKinds, type OutboxReader, withoutOwnFamily } from './outbox-list.ts';

/** How many people are listed, and how many of their lines are read. */
const MAX_PEOPLE = 100;
const MAX_LINES = 500;

/** The lines of the outbox that somebody is to be called about, as far as this admin may know of them. */
async function areToCall(reader: OutboxReader, services: Pick<Services, 'database'>) {
  const ofOthers = await withoutOwnFamily(reader, services);
  return { state: 'to call' as const, 'cause.kind': { $in: listKinds(reader) }, ...ofOthers };
}

/** Whom the office calls, because no email reaches them: those who wait the longest first. R555 */
export async function listCalls(reader: OutboxReader, services: Services): Promise<CallToMake[]> {
  const lines = await services.database.collections.outbox
    .find(await areToCall(reader, services))
    .sort({ createdAt: 1 })
    .limit(MAX_LINES)
    .toArray();
  const people = await findPeopleById(
    lines.flatMap(({ userId }) => userId ?? []),
    services,
  );
  return [...people.values()]
    .map((person) => describeCall(person, lines))
    .sort((one, other) => (one.about[0]?.at ?? '').localeCompare(other.about[0]?.at ?? ''))
    .slice(0, MAX_PEOPLE);
}

/** What one person is to be called about, the oldest first. */
export async function listCallsTo(
  { _id: userId }: Pick<UserDocument, '_id'>,
  reader: OutboxReader,
  services: Pick<Services, 'database'>,
): Promise<OwnMessage[]> {
  const lines = await services.database.collections.outbox
    .find({ ...(await areToCall(reader, services)), userId })
    .sort({ createdAt: 1 })
    .limit(MAX_LINES)
    .toArray();
  return lines.flatMap(describeLine);
}

/** How many people are to be called. */
export async function countCalls(reader: OutboxReader, services: Services): Promise<number> {
  const { outbox } = services.database.collections;
  const people = await outbox.distinct('userId', await areToCall(reader, services));
  return people.length;
}

/** Notes that somebody was called about these, or got a letter. May be repeated; the first one is noted. */
export async function noteCalls(
  mailIds: string[],
  caller: UserDocument,
  services: Services,
): Promise<void> {
  const called = { by: caller._id, at: services.now() };
  await services.database.collections.outbox.updateMany(
    { _id: { $in: mailIds }, ...(await areToCall(caller, services)) },
    { $set: { state: 'called', called }, $unset: { nextAt: '' } },
  );
}

function describeCall(
  { _id, name, phone = '' }: UserDocument,
  lines: OutboxDocument[],
): CallToMake {
  const theirs = lines.filter(({ userId }) => userId?.equals(_id));
  return { accountId: _id.toHexString(), name, phone, about: theirs.flatMap(describeLine) };
}

function describeLine({ _id, cause, createdAt, written }: OutboxDocument): OwnMessage[] {
  if (!written) return [];
  const { content, attachments } = written;
  return [{ _id, kind: cause.kind, at: createdAt.toISOString(), content, attachments }];
}
