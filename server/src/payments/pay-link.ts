import { createHmac } from 'node:crypto';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { CLAIM_LENGTH, CLAIM_LETTERS } from '@speakifyr/contract/families.ts';
import type { PayLink } from '@speakifyr/contract/pay-links.ts';
import { sumTaxes } from '@speakifyr/contract/tax.ts';
import { taxesOfPrice } from '../prices/taxes.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { ObjectId } from 'mongodb';
import { settlePayment } from '../changes/settle-payment.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { findPayment, listPaymentsOfHolds } from '../ledger/payment-store.ts';
import { listSeatsOf, onlyEnrolled, onlyHeld, type SeatOfClass } from '../seats/find-seat.ts';
import type { Services } from '../services.ts';
import { hashCode, spellShortCode } from '../short-code.ts';
import { findFamily, findNewOwner, findUserWithId } from '../users/find-users.ts';
import { findSeatsToCollect } from './seats-to-collect.ts';
import { readItems, startPayment } from './start-payment.ts';

/**
 * A link with which somebody without an account pays for seats that the office has reserved: only for these, and only while
 * they are reserved. Its code is made from the link's id and the server's secret, so that it can be written into an email
 * later, and the database has only a hash of it. decisions/0117, R582
 */

/** Where a link leads. The code is behind a `#`, so that no server and no log gets it with the address. */
export const PAY_PAGE = '/pay';

type Secret = Pick<Services, 'environment'>;

/** 30 to the power of 12, and few tries a minute: nobody guesses one. */
export function makePayCode(linkId: ObjectId, { environment }: Secret): string {
  const made = createHmac('sha256', environment.JWT_SECRET)
    .update(`pay link ${linkId.toHexString()}`)
    .digest();
  return [...made.subarray(0, CLAIM_LENGTH)]
    .map((byte) => CLAIM_LETTERS[byte % CLAIM_LETTERS.length])
    .join('');
}

function hashPayCode(code: string, services: Secret): string {
  return hashCode(`pay code ${code}`, services);
}

/**
 * Makes a link for reserved seats. It replaces the family's last one.
 * @param familyId the account's: 24 hexadecimal digits
 * @returns the code, and when the first of the seats ends, and with it the link
 * @throws {ApiError} `not_found`; `seat_not_held` if one of them is not reserved
 */
export async function makePayLink(
  familyId: string,
  cartIds: string[],
  admin: UserDocument,
  services: Services,
): Promise<{ code: string; until: string }> {
  const account = await findFamily(familyId, services);
  const { held, owing } = await findSeatsToCollect(account, cartIds, services);
  if (owing.length > 0) throw new ApiError('seat_not_held');
  const linkId = new ObjectId();
  const code = makePayCode(linkId, services);
  const seatIds = held.map(({ seat }) => seat.seatId);
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'make pay link',
    userId: account._id,
    linkId,
    target: account.email,
    before: null,
    after: { seats: seatIds.length },
  });
  await services.database.collections.users.updateOne(
    { _id: account._id },
    {
      $set: { payLink: { id: linkId, hash: hashPayCode(code, services), seatIds } },
      $push: { events: event },
    },
  );
  return { code: spellShortCode(code), until: findEnd(held) ?? '' };
}

function findEnd(held: { seat: { heldUntil: Date } }[]): string | null {
  return held.map(({ seat }) => seat.heldUntil.toISOString()).sort()[0] ?? null;
}

type Wanted = ParsedInput<Contract['POST /payLink']>['body'];

/**
 * Opens a link: what its seats cost now. With a price, it starts their payment, or resumes it: two people at once get the same
 * one. With a payment, it gives that its seats. Whoever has the code learns nothing else about the family.
 * @throws {ApiError} `code_unknown`; as `startPayment`
 */
export async function openPayLink(
  { code, price, currency, texts, transactionId }: Wanted,
  services: Services,
): Promise<PayLink> {
  const { collections } = services.database;
  const hash = hashPayCode(code, services);
  const found = await collections.users.findOne({ 'payLink.hash': hash });
  const owner = found && (await findUserWithId(findNewOwner(found) ?? found._id, services));
  if (!found?.payLink || owner?.status !== 'active') throw new ApiError('code_unknown');
  const account = { ...owner, payLink: found.payLink };
  const { seatIds } = account.payLink;
  const isOfLink = (id: ObjectId) => seatIds.some((one) => one.equals(id));
  if (transactionId) await settleOfLink(transactionId, account, isOfLink, services);
  const { held, items, isPaid } = await listPayLinkSeats(account, services);
  if (held.length === 0) {
    const state = isPaid ? 'paid' : (await isEverPaid(seatIds, services)) ? 'over' : 'ended';
    return { state, seats: [], amount: 0, heldUntil: null, clientSecret: null };
  }
  const cartIds = held.map(({ seat }) => seat.seatId.toHexString());
  const started =
    price === undefined
      ? undefined
      : await startPayment(
          { price, cartIds, ...(currency && { currency }), ...(texts && { texts }) },
          account,
          services,
          { byLink: true },
        );
  return {
    state: 'open',
    seats: held.map((one, place) => describe(one, items[place]?.amount ?? 0)),
    amount: sumAmounts(items),
    taxes: sumTaxes(items.flatMap((item) => taxesOfPrice(item).taxes ?? [])),
    heldUntil: started?.heldUntil ?? findEnd(held),
    clientSecret: started?.clientSecret ?? null,
  };
}

async function isEverPaid(seatIds: ObjectId[], { database }: Services): Promise<boolean> {
  const holds = seatIds.map((seatId) => ({ seatId }));
  const payments = await listPaymentsOfHolds(database.collections, holds);
  return payments.some(({ status }) => status === 'enrolled' || status === 'refunded');
}

/** The seats of an account's link that are still reserved, with their lines, and whether all of it is paid. */
export async function listPayLinkSeats(
  { _id: userId, payLink }: Pick<UserDocument, '_id' | 'payLink'>,
  services: Services,
) {
  const all = await listSeatsOf(services.database.collections, { userId });
  const seats = all.filter(({ seat }) => payLink?.seatIds.some((id) => id.equals(seat.seatId)));
  const held = onlyHeld(seats).filter(({ seat }) => seat.heldUntil > services.now());
  const items = await readItems(held, services);
  return { held, items, isPaid: onlyEnrolled(seats).length === payLink?.seatIds.length };
}

function describe({ campClass }: SeatOfClass, amount: number): PayLink['seats'][number] {
  const { name: className, camp_start, camp_end } = campClass;
  return { className, camp_start, camp_end, amount };
}

/** Only a payment of these seats: a code says nothing about another one. */
async function settleOfLink(
  paymentId: string,
  account: UserDocument,
  isOfLink: (seatId: ObjectId) => boolean,
  services: Services,
): Promise<void> {
  const payment = await findPayment(services.database.collections, paymentId);
  if (!payment?.userId.equals(account._id)) return;
  if (payment.items.every(({ seatId }) => isOfLink(seatId)))
    await settlePayment(paymentId, services);
}
