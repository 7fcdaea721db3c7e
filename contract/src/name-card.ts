/**
 * What people recognize a saved card by: `Visa 4242`.
 * @param card.brand Stripe's word, such as visa
 */
export function nameCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ${last4}`;
}
