import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { listOwed, sumOwed } from '@speakifyr/contract/owed.ts';
import type { OwedSeat } from '@speakifyr/contract/owed-seats.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type { UserDocument } from '../database/collections.ts';
import { listOwingSeats, nameOwed, type OwingSeat } from '../seats/owing-seats.ts';
import { countOwedBack, listOwedBack } from '../database/owed-back.ts';
import { toPayment } from '../ledger/payment-store.ts';
import { listRefundsById, nameBounce } from '../ledger/refund-store.ts';
import { listClasses } from '../database/class-store.ts';
import { hasWords, listSearchWords, readPhone, readWords } from '../database/search-words.ts';
import type { Page } from '../database/lists.ts';
import { readToday } from '../school-time.ts';
import { listReleaseDays } from '../payments/releasable-seats.ts';
import { countReminders } from '../payments/payment-reminders.ts';
import { findPeopleById } from '../users/find-users.ts';
import { readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';

type Query = ParsedInput<Contract['GET /owedSeats']>['query'];
type Row = Omit<OwedSeat, 'reminders' | 'releaseOn'>;

/**
 * What families owe for their seats, the oldest due day first. A school has a few hundred of them, so we sort here.
 * R355
 */
export async function getOwedSeats(
  { search = '', page = 1, size = page > 1 ? DEFAULT_PAGE_SIZE : undefined }: Query,
  services: Services,
): Promise<Page<OwedSeat>> {
  const seats = await listOwingSeats(services);
  const taken = seats.map(({ seat }) => seat);
  const [personOf, payers] = await Promise.all([
    readPeople(taken, services),
    findPeopleById(
      seats.map(({ payerId }) => payerId),
      services,
    ),
  ]);
  const rows = seats
    .map((one) => {
      const payer = payers.get(one.payerId.toHexString());
      return present(one, { student: personOf(one.seat).name, payer }, services);
    })
    .concat(await listBounced(services))
    .filter(openSearch(search))
    .toSorted((a, b) => a.due.localeCompare(b.due) || a._id.localeCompare(b._id));
  const shown = size ? rows.slice((page - 1) * size, page * size) : rows;
  const seatOf = new Map(seats.map((one) => [nameOwed(one), one]));
  const [reminders, days] = await Promise.all([
    countReminders(shown, services),
    listReleaseDays(
      shown.flatMap(({ _id }) => seatOf.get(_id) ?? []),
      services,
    ),
  ]);
  const dayOf = new Map(
    shown.filter(({ _id }) => seatOf.has(_id)).map(({ _id }, place) => [_id, days[place]]),
  );
  return {
    items: shown.map((row, place) => ({
      ...row,
      reminders: reminders[place] ?? 0,
      // Somebody without an address can't be told.
      releaseOn: (row.email && dayOf.get(row._id)) ?? null,
    })),
    total: rows.length,
  };
}

function present(
  one: OwingSeat,
  { student, payer }: { student: string; payer: UserDocument | undefined },
  { environment }: Services,
): Row {
  const { campClass, plan, payerId, isCoPay } = one;
  const [first] = listOwed(plan);
  const { name = '', email = '', phone } = payer ?? {};
  return {
    _id: nameOwed(one),
    familyId: payerId.toHexString(),
    isCoPay: isCoPay ?? false,
    isBounced: false,
    name,
    email: email && hasMailbox(email) ? email : null,
    phone: phone ?? null,
    student_name: student,
    className: campClass.name,
    camp_start: campClass.camp_start,
    currency: environment.CURRENCY,
    next: first?.amount ?? 0,
    due: first?.due ?? '',
    owed: sumOwed(plan),
  };
}

/** What went back before its payment bounced, due since the bank said so. R483, R482 */
async function listBounced(services: Services): Promise<Row[]> {
  const { collections } = services.database;
  const payments = (await listOwedBack(collections)).map(toPayment);
  if (payments.length === 0) return [];
  const payers = await findPeopleById(
    payments.map(({ userId }) => userId),
    services,
  );
  const classes = await listClasses(collections, {
    _id: { $in: payments.flatMap(({ items }) => items.map(({ classId }) => classId)) },
  });
  const refunds = await listRefundsById(collections, payments.map(nameBounce));
  return payments.map((payment): Row => {
    const { paymentId, userId, items, createdAt } = payment;
    const { name = '', email = '', phone } = payers.get(userId.toHexString()) ?? {};
    const bought = classes.filter(({ _id }) => items.some(({ classId }) => classId.equals(_id)));
    const owed = countOwedBack(payment);
    const { bounce } = refunds.get(nameBounce(payment)) ?? {};
    const readDay = (at: Date) => readToday({ ...services, now: () => at });
    return {
      _id: paymentId,
      familyId: userId.toHexString(),
      isCoPay: false,
      isBounced: true,
      name,
      email: email && hasMailbox(email) ? email : null,
      phone: phone ?? null,
      student_name: [...new Set(items.map((item) => item.name))].join(', '),
      className: bought.map((one) => one.name).join(', '),
      camp_start: bought.map(({ camp_start }) => camp_start).toSorted()[0] ?? readDay(createdAt),
      currency: payment.currency.toUpperCase(),
      next: owed,
      due: bounce?.day ?? readDay(createdAt),
      owed,
    };
  });
}

/**
 * @returns whether each word of the search is in the names, the address, the class or the phone of a row, in one of the ways to
 *   write them. R220
 */
function openSearch(search: string): (row: Row) => boolean {
  if (!search.trim()) return () => true;
  const number = readPhone(search);
  const readings = readWords(search);
  return (row) => {
    const phone = listSearchWords({ name: '', phone: row.phone ?? '' });
    if (number && hasWords(phone, [number])) return true;
    const text = foldLetters([row.name, row.email, row.student_name, row.className].join(' '));
    return readings.some((words) =>
      words.every((word) => text.includes(word.text) || hasWords(phone, [word])),
    );
  };
}
