import { randomUUID } from 'node:crypto';

/** An address that is nobody's: no mail can go to `.invalid`, RFC 2606. */
export function makePseudonym(): string {
  return `deleted-${randomUUID().replaceAll('-', '').slice(0, 16)}@deleted.invalid`;
}
