import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { OutboxDocument } from '../database/outbox-document.ts';

/** Every line of the outbox about one person, for their download and the deletion of their account. */
type Outbox = Pick<Collections, 'outbox'>;

/** Oldest first. */
export async function listLinesTo({ outbox }: Outbox, userId: ObjectId): Promise<OutboxDocument[]> {
  return outbox.find({ userId }).sort({ createdAt: 1 }).toArray();
}

export async function dropLinesTo({ outbox }: Outbox, userId: ObjectId): Promise<void> {
  await outbox.deleteMany({ userId });
}

/** Emailed invitations by an account: its address is in their text. */
export async function dropInvitationsBy({ outbox }: Outbox, userId: ObjectId): Promise<void> {
  await outbox.deleteMany({ 'cause.invitedBy': userId });
}

/** Emailed invitations to an address, also from before anybody had confirmed it. */
export async function dropInvitationsTo({ outbox }: Outbox, address: string): Promise<void> {
  await outbox.deleteMany({ 'cause.invitedBy': { $exists: true }, 'to.address': address });
}

/** Replies to what somebody without an account wrote with this address. Their ids start with `reply-`. */
export async function dropRepliesTo({ outbox }: Outbox, address: string): Promise<void> {
  await outbox.deleteMany({ _id: { $gte: 'reply-', $lt: 'reply.' }, 'to.address': address });
}

/** Lines that bring an answer to this address: what the person wrote with the contact form. */
export async function dropLinesFrom({ outbox }: Outbox, address: string): Promise<void> {
  await outbox.deleteMany({ 'replyTo.address': address });
}
