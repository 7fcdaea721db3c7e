import type { HookType } from '@speakifyr/contract/webhook-kinds.ts';
import type { ObjectId } from 'mongodb';
import { findPayment } from '../ledger/payment-store.ts';
import { findRefund } from '../ledger/refund-store.ts';
import { findClass } from '../database/class-store.ts';
import type { PaymentItem } from '../database/payment-documents.ts';
import type { EventOf, HookedType } from '../database/event-document.ts';
import type { CancellationDocument, MoveDocument } from '../database/money-documents.ts';
import { findSeat, isEnrolled } from '../seats/find-seat.ts';
import type { Services } from '../services.ts';

/** A webhook that is due. `cause` names what happened: two events about the same thing have the same one. */
export type DueHook = { type: HookType; cause: string; data: Record<string, unknown> };

type Describe = {
  [T in HookedType]: (event: EventOf<T>, services: Services) => Promise<DueHook[]>;
};

/**
 * Which webhooks an event causes. They have ids and plain facts, and no name, address or reason: a program that needs more
 * reads it with a key, which asks for what may be read then. R514
 */
const HOOKS: Describe = {
  async 'payment ended'({ data: { paymentId } }, services) {
    const payment = await findPayment(services.database.collections, paymentId);
    // Its money may have gone back since. It bought its seats all the same.
    const given = payment?.items.filter(({ isGiven }) => isGiven) ?? [];
    if (!payment || given.length === 0) return [];
    const { amount, method, items } = payment;
    const currency = payment.currency.toUpperCase();
    const classIds = [...new Set(items.map(({ classId }) => classId.toHexString()))];
    const paid = { paymentId, amount, currency, method, classIds };
    return [
      ...(amount > 0 ? [{ type: 'payment.succeeded' as const, cause: paymentId, data: paid }] : []),
      // What pays for a seat that is enrolled already gives none.
      ...given
        .filter(({ isRest, moveId }) => !isRest && !moveId)
        .map(({ seatId, classId }) => ({
          type: 'enrollment.created' as const,
          cause: seatId.toHexString(),
          data: { cartId: seatId.toHexString(), classId: classId.toHexString() },
        })),
      // All of it went back, which ends seats without a cancellation.
      ...(payment.status === 'refunded' ? await describeEnded(given, services) : []),
    ];
  },

  // An admin has said which of several seats a refund in the dashboard was for.
  async 'refund changed'({ data: { refundId } }, services) {
    const { collections } = services.database;
    const refund = await findRefund(collections, refundId);
    const payment = refund && (await findPayment(collections, refund.paymentId));
    const ofSeat = payment?.items.filter(
      ({ seatId, isGiven }) => isGiven && refund?.seatId?.equals(seatId),
    );
    return describeEnded(ofSeat ?? [], services);
  },

  async 'money returned'({ data }, services) {
    const { paymentId, refundId, attempt, amount } = data;
    const payment = await findPayment(services.database.collections, paymentId);
    if (!payment) return [];
    const currency = payment.currency.toUpperCase();
    const cause = `${refundId}:${attempt}`;
    return [{ type: 'payment.refunded', cause, data: { paymentId, amount, currency } }];
  },

  async 'payment bounced'({ data: { paymentId } }) {
    return [{ type: 'payment.bounced', cause: paymentId, data: { paymentId } }];
  },

  async 'seat ended'({ data }, { database }) {
    if ('seatId' in data) return [nameEnded(data)];
    const { seatChanges } = database.collections;
    const change = await seatChanges.findOne<CancellationDocument>({ _id: data.changeId });
    return change ? [nameEnded(change)] : [];
  },

  async 'seat moved'({ data: { changeId: _id } }, { database }) {
    const { seatChanges } = database.collections;
    const move = await seatChanges.findOne<MoveDocument>({ _id, kind: 'move' });
    // The event also tells that the family must pay for it first.
    if (move?.state !== 'done') return [];
    const { seatId, from, to } = move;
    const [classId, fromClassId] = [to.classId.toHexString(), from.classId.toHexString()];
    const data = { cartId: seatId.toHexString(), classId, fromClassId };
    return [{ type: 'enrollment.moved', cause: _id.toHexString(), data }];
  },

  'add course': aboutClass('class.created'),
  'publish course': aboutClass('class.created'),
  'unpublish course': aboutClass('class.removed', { isAlsoDraft: true }),
  'update course': aboutClass('class.changed'),
  'unassign course': aboutClass('class.changed'),
  'cancel class': aboutClass('class.canceled'),
  async 'remove course'(event, services) {
    // Programs have never heard of a draft.
    return event.data.before.status === 'open' ? aboutClass('class.removed')(event, services) : [];
  },
};

/** Those of the seats that nobody has anymore. */
async function describeEnded(
  items: PaymentItem[],
  { database }: Pick<Services, 'database'>,
): Promise<DueHook[]> {
  const found = items.map(async (item) => {
    const campClass = await findClass(database.collections, { _id: item.classId });
    return isEnrolled(findSeat(campClass, item)) ? [] : [nameEnded(item)];
  });
  return (await Promise.all(found)).flat();
}

function nameEnded({ seatId, classId }: Pick<PaymentItem, 'seatId' | 'classId'>): DueHook {
  const cartId = seatId.toHexString();
  return {
    type: 'enrollment.ended',
    cause: cartId,
    data: { cartId, classId: classId.toHexString() },
  };
}

type ClassEvent = { _id: string; data: { classId: ObjectId } };

/**
 * About a class as it is now.
 * @param options.isAlsoDraft programs hear of no draft, except that a class has become one
 */
function aboutClass(type: HookType, { isAlsoDraft = false } = {}) {
  return async (
    { _id: cause, data: { classId: _id } }: ClassEvent,
    { database }: Services,
  ): Promise<DueHook[]> => {
    const campClass = await findClass(database.collections, { _id });
    if (!campClass || (campClass.status === 'draft' && !isAlsoDraft)) return [];
    const { name, course_tag, camp_start, camp_end } = campClass;
    const data = { classId: _id.toHexString(), name, course_tag, camp_start, camp_end };
    return [{ type, cause, data }];
  };
}

/** @returns the webhooks that an event causes; always the same causes */
export function describeHooks<T extends HookedType>(
  event: EventOf<T>,
  services: Services,
): Promise<DueHook[]> {
  return HOOKS[event.type as T](event, services);
}
