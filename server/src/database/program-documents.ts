import type { KeyKind } from '@speakifyr/contract/limits.ts';
import type { DeliveryState, HookType } from '@speakifyr/contract/webhook-kinds.ts';
import type { ObjectId } from 'mongodb';
import type { SchoolEvent } from './event-document.ts';

/** Where one of the school's programs takes webhooks: programs/webhooks.ts. decisions/0092 */
export type WebhookDocument = {
  _id: ObjectId;
  name: string;
  /** https, except on this machine in the sandbox. */
  url: string;
  /** Signs what is sent there: `whsec_…`. Only the answer that made it has it. */
  secret: string;
  by: ObjectId;
  createdAt: Date;
  /** Set while nothing arrives: since when. */
  failingSince?: Date;
  /** Set once it was switched off because nothing arrived. */
  offSince?: Date;
  events?: SchoolEvent[];
};

/** What is sent to one webhook about one thing that happened. */
export type DeliveryDocument = {
  /** The `webhook-id`, the same in each try. It stands for webhook and cause, so inserting it twice is harmless. */
  _id: string;
  webhookId: ObjectId;
  type: HookType;
  /** JSON, written once. It has ids and facts about classes and payments, and nothing else about people. */
  body: string;
  state: DeliveryState;
  attempts: number;
  /** When a server may take it; while it is being sent, the lease. Missing once it is settled. */
  nextAt?: Date;
  createdAt: Date;
  /** The last try: when, the answer's status (null if there was none), and why it failed. */
  triedAt?: Date;
  status?: number | null;
  problem?: string;
};

/** An API key of one of the school's programs: programs/api-keys.ts. decisions/0091 */
export type ApiKeyDocument = {
  _id: ObjectId;
  name: string;
  kind: KeyKind;
  /** SHA-256 of the key, in hexadecimal digits. Missing once it is revoked. The key itself is nowhere. */
  hash?: string;
  /** How the key begins. */
  start: string;
  /** Its last day, yyyy-mm-dd. */
  until: string;
  by: ObjectId;
  createdAt: Date;
  /** Written at most once an hour. */
  lastUsedAt?: Date;
  events?: SchoolEvent[];
};
