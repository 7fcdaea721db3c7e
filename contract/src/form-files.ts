import * as z from 'zod';
import { anyDay, id, moment, newId } from './fields.ts';
import {
  FILE_STATES,
  FILE_TYPES,
  MAX_FILE_BYTES,
  MAX_FILE_NAME,
  MAX_REASON,
} from './form-answers.ts';

/** Documents that somebody hands in with a form. Their bytes are in no list: `GET /formFiles/:id` alone has them. */

/** A document as it is sent. */
export const typedFile = z.object({
  id: newId,
  name: z.string().trim().max(MAX_FILE_NAME),
  base64: z.base64().max(Math.ceil(MAX_FILE_BYTES / 3) * 4),
});
export type TypedFile = z.output<typeof typedFile>;
typedFile.register(z.globalRegistry, { id: 'TypedFile' });

/** What is known of a document. */
export const formFile = z.object({
  _id: id,
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  at: moment,
  state: z.enum(FILE_STATES),
  /** Why it was refused. */
  reason: z.string().max(MAX_REASON).optional(),
  /** The last day on which it counts. */
  validUntil: anyDay.optional(),
});
export type FormFile = z.output<typeof formFile>;
formFile.register(z.globalRegistry, { id: 'FormFile' });

/** A document itself. */
export const openedFile = z.object({
  name: z.string(),
  type: z.enum(FILE_TYPES),
  base64: z.base64(),
});
