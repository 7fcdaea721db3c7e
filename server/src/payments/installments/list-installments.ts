import { listParts } from '@speakifyr/contract/owed.ts';
import { isChargedTo } from '../../seats/seat-plan.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import type { ClassDocument, EnrolledSeat } from '../../database/class-document.ts';

/** All parts of a price that the saved card is charged for, with what is left of each. */
export function listInstallments(
  { canceled }: Pick<ClassDocument, 'canceled'>,
  { userId, plan }: Pick<EnrolledSeat, 'userId' | 'plan'>,
): EnrolledClass['installments'] {
  return plan && isChargedTo(userId, plan) && !canceled ? listParts(plan) : null;
}
