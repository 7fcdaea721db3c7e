import { generatePath } from 'react-router-dom';
import { linkToChild, paths } from './paths.ts';

// Apart from paths.ts, which Home loads.

/** The payment page for what is owed for a seat: what is due next, or all of it. */
export function linkToRest(cartId: string, what?: 'all'): string {
  return `${paths.payment}?rest=${cartId}${what ? '&all=1' : ''}`;
}

/** The receipt of a payment. */
export function linkToReceipt(paymentId: string): string {
  return generatePath(paths.receipt, { paymentId });
}

/** A credit note, by its number. */
export function linkToCreditNote(no: number): string {
  return generatePath(paths.creditNote, { no: String(no) });
}

/** Where a director writes a form. */
export function linkToForm(id: string): string {
  return generatePath(paths.editForm, { id });
}

/** Who has answered, of a form, in a class, or of a family. */
export function linkToFormPeople(of: { form?: string; class?: string; family?: string }): string {
  return `${paths.formPeople}?${new URLSearchParams(of)}`;
}

/** The form where an admin edits a course. */
export function linkToEditCourse(id: string): string {
  return generatePath(paths.editCourse, { id });
}

/** Where an admin finds a child to let it join this class although it is outside its ages. */
export function linkToFamilies(classId: string): string {
  return `${paths.families}?class=${classId}`;
}

/** The family of an account, for an admin. @param classId the class for which the admin wants to allow a child */
export function linkToFamily(id: string, classId = ''): string {
  return generatePath(paths.family, { id }) + (classId && `?class=${classId}`);
}

/** The page of a family, to book a transfer of the bank there. */
export function linkToTransfer(id: string, requestId: string): string {
  return `${linkToFamily(id)}?transfer=${requestId}`;
}

/** The messages to classes in the admin's Outbox. */
export function linkToSentMessages(): string {
  return `${paths.outbox}?kind=school+message`;
}

/** A payment in the admin's list of payments. */
export function linkToPaymentSearch(paymentId: string): string {
  return `${paths.payments}?search=${encodeURIComponent(paymentId)}`;
}

/** Where a child's health information is asked for. */
export function linkToHealth(childId: string): string {
  return `${linkToChild(childId)}#health`;
}

/** Where parents say whom to call about a child, and who may pick it up. */
export function linkToContacts(childId: string): string {
  return `${linkToChild(childId)}#contacts`;
}
