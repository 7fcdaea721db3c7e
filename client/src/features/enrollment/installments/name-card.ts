import type { SavedCardFacts } from '@speakifyr/contract/installments.ts';
import { capitalize } from '../../../lib/capitalize.ts';

/** What a saved card is called: `Visa 4242`. */
export function nameCard({ brand, last4 }: Pick<SavedCardFacts, 'brand' | 'last4'>): string {
  return `${capitalize(brand)} ${last4}`;
}
