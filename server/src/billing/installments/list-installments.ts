import { listParts } from '@speakifyr/contract/owed.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { ClassDocument, EnrolledSeat } from '../../database/collections.ts';

/** All parts of a price that the saved card is charged for, with what is left of each. */
export function listInstallments(
  { canceled }: Pick<ClassDocument, 'canceled'>,
  { plan }: Pick<EnrolledSeat, 'plan'>,
): EnrolledClass['installments'] {
  return plan?.byCard && !canceled ? listParts(plan) : null;
}
