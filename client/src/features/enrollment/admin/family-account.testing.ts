import type { Family } from '@speakifyr/contract/families.ts';
import type { HoldingPerson } from '@speakifyr/contract/office.ts';

/** The family whose page it is. */
export const account = {
  ...{ _id: '1'.repeat(24), name: 'Nora Byron', email: 'nora@x.test', hasSignIn: true },
} as Family['account'];

/** A reserved seat. @param cost in cents */
export const held = (
  cartId: string,
  cost: number,
  userId = account._id,
): Family['held'][number] => ({
  campClass: { name: 'Sailing' } as Family['held'][number]['campClass'],
  person: { cartId, cost, userId, name: 'Ada', isReserved: true } as HoldingPerson,
});
