import { randomUUID } from 'node:crypto';

/** @returns a random address that belongs to nobody: mail to `.invalid` can't be delivered (RFC 2606) */
export function makePseudonym(): string {
  return `deleted-${randomUUID().replaceAll('-', '').slice(0, 16)}@deleted.invalid`;
}
