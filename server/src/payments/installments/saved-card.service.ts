import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { ApiError } from '../../errors.ts';
import type { SavedCard } from '../../outside/stripe.ts';
import { replaceCard } from '../../users/saved-cards.ts';
import type { Services } from '../../services.ts';

/** The caller's saved card. Nobody else reads or changes it. */

export function getSavedCard({ card }: UserDocument): { card: SavedCardFacts | null } {
  return { card: card ? present(card) : null };
}

/** @throws {ApiError} `not_found` */
export async function startCardChange(
  { card }: UserDocument,
  { cardPayments }: Services,
): Promise<{ clientSecret: string }> {
  if (!card) throw noCardError();
  return { clientSecret: (await cardPayments.createCardSetup(card.customerId)).clientSecret };
}

/**
 * Charges another card from now on. R369
 * @param setupId Stripe's SetupIntent, with which the browser has saved it. It must be for the caller's own customer
 * @throws {ApiError} `not_found`, `card_not_saved`
 */
export async function changeCard(
  setupId: string,
  user: UserDocument,
  services: Services,
): Promise<{ card: SavedCardFacts }> {
  if (!user.card) throw noCardError();
  const setup = await services.cardPayments.readCardSetup(setupId);
  if (setup?.customerId !== user.card.customerId) throw new ApiError('card_not_saved');
  const { card, customerId } = setup;
  if (!(await replaceCard(user, { ...card, customerId }, services))) throw noCardError();
  return { card: present(card) };
}

function present({ cardId, brand, last4, expMonth, expYear }: SavedCard): SavedCardFacts {
  return { cardId, brand, last4, expMonth, expYear };
}

function noCardError(): ApiError {
  return new ApiError(
    'not_found',
    'We no longer have your card, because nothing is left to charge.',
  );
}
