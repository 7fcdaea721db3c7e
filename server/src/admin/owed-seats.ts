import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { DEFAULT_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { listOwed, sumOwed } from '@speakifyr/contract/owed.ts';
import type { OwedSeat } from '@speakifyr/contract/owed-seats.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type { UserDocument } from '../database/collections.ts';
import { listOwingSeats, nameOwed, type OwingSeat } from '../billing/seats-to-collect.ts';
import type { Page } from '../database/lists.ts';
import { listReleaseDays } from '../billing/releasable-seats.ts';
import { countReminders } from '../billing/payment-reminders.ts';
import { findPeopleById } from '../people/users/find-users.ts';
import { readPeople } from '../people/users/participant-names.ts';
import type { Services } from '../services.ts';

type Query = ParsedInput<Contract['GET /owedSeats']>['query'];
type Row = Omit<OwedSeat, 'reminders' | 'releaseOn'>;

/** What families owe for their seats, the oldest due day first. A school has a few hundred of them, so we sort here. */
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
    .filter((row) => matches(row, search))
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
  return {
    items: shown.map((row, place) => ({
      ...row,
      reminders: reminders[place] ?? 0,
      // Somebody without an address can't be told.
      releaseOn: (row.email && days[place]) ?? null,
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
    ...{ familyId: payerId.toHexString(), isCoPay: isCoPay ?? false },
    ...{ name, email: email && hasMailbox(email) ? email : null, phone: phone ?? null },
    ...{ student_name: student, className: campClass.name, camp_start: campClass.camp_start },
    currency: environment.CURRENCY,
    ...{ next: first?.amount ?? 0, due: first?.due ?? '', owed: sumOwed(plan) },
  };
}

function matches(row: Row, search: string): boolean {
  const text = [row.name, row.email, row.phone, row.student_name, row.className].join(' ');
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}
