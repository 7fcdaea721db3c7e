import { MAX_FOUND } from '@speakifyr/contract/limits.ts';
import type { ListedPaper } from '@speakifyr/contract/papers.ts';
import type { Found } from '@speakifyr/contract/search.ts';
import { readPlain, readPlainCode } from '@speakifyr/contract/visible-text.ts';
import { findAnyChild, findChildrenByWords, listChildrenOfAny } from '../families/booking.ts';
import { readPeople } from '../users/participant-names.ts';
import { listGuardiansOf } from '../families/guardians.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import {
  asWhole,
  hasWords,
  readPhone,
  readWords,
  type SoughtWord,
} from '../database/search-words.ts';
import { findPapers } from '../ledger/papers.ts';
import { findPaymentsById, findPaymentsByPart, isPaymentId } from '../ledger/payment-lists.ts';
import { listPayments } from '../ledger/payment-store.ts';
import { findClass, listClasses } from '../database/class-store.ts';
import { dropDoubles } from '../database/drop-doubles.ts';
import { matchText } from '../database/lists.ts';
import { findReferences } from '../payments/pay-reference.ts';
import { listEnrolledSeats, type SeatOfClass, pairSeat } from '../seats/find-seat.ts';
import { showCampDays } from '../class-days.ts';
import type { Services } from '../services.ts';
import { presentAdult } from '../users/users.service.ts';
import {
  findPeopleById,
  findUsersByEmail,
  findUsersByReference,
  findUsersByWords,
  findUserWithId,
} from '../users/find-users.ts';

/** How many accounts with the same family name are checked to find 'Mia Byron', a child called Mia. */
const MAX_FAMILIES = 50;

/**
 * The office's one search. Each kind of text has its own index. Whatever belongs to somebody also finds that person, so
 * that every search leads to a family. R220, R221
 */
export async function searchSchool(text: string, services: Services): Promise<Found> {
  const code = readPlainCode(text);
  const [people, children, seat, payments, papers, classes] = await Promise.all([
    findPeople(text, services),
    findChildren(text, services),
    findSeat(code, services),
    findPayments(code, services),
    findNumbered(code, services),
    findClasses(readPlain(text), services),
  ]);
  const booker = seat && (await findUserWithId(seat.seat.userId, services));
  // Also by payments: they have the addresses of the day on which they were paid.
  const paid = await listPayments(
    services.database.collections,
    papers.map(({ paymentId }) => paymentId),
  );
  const payers = await findPeopleById(
    [...payments, ...paid].map(({ userId }) => userId),
    services,
  );
  const owners = [...(booker ? [booker] : []), ...payers.values()].filter(
    ({ status }) => status === 'active' || status === 'removed',
  );
  const participant = seat?.seat.childId && (await findAnyChild(seat.seat.childId, services));
  const parents = dropDoubles([...owners, ...people]);
  return {
    children: await presentChildren(
      dropDoubles([...(participant ? [participant] : []), ...children]),
      services,
    ),
    parents: parents.slice(0, MAX_FOUND).map(presentParent),
    classes: classes.map(({ _id, name, course_tag, status, ...camp }) => ({
      _id: _id.toHexString(),
      name,
      course_tag,
      ...showCampDays(camp),
      status,
    })),
    seats: seat ? [await presentSeat(seat, services)] : [],
    payments: payments.map(({ _id, studentName, amount, currency, status }) => ({
      _id,
      name: studentName,
      amount,
      currency: currency.toUpperCase(),
      state: status,
    })),
    papers: papers.map(({ _id, kind, no, paymentId, name, amount, currency }) => ({
      _id,
      kind,
      no,
      paymentId,
      name: name ?? '',
      amount,
      currency,
    })),
  };
}

async function findPeople(text: string, services: Services): Promise<UserDocument[]> {
  const phone = readPhone(text);
  const address = readPlain(text).toLowerCase();
  const found = await Promise.all([
    findUsersByReference(findReferences(text), services),
    ...(phone ? [[phone]] : readNames(text)).map((words) =>
      findUsersByWords(words, MAX_FOUND, services),
    ),
    /\s/.test(address) ? [] : findUsersByEmail(address, MAX_FOUND, services),
  ]);
  return found.flat();
}

/** What may be names. A letter may be one, and begins many others: those who are called so come first. */
function readNames(text: string): SoughtWord[][] {
  const readings = readWords(text);
  const isOneLetter = readings[0]?.length === 1 && readings[0][0]?.text.length === 1;
  return isOneLetter ? [...readings.map(asWhole), ...readings] : readings;
}

/** Children by their own name, then by a guardian's, too: parents often give only a child's first name. */
async function findChildren(text: string, services: Services): Promise<ChildDocument[]> {
  // A phone number is no child's name.
  const readings = readPhone(text) ? [] : readNames(text);
  const found = await Promise.all(readings.map((words) => findChildrenNamed(words, services)));
  return dropDoubles(found.flat());
}

async function findChildrenNamed(
  words: SoughtWord[],
  services: Services,
): Promise<ChildDocument[]> {
  const named = await findChildrenByWords(words, MAX_FOUND, services);
  if (words.length === 1 || named.length === MAX_FOUND) return named;
  const families = await Promise.all(
    words.map((word) => findUsersByWords([word], MAX_FAMILIES, services)),
  );
  const wordsOf = new Map(
    families.flat().map(({ _id, searchWords }) => [_id.toHexString(), searchWords]),
  );
  const children = await listChildrenOfAny(dropDoubles(families.flat()), services);
  const related = children.filter(({ searchWords, guardians }) =>
    guardians.some(({ userId }) => {
      const family = wordsOf.get(userId.toHexString()) ?? [];
      const rest = words.filter((word) => !hasWords(family, [word]));
      // Some words are the family's. Without one of the child's own, all siblings would be found.
      return rest.length > 0 && rest.length < words.length && hasWords(searchWords, rest);
    }),
  );
  return dropDoubles([...named, ...related]);
}

/** @returns the seat with this entry code, such as EXM-101, exm101 or exm 101 */
async function findSeat(
  text: string,
  { database }: Services,
): Promise<SeatOfClass<EnrolledSeat> | null> {
  const [, tag, number] = /^([a-z]{3})[\s-]?(\d{1,6})$/i.exec(text) ?? [];
  if (!tag || !number) return null;
  const code = `${tag.toUpperCase()}-${number}`;
  const campClass = await findClass(database.collections, { 'seats.entry_code': code });
  const seat = campClass && listEnrolledSeats(campClass).find((one) => one.entry_code === code);
  return seat ? pairSeat(campClass, seat) : null;
}

async function findPayments(text: string, services: Services): Promise<PaymentDocument[]> {
  if (isPaymentId(text)) return findPaymentsById(text, MAX_FOUND, services);
  const found = await findPaymentsByPart(text, MAX_FOUND, services);
  return dropDoubles(found).slice(0, MAX_FOUND);
}

/** Classes of all years by a part of their name or by their tag, the latest first. */
async function findClasses(text: string, { database }: Services): Promise<ClassDocument[]> {
  const named = { $or: [{ name: matchText(text) }, { course_tag: text.toUpperCase() }] };
  const status = { $in: ['open', 'draft', 'archived'] as ClassDocument['status'][] };
  const options = { sort: { camp_start: -1, _id: -1 } as const, limit: MAX_FOUND };
  return listClasses(database.collections, { status, ...named }, options);
}

/** Receipts and credit notes by number, as printed or without the letter and the zeros. */
async function findNumbered(text: string, services: Services): Promise<ListedPaper[]> {
  const [, letter, digits] = /^(?:([rc])[\s-]?)?(\d{1,9})$/i.exec(text) ?? [];
  if (!digits) return [];
  const found = await findPapers(Number(digits), services);
  return found.filter(({ _id }) => !letter || _id.startsWith(letter.toUpperCase()));
}

async function presentChildren(
  children: ChildDocument[],
  services: Services,
): Promise<Found['children']> {
  const first = children.slice(0, MAX_FOUND);
  const guardiansOf = await listGuardiansOf(first, services);
  return first.flatMap(({ _id, name, birthDate, guardians }) => {
    const active = guardiansOf.get(_id.toHexString()) ?? [];
    const familyId = active[0]?.user._id ?? guardians[0]?.userId;
    if (!familyId) return [];
    return {
      _id: _id.toHexString(),
      name,
      birthDate,
      familyId: familyId.toHexString(),
      guardians: active.map(({ user }) => user.name),
    };
  });
}

function presentParent(user: UserDocument) {
  return { ...presentAdult(user), role: user.role, isRemoved: user.status === 'removed' };
}

async function presentSeat({ campClass, seat }: SeatOfClass<EnrolledSeat>, services: Services) {
  return {
    cartId: seat.seatId.toHexString(),
    entry_code: seat.entry_code,
    name: (await readPeople([seat], services))(seat).name,
    classId: campClass._id.toHexString(),
    className: campClass.name,
  };
}
