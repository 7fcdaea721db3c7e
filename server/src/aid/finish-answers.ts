import type { Pricing } from '@speakifyr/contract/prices.ts';
import { type CartSeat, changePricing, listPriced } from '../payments/cart-codes.ts';
import type { AidRequestDocument } from '../database/price-documents.ts';
import type { Actor } from '../database/event-document.ts';
import { endPaymentsOfHold } from '../changes/end-payment.ts';
import { recordEvent, SYSTEM } from '../events/audit-event.ts';
import { findUserWithId } from '../users/find-users.ts';
import { countsFor, listDueAnswers, markDone, toAid } from '../prices/aid-store.ts';
import type { Services } from '../services.ts';

/** What follows from an answer: the entry in the audit log, the family's email, and the award in their cart. */

/** Finishes answers that were cut off. A job. */
export async function finishAidAnswers(services: Services): Promise<void> {
  for (const request of await listDueAnswers(services)) await finishAnswer(request, services);
}

/** Every step can be repeated. The log names neither the family nor its words: the whole office reads it. R451, R452 */
export async function finishAnswer(request: AidRequestDocument, services: Services): Promise<void> {
  const { _id, award } = request;
  const by: Actor = request.by ?? SYSTEM;
  const id = _id.toHexString();
  const told = { by, target: `request ${id}`, before: null, requestId: _id };
  if (award) {
    const { percent, amount, classIds, until } = award;
    const worth = percent === null ? { amount } : { percent };
    const after = { ...worth, classes: classIds.length || 'all', until };
    await recordEvent({ ...told, type: 'award aid', after }, `aid-${id}`, services);
    await putIntoCart(request, services);
  } else await recordEvent({ ...told, type: 'decline aid', after: null }, `aid-${id}`, services);
  await markDone(_id, services);
}

/**
 * Gives the award to seats that the family already holds. A seat whose payment a bank is working on keeps its price,
 * like a paid one.
 */
async function putIntoCart(request: AidRequestDocument, services: Services): Promise<void> {
  const user = await findUserWithId(request.userId, services);
  if (!user) return;
  const held = await listPriced(user, services);
  const fitting = held.filter(({ campClass, seat }) => countsFor(request, campClass._id, seat));
  for (const one of fitting) {
    if (!(await changePricing(one, (pricing) => withAid(pricing, request), services))) continue;
    await endOldPayments(one, request, services);
  }
}

/** First the price, then the payments: one that begins in between already has the new price. */
async function endOldPayments(
  one: CartSeat,
  request: AidRequestDocument,
  services: Services,
): Promise<void> {
  if (await endPaymentsOfHold(one.seat, services)) return;
  await changePricing(one, (pricing) => withoutAid(pricing, request), services);
}

function withoutAid({ aid = [], ...pricing }: Pricing, { _id }: AidRequestDocument): Pricing {
  const others = aid.filter(({ id }) => id !== _id.toHexString());
  return { ...pricing, ...(others.length > 0 && { aid: others }) };
}

function withAid(pricing: Pricing, request: AidRequestDocument): Pricing {
  const { aid = [], ...others } = withoutAid(pricing, request);
  return { ...others, aid: [...aid, ...toAid(request)] };
}
