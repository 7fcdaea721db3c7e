import type { ObjectId } from 'mongodb';
import { summarizeClass } from '../../class-facts.ts';
import type { ClassDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { sumLeft, whatIsLeft } from '../../billing/what-is-left.ts';
import { getClassWithSeat, type PaidSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import type { Charge, LetterFacts } from '../letters/facts.ts';
import type { SeatOwner } from '../seat-readers.ts';
import { describeLostEntry } from './calendar-entry.ts';
import { describeCharge, listCharges, sumCharges } from './charges.ts';
import { describeSeats, findEnrolled } from './find-enrolled.ts';
import { findWholeClass, listCanceledWith } from './plan-facts.repo.ts';
import { listChildIds, type Read, type Reader } from './reading.ts';

/**
 * What people read about a class that does not take place. If the school has canceled it, all money comes back by itself
 * and the seats go one after the other. If it was only removed, its people keep their seats until an admin refunds them.
 */
export async function readClassCanceled(
  cause: CauseOf<'class canceled'>,
  reader: Reader,
  services: Services,
): Promise<Read<'class canceled'> | undefined> {
  const campClass = await findWholeClass(services.database.collections, cause.classId);
  if (campClass?.status !== 'archived') return undefined;
  return campClass.canceled
    ? readCanceled(cause, campClass, reader, services)
    : readRemoved(cause, reader, services);
}

async function readRemoved(
  cause: CauseOf<'class canceled'>,
  reader: Reader,
  services: Services,
): Promise<Read<'class canceled'> | undefined> {
  const found = await findEnrolled(cause, reader, services);
  if (!found) return undefined;
  const { campClass, seats } = found;
  const booked = seats.filter(({ email }) => email === reader.user.email);
  const payment = booked.length > 0 ? await listCharges(booked, services) : null;
  if (payment?.ids.length === 0) return undefined;
  const facts = {
    campClass: summarizeClass(campClass),
    seats: await describeSeats(seats, services),
    payment: payment && { ...payment, comesBack: 'by hand' as const },
    message: '',
  };
  return { facts, childIds: listChildIds(seats) };
}

/** The seats of a class that the school has canceled so far, because the class is canceled. */
export async function findCanceledSeats(
  classId: ObjectId,
  { database }: Services,
): Promise<SeatOwner[]> {
  const canceled = await listCanceledWith(database.collections, classId);
  return canceled.map(({ _id: cartId, email, childId }) => ({
    ...{ cartId, email },
    ...(childId && { childId }),
  }));
}

/** A seat that was in the class when it was canceled, and what comes back for it. */
type LostSeat = Pick<PaidSeat, 'cartId' | 'email' | 'childId' | 'name' | 'paymentId'> & {
  back: Charge | undefined;
};

async function readCanceled(
  { cartId, cartIds }: CauseOf<'class canceled'>,
  campClass: ClassDocument,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<'class canceled'> | undefined> {
  const classId = campClass._id;
  const common = {
    campClass: summarizeClass(campClass),
    message: campClass.canceled?.message ?? '',
  };
  const ids = cartIds ?? (cartId ? [cartId] : []);
  if (ids.length === 0)
    return user.status === 'active'
      ? { facts: { ...common, seats: [], payment: null }, childIds: [] }
      : undefined;
  const canceled = await listCanceledWith(services.database.collections, classId);
  const lost = await Promise.all(
    ids.map(async (id): Promise<LostSeat | undefined> => {
      const one = canceled.find(({ _id }) => _id.equals(id));
      if (!one) return findStillThere({ classId, cartId: id }, services);
      const { email, childId, name, paymentId, refunds, currency } = one;
      const back = describeCharge({ amount: sumAmounts(refunds), currency });
      return { cartId: id, email, name, paymentId, back, ...(childId && { childId }) };
    }),
  );
  const seats = lost.flatMap((seat) => seat ?? []).filter(rights.mayReadSeat);
  if (seats.length === 0) return undefined;
  const until = services.now();
  const entries = await Promise.all(
    seats.map((seat) => describeLostEntry(campClass, { ...seat, until }, services)),
  );
  const paid = seats.filter(({ email }) => email === user.email);
  const facts = {
    ...common,
    seats: entries.map(({ seat }) => seat),
    payment: paid.length > 0 ? describeBack(paid) : null,
  };
  return { facts, childIds: listChildIds(seats) };
}

/** A seat whose turn has not come. All that is left of what was paid will come back. */
async function findStillThere(
  { classId, cartId }: { classId: ObjectId; cartId: ObjectId },
  services: Services,
): Promise<LostSeat | undefined> {
  const seat = (await getClassWithSeat(classId, { cartId }, services))?.seat;
  if (seat?.state !== 'enrolled') return undefined;
  const parts = await whatIsLeft(seat, services);
  const [first] = parts;
  return { ...seat, back: first && describeCharge({ ...first, amount: sumLeft(parts) }) };
}

function describeBack(seats: LostSeat[]): LetterFacts['class canceled']['payment'] {
  return {
    charges: sumCharges(seats.flatMap(({ back }) => back ?? [])),
    ids: [...new Set(seats.map(({ paymentId }) => paymentId))],
    comesBack: 'by itself',
  };
}
