import type { OwnData } from '@speakifyr/contract/account.ts';
import { listAgreements } from './agreements.ts';
import { getOwnAid } from '../aid/ask-aid.ts';
import { getActsOf } from '../audit/audit.service.ts';
import { getOwnAttendance } from '../attendance/own-attendance.ts';
import { getOwnRecords } from '../safety/read-records.ts';
import { listChildrenOf } from '../families/booking.ts';
import { readFamilyRights } from '../families/family-rights.ts';
import { readPeople } from '../users/participant-names.ts';
import { getOwnAnswers } from '../forms/own-answers.ts';
import { getOwnFamilies } from '../families/own-families.ts';
import { listClassesTaughtBy } from '../classes/classes.service.ts';
import { listStays, listTeamClasses } from '../families/team-days.ts';
import { presentOwnCertificates } from '../users/certificates.ts';
import { presentAskedMerge } from '../users/asked-merge.ts';
import { getMessagesOf } from '../messages/contact/contact.service.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { getMailsTo } from '../messages/mails-of.ts';
import { presentMailTo } from '../messages/mail-to.ts';
import { getMailChoice } from '../messages/mail-choice.ts';
import { getCreditNotesOf } from '../ledger/credit-notes.ts';
import { getStatementsOf } from '../ledger/statements.ts';
import { getCancellationsOf } from '../changes/parent-cancellation.ts';
import { readCredit } from '../payments/own-credit.ts';
import { getSavedCard } from '../payments/installments/saved-card.service.ts';
import { getLedgerOf, getMovesOf } from '../payments/payer.ts';
import { getEnrolledClasses } from '../payments/enrolled-classes.ts';
import { listOwnHolds } from '../payments/readable-seats.ts';
import { readHeldPrices } from '../payments/held-prices.ts';
import type { Services } from '../services.ts';
import { getOwnWaiting } from '../waiting/own-waiting.ts';

/** Before all others. */
const ALL_DAYS = '0000-01-01';

/** Everything that the school stores about a person, and nothing about others. */
export async function getOwnData(user: UserDocument, services: Services): Promise<OwnData> {
  const { name, email, photo, phone = null, birthDate = null } = user;
  const { role, details, isNamed = false, isVerified, uid = null } = user;
  const { createdAt, agreedTerms, holds = [] } = user;
  const { isTheirs } = await readFamilyRights(user, services);
  const [
    seats,
    waiting,
    enrollments,
    attendance,
    safetyRecords,
    payments,
    taught,
    teams,
    messages,
    mails,
    acts,
    families,
  ] = await Promise.all([
    listOwnHolds(user, services),
    getOwnWaiting(user, services),
    getEnrolledClasses(user, services),
    getOwnAttendance(user, services, ALL_DAYS),
    getOwnRecords(user, services),
    getLedgerOf(user, services),
    listClassesTaughtBy(user, services),
    listTeamClasses(user, services, {}),
    getMessagesOf(user, services),
    getMailsTo(user, services),
    getActsOf(user, isTheirs, services),
    getOwnFamilies(user, services),
  ]);
  const held = seats.map(({ seat }) => seat);
  const personOf = await readPeople(held, services);
  const priceOf = await readHeldPrices(seats, services);
  return {
    madeAt: services.now().toISOString(),
    profile: {
      name,
      email,
      photo,
      phone,
      birthDate,
      role,
      details,
      isNamed,
      isVerified,
      uid,
      savedCard: getSavedCard(user).card,
      registeredAt: createdAt.toISOString(),
      agreedTerms: agreedTerms ? { of: agreedTerms.of, at: agreedTerms.at.toISOString() } : null,
    },
    heldSeats: seats.map(({ campClass, seat }) => ({
      cartId: seat.seatId.toHexString(),
      classId: campClass._id.toHexString(),
      className: campClass.name,
      camp_start: campClass.camp_start,
      camp_end: campClass.camp_end,
      price: priceOf({ campClass, seat }).own / 100,
      joinedAt: seat.joinedAt.toISOString(),
      heldUntil: seat.heldUntil.toISOString(),
      childId: seat.childId?.toHexString() ?? null,
      student_name: personOf(seat).name,
    })),
    waiting,
    recentHolds: holds.map(({ seatId, classId, childId, at }) => ({
      ...(isTheirs(childId)
        ? {
            cartId: seatId.toHexString(),
            classId: classId.toHexString(),
            childId: childId?.toHexString() ?? null,
          }
        : { cartId: null, classId: null, childId: null }),
      at: at.toISOString(),
    })),
    enrollments,
    attendance,
    safetyRecords,
    payments,
    // First: it issues missing credit notes.
    cancellations: await getCancellationsOf(user, services),
    credit: await readCredit(user._id, services),
    moves: await getMovesOf(user, services),
    creditNotes: await getCreditNotesOf(user, services),
    statements: await getStatementsOf(user, services),
    ...families,
    mergeAsked: await presentAskedMerge(user, services),
    agreements: await listAgreements(user, await listChildrenOf(user, services), services),
    forms: await getOwnAnswers(user, services),
    aid: await getOwnAid(user, services),
    messages,
    mail: getMailChoice(user),
    mailTo: presentMailTo(user),
    messagesFromSchool: mails,
    certificates: presentOwnCertificates(user),
    teams: listStaysOf(user, teams),
    teaches: taught.map(({ _id, name: className }) => ({ classId: _id.toHexString(), className })),
    acts,
  };
}

function listStaysOf({ _id }: UserDocument, classes: ClassDocument[]): OwnData['teams'] {
  return classes.flatMap((campClass) =>
    listStays(campClass, _id).map(({ role, from, to }) => ({
      classId: campClass._id.toHexString(),
      className: campClass.name,
      role,
      from,
      to,
    })),
  );
}
