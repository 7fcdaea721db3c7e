import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { ClassDocument, EnrolledSeat } from '../../database/collections.ts';
import { sumAmounts } from '../../sum-amounts.ts';

/** All parts of a price that the saved card is charged for, with what is left of each. What was paid is for the oldest one. */
export function listInstallments(
  { canceled }: Pick<ClassDocument, 'canceled'>,
  { plan }: Pick<EnrolledSeat, 'plan'>,
): EnrolledClass['installments'] {
  if (!plan?.byCard || canceled) return null;
  let paid = sumAmounts(plan.paid);
  return plan.parts.map(({ due, amount }) => {
    const covered = Math.min(amount, paid);
    paid -= covered;
    return { due, amount, left: amount - covered };
  });
}
