import { createHmac, timingSafeEqual } from 'node:crypto';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import type { OutboxDocument } from '../database/outbox-document.ts';
import type { Services } from '../services.ts';

/** Whose conversation with the school it is: an account's, or that of a stranger who wrote a message. */
export type Thread = { of: 'account' | 'message'; id: ObjectId };

type Needs = Pick<Services, 'environment'>;

const LETTERS = { account: 'u', message: 'm' } as const;
const PROOF_LENGTH = 20;

/**
 * Where an answer to an email goes: an address of its own for each conversation, which nobody can make up. R570
 * @returns undefined if answers go to the school's own address: without INBOUND_MAIL_DOMAIN, or if the email is about
 *   nobody
 */
export function makeReplyTo(
  { cause, userId }: Pick<OutboxDocument, 'cause' | 'userId'>,
  services: Needs,
): { name: string; address: string } | undefined {
  const domain = services.environment.INBOUND_MAIL_DOMAIN;
  if (!domain) return undefined;
  const messageId = cause['messageId'];
  const thread: Thread | undefined = userId
    ? { of: 'account', id: userId }
    : messageId instanceof ObjectId
      ? { of: 'message', id: messageId }
      : undefined;
  if (!thread) return undefined;
  const about = `${LETTERS[thread.of]}${thread.id.toHexString()}`;
  return { name: SCHOOL.name, address: `reply-${about}-${prove(about, services)}@${domain}` };
}

/** @returns the conversation of an address of ours; undefined for any other address */
export function readReplyTo(address: string, services: Needs): Thread | undefined {
  const [local = '', domain] = address.trim().toLowerCase().split('@');
  const [, letter, id, proof] = /^reply-([um])([0-9a-f]{24})-([0-9a-f]{20})$/.exec(local) ?? [];
  if (!letter || !id || !proof) return undefined;
  if (domain !== services.environment.INBOUND_MAIL_DOMAIN) return undefined;
  const wanted = prove(`${letter}${id}`, services);
  if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(proof))) return undefined;
  return { of: letter === 'u' ? 'account' : 'message', id: new ObjectId(id) };
}

function prove(about: string, { environment }: Needs): string {
  return createHmac('sha256', environment.JWT_SECRET)
    .update(`reply address ${about}`)
    .digest('hex')
    .slice(0, PROOF_LENGTH);
}
