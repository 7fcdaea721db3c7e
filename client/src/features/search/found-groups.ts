import { MAX_FOUND } from '@speakifyr/contract/limits.ts';
import type { Found } from '@speakifyr/contract/search.ts';
import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import { formatDays, nameCharge } from '../../lib/format.ts';
import { nameAge } from '../../lib/name-age.ts';
import {
  linkToCreditNote,
  linkToFamily,
  linkToPaymentSearch,
  linkToReceipt,
} from '../../lib/dashboard-links.ts';
import { linkToClassPeople } from '../../lib/paths.ts';
import { PAYMENT_LABELS } from '@speakifyr/contract/money-words.ts';

/** One thing that was found, and where it is shown. */
export type FoundItem = { key: string; title: string; note: string; to: string };
export type FoundGroup = { title: string; items: FoundItem[] };

/**
 * What was found, by kind, without empty groups.
 * @param writePhone shows a stored phone number
 * @param classId the class for which an admin wants to allow a child
 */
export function groupFound(
  found: Found,
  writePhone: (phone: string) => string,
  classId = '',
): FoundGroup[] {
  const groups: FoundGroup[] = [
    {
      title: 'Children',
      items: found.children.map(({ _id, name, birthDate, familyId, guardians }) => ({
        key: `child-${_id}`,
        title: name,
        note: join([
          nameAge(birthDate),
          guardians.length > 0 && `child of ${guardians.join(' and ')}`,
        ]),
        to: linkToFamily(familyId, classId),
      })),
    },
    {
      title: 'Parents',
      items: found.parents.map(({ _id, name, email, phone, role, isRemoved }) => ({
        key: `parent-${_id}`,
        title: name,
        note: join([
          ...[sayAddress(email), phone && writePhone(phone)],
          ...[role !== 'student' && role, isRemoved && 'removed'],
        ]),
        to: linkToFamily(_id, classId),
      })),
    },
    {
      title: 'Classes',
      items: found.classes.map(({ _id, name, course_tag, camp_start, camp_end, status }) => ({
        key: `class-${_id}`,
        title: name,
        note: join([course_tag, formatDays(camp_start, camp_end), status !== 'open' && status]),
        to: linkToClassPeople(_id),
      })),
    },
    {
      title: 'Seats',
      items: found.seats.map(({ cartId, entry_code, name, classId, className }) => ({
        key: `seat-${cartId}`,
        title: `${entry_code} ${name}`,
        note: className,
        to: linkToClassPeople(classId),
      })),
    },
    {
      title: 'Payments',
      items: found.payments.map(({ _id, name, amount, currency, state }) => ({
        key: `payment-${_id}`,
        title: `${nameCharge(amount / 100, currency)} · ${PAYMENT_LABELS[state]}`,
        note: join([name, _id]),
        to: linkToPaymentSearch(_id),
      })),
    },
    {
      title: 'Receipts',
      items: found.papers.map(({ _id, kind, no, paymentId, name, amount, currency }) => ({
        key: `paper-${_id}`,
        title: `${_id} · ${nameCharge(amount / 100, currency)}`,
        note: join([kind === 'credit note' && 'credit note', name]),
        to: kind === 'receipt' ? linkToReceipt(paymentId) : linkToCreditNote(no),
      })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Whether there may be more than what was found. */
export function isCutOff(groups: FoundGroup[]): boolean {
  return groups.some(({ items }) => items.length === MAX_FOUND);
}

function join(parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
