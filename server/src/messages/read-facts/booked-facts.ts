import { listGuardians } from '../../families/guardians.ts';
import { summarizeClass, summarizeSeat } from '../../class-facts.ts';
import type { PaymentItem } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { findClosedPayment } from '../../billing/closed-payments.ts';
import { getClassWithSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { readNeeds } from './needs-facts.ts';
import { listChildIds, type Read, type Reader } from './reading.ts';

/** What a guardian reads of the seats that another one has booked, of the children that they may see now. */
export async function readSeatBooked(
  { paymentId }: CauseOf<'seat booked'>,
  reader: Reader,
  services: Services,
): Promise<Read<'seat booked'> | undefined> {
  const payment = await findClosedPayment(paymentId, services);
  if (payment?.status !== 'enrolled' || payment.email === reader.user.email) return undefined;
  const read = await Promise.all(
    payment.items.map((item) => readItem(item, paymentId, reader, services)),
  );
  const booked = read.flatMap((one) => one ?? []);
  if (booked.length === 0) return undefined;
  const childIds = listChildIds(booked);
  const guardians = [...(await listGuardians(childIds, services)).values()].flat();
  const payer = guardians.find(({ user }) => user.email === payment.email);
  const needs = booked.flatMap((one) => one.needs ?? []);
  return { facts: { booked, by: payer?.user.name ?? null, needs }, childIds };
}

async function readItem(
  { classId, cartId, childId, transferId }: PaymentItem,
  paymentId: string,
  reader: Reader,
  services: Services,
) {
  // A difference in price is for a seat that moves, which has an email of its own.
  if (!childId || transferId || !reader.rights.may('see', childId)) return undefined;
  const campClass = await getClassWithSeat(classId, { cartId }, services);
  const seat = campClass?.seat;
  if (seat?.state !== 'enrolled' || seat.paymentId !== paymentId) return undefined;
  if (campClass?.status !== 'open' || !seat.childId?.equals(childId)) return undefined;
  return {
    campClass: summarizeClass(campClass),
    seat: summarizeSeat(seat, 1),
    needs: await readNeeds(seat, campClass.camp_end, reader, services),
    childId,
  };
}
