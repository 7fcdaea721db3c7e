import type { ObjectId } from 'mongodb';
import { inject } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import {
  buildClass,
  buildUser,
  confirmPayment,
  getIntentId,
  holdSeatOf,
  recordPayment,
} from './factories.ts';
import type { TestApp } from './test-app.ts';
import { inDays } from './today.ts';

/** A school whose parents may pay in three parts. */
export const IN_THREE_PARTS = { money: { installments: 3 } };

/** Agrees to pay held seats in parts. @returns the started payment of the first part */
export async function agreeToParts(
  app: TestApp,
  person: { email: string },
  cartIds: string[],
): Promise<{ paymentId: string; parts: { due: string; amount: number }[]; text: string }> {
  const query = { cartIds: cartIds.join(',') };
  const { offer } = (await app.as(person).call('GET /installments', { query } as never)).body;
  if (!offer) throw new Error('The school offers no parts');
  const answer = await app.as(person).call('POST /createPayment-intent', {
    body: { price: (offer.parts[0]?.amount ?? 0) / 100, cartIds, agreed: offer.text },
  });
  if (answer.status !== 200) throw new Error(`No payment: ${JSON.stringify(answer.body)}`);
  return { ...offer, paymentId: getIntentId(answer.body.clientSecret) };
}

/** A $189 seat with the first of three parts paid. Unless `fields` says otherwise, the class starts years from now. */
export async function buyInParts(
  app: TestApp,
  fields: Partial<ClassDocument> = {},
  card = 'pm_card_visa',
) {
  const days = { camp_start: inDays(3000), camp_end: inDays(3004) };
  const campClass = await buildClass(app, { price: 189, ...days, ...fields });
  const student = await buildUser(app);
  const { cartId } = await holdSeatOf(app, student, campClass);
  const { paymentId, parts, text } = await agreeToParts(app, student, [cartId]);
  await confirmPayment(paymentId, card);
  await recordPayment(app, student, paymentId);
  return { campClass, student, cartId, paymentId, parts, text };
}

/** An account as it is now. */
export async function readUser(
  { services }: TestApp,
  { _id }: { _id: ObjectId },
): Promise<UserDocument> {
  const user = await services.database.collections.users.findOne({ _id });
  if (!user) throw new Error('The account is gone');
  return user;
}

/** The ids of the cards that Stripe keeps for a customer. */
export async function listCardsAtStripe(customerId = ''): Promise<string[]> {
  const url = `${inject('sandboxUrl')}/v1/customers/${customerId}/payment_methods`;
  const headers = { Authorization: 'Bearer sk_test_sandbox' };
  const list = (await (await fetch(url, { headers })).json()) as { data: { id: string }[] };
  return list.data.map(({ id }) => id);
}

/** Confirms a setup with a card, as Stripe.js does in the browser. @returns its id */
export async function confirmSetup(clientSecret: string, card: string): Promise<string> {
  const setupId = getIntentId(clientSecret);
  await fetch(`${inject('sandboxUrl')}/v1/setup_intents/${setupId}/confirm`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_method: card }),
  });
  return setupId;
}
