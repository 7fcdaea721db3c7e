import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import type { WantedExtras } from '../extras/extras.queries.ts';

/** What a refund, a canceled seat or a move changes. */
const CHANGED = [
  'classPeople',
  'family',
  'classList',
  'classWaiting',
  'payments',
  'openRefunds',
  'adminClasses',
  'adminStats',
  'classes',
  'popularcl',
  'auditLog',
  'receipt',
];

/** Refunds money; with a cart id, the seat is canceled, unless `keepsSeat`. */
export function useGiveBack() {
  return useChange(CHANGED, (body: Input<Contract['POST /refunds']>['body']) =>
    call('POST /refunds', { body }),
  );
}

/** Reserves a seat for the family of an account. */
export function useReserveSeat(id: string) {
  return useChange(CHANGED, (body: Input<Contract['POST /families/:id/seats']>['body']) =>
    call('POST /families/:id/seats', { params: { id }, body }),
  );
}

/** What a seat costs a family with its discounts. @param query `classId` is empty until a class is chosen */
export function seatPriceOptions(
  id: string,
  query: Input<Contract['GET /families/:id/seatPrice']>['query'],
) {
  return queryOptions({
    queryKey: ['seatPrice', id, query],
    queryFn: () => call('GET /families/:id/seatPrice', { params: { id }, query }),
    enabled: query.classId !== '',
    staleTime: 0,
  });
}

/** Puts people of the family of an account on the waiting list of a full class. */
export function usePutOnList(id: string) {
  return useChange(CHANGED, (body: Input<Contract['POST /families/:id/waiting']>['body']) =>
    call('POST /families/:id/waiting', { params: { id }, body }),
  );
}

/** Records money that the family of an account brought or sent. */
export function useRecordMoney(id: string) {
  return useChange(CHANGED, (body: Input<Contract['POST /families/:id/payments']>['body']) =>
    call('POST /families/:id/payments', { params: { id }, body }),
  );
}

/** Records that a check or a bank transfer bounced. */
export function useBounce(paymentId: string) {
  return useChange(CHANGED, (body: Input<Contract['POST /payments/:paymentId/bounce']>['body']) =>
    call('POST /payments/:paymentId/bounce', { params: { paymentId }, body }),
  );
}

/** Records what a family pays back of a payment that bounced. */
export function usePayBack(paymentId: string) {
  return useChange(
    [...CHANGED, 'owedSeats'],
    (body: Input<Contract['POST /payments/:paymentId/paidBack']>['body']) =>
      call('POST /payments/:paymentId/paidBack', { params: { paymentId }, body }),
  );
}

type SeatOfClass = { classId: string; cartId: string };

/** What a seat of any family has, and what the office can choose for it. Others may take the last one at any time. */
export function officeExtrasOptions(seat: SeatOfClass) {
  return queryOptions({
    queryKey: ['officeExtras', seat],
    queryFn: () => call('GET /officeExtras/:classId/:cartId', { params: seat }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Chooses the extras of a seat for its family. */
export function useChooseOfficeExtras(seat: SeatOfClass) {
  return useChange(['officeExtras', ...CHANGED], (extras: WantedExtras) =>
    call('PUT /officeExtras/:classId/:cartId', { params: seat, body: { extras } }),
  );
}

/** The discounts that come off the refund if the office cancels this seat. */
export function lostDiscountsOptions(seat: SeatOfClass) {
  return queryOptions({
    queryKey: ['lostDiscounts', seat],
    queryFn: () => call('GET /lostDiscounts/:classId/:cartId', { params: seat }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Moves a seat to another class, or asks the family to pay the difference first. `price` is what the admin saw. */
export function useMoveSeat() {
  return useChange(CHANGED, (body: Input<Contract['POST /moves']>['body']) =>
    call('POST /moves', { body }),
  );
}

/** The open classes with their prices and free seats, by start day. */
export function targetsOptions() {
  return queryOptions({
    queryKey: ['adminClasses'],
    queryFn: () => call('GET /adminClasses'),
    staleTime: 0,
  });
}
