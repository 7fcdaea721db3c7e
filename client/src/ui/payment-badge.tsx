import type { PaymentState } from '@speakifyr/contract/limits.ts';
import { Ban, CircleCheck, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { PAYMENT_LABELS } from './payment-labels.ts';

const ICONS: Record<PaymentState | 'part' | 'bounced', LucideIcon> = {
  enrolled: CircleCheck,
  part: Undo2,
  bounced: Ban,
  open: Clock,
  refunded: Undo2,
  canceled: Ban,
};

/** The state of a payment, in a word and with a sign. */
export function PaymentBadge({ state }: { state: PaymentState | 'part' | 'bounced' }) {
  const Icon = ICONS[state];
  return (
    <span
      className={`badge gap-1.5 text-sm font-semibold whitespace-nowrap ${state === 'enrolled' ? 'badge-primary' : 'bg-base-300 border-base-content/15'}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      {PAYMENT_LABELS[state]}
    </span>
  );
}
