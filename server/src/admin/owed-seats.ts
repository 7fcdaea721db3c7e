import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { foldLetters } from '@speakifyr/contract/fold-letters.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { listOwed, sumOwed } from '@speakifyr/contract/owed.ts';
import type { OwedSeat, OwedTotal } from '@speakifyr/contract/owed-seats.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type {
  ClassDocument,
  HeldSeat,
  EnrolledSeat,
  UserDocument,
} from '../database/collections.ts';
import { onlyHeld, type SeatOfClass } from '../seats/find-seat.ts';
import { listOwingSeats, nameOwed, type OwingSeat } from '../seats/owing-seats.ts';
import { countOwedBack, listOwedBack } from '../database/owed-back.ts';
import { toPayment } from '../ledger/payment-store.ts';
import { listRefundsById, nameBounce } from '../ledger/refund-store.ts';
import { listClasses } from '../database/class-store.ts';
import { hasWords, listSearchWords, readPhone, readWords } from '../database/search-words.ts';
import type { Page } from '../database/lists.ts';
import { readToday } from '../school-time.ts';
import { readHeldPrices } from '../payments/held-prices.ts';
import { listReleaseDays } from '../payments/releasable-seats.ts';
import { countReminders } from '../payments/payment-reminders.ts';
import { findPeopleById } from '../users/find-users.ts';
import { type PersonOf, readPeople } from '../users/participant-names.ts';
import type { Services } from '../services.ts';

type Query = ParsedInput<Contract['GET /owedSeats']>['query'];
type Row = Omit<OwedSeat, 'reminders' | 'releaseOn'>;

/**
 * What families owe for their seats, the oldest due day first. A school has a few hundred of them, so we sort here.
 * R355
 */
export async function getOwedSeats(
  { search = '', late, page = 1, size = page > 1 ? DEFAULT_PAGE_SIZE : undefined }: Query,
  services: Services,
): Promise<Page<OwedSeat>> {
  const today = readToday(services);
  const { seats, rows: all } = await listRows(services);
  const rows = all
    .filter(openSearch(search))
    .filter(({ due }) => !late || due < today)
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

/** The sums of all that is owed, by currency. R355 */
export async function getOwedTotals(services: Services): Promise<OwedTotal[]> {
  const today = readToday(services);
  const totals = new Map<string, OwedTotal>();
  for (const { currency, owed, next, due } of (await listRows(services)).rows) {
    const total = totals.get(currency) ?? { currency, count: 0, amount: 0, late: 0, overdue: 0 };
    totals.set(currency, total);
    total.count += 1;
    total.amount += owed;
    if (due >= today) continue;
    total.late += 1;
    total.overdue += next;
  }
  return [...totals.values()];
}

/** All that is owed, in no order, and the enrolled seats that it is owed for. */
async function listRows(services: Services): Promise<{ seats: OwingSeat[]; rows: Row[] }> {
  const [seats, reserved, bounced] = await Promise.all([
    listOwingSeats(services),
    listReserved(services),
    listBounced(services),
  ]);
  const [personOf, payers, priceOf] = await Promise.all([
    readPeople(
      [...seats, ...reserved].map(({ seat }) => seat),
      services,
    ),
    findPeopleById(
      [...seats.map(({ payerId }) => payerId), ...reserved.map(({ seat }) => seat.userId)],
      services,
    ),
    readHeldPrices(reserved, services),
  ]);
  const ofSeats = seats.map((one) =>
    present(one, payers.get(one.payerId.toHexString()), personOf, services),
  );
  const ofReserved = reserved.map((one) => {
    const owed = priceOf(one).own;
    const { campClass, seat } = one;
    const until = { ...services, now: () => seat.heldUntil };
    return {
      ...describe(campClass, seat, payers.get(seat.userId.toHexString()), personOf, services),
      _id: seat.seatId.toHexString(),
      kind: 'reservation' as const,
      next: owed,
      due: readToday(until),
      owed,
    };
  });
  return { seats, rows: [...ofSeats, ...ofReserved.filter(({ owed }) => owed > 0), ...bounced] };
}

/** The seats that the office reserves until they are paid. */
async function listReserved({ database, now }: Services): Promise<SeatOfClass<HeldSeat>[]> {
  const classes = await listClasses(database.collections, { 'seats.heldUntil': { $gt: now() } });
  const seats = classes.flatMap((campClass) =>
    campClass.seats.map((seat) => ({ campClass, seat })),
  );
  return onlyHeld(seats).filter(({ seat }) => seat.reserved && seat.heldUntil > now());
}

function present(
  one: OwingSeat,
  payer: UserDocument | undefined,
  personOf: PersonOf,
  services: Services,
): Row {
  const { campClass, seat, plan, isCoPay } = one;
  const [first] = listOwed(plan);
  return {
    ...describe(campClass, seat, payer, personOf, services),
    _id: nameOwed(one),
    familyId: one.payerId.toHexString(),
    isCoPay: isCoPay ?? false,
    kind: 'seat',
    next: first?.amount ?? 0,
    due: first?.due ?? '',
    owed: sumOwed(plan),
  };
}

/** Who sits where, and who pays. */
function describe(
  { name: className, camp_start }: ClassDocument,
  seat: HeldSeat | EnrolledSeat,
  payer: UserDocument | undefined,
  personOf: PersonOf,
  { environment }: Services,
) {
  const { name = '', email = '', phone } = payer ?? {};
  return {
    familyId: seat.userId.toHexString(),
    isCoPay: false,
    name,
    email: email && hasMailbox(email) ? email : null,
    phone: phone ?? null,
    student_name: personOf(seat).name,
    className,
    camp_start,
    currency: environment.CURRENCY,
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
      kind: 'bounce',
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
