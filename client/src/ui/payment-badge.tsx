import {
  Ban,
  CircleCheck,
  Clock,
  Hourglass,
  type LucideIcon,
  PiggyBank,
  Undo2,
} from 'lucide-react';
import { PAYMENT_LABELS, type PaymentLook } from '@speakifyr/contract/money-words.ts';

const ICONS: Record<PaymentLook, LucideIcon> = {
  enrolled: CircleCheck,
  part: Undo2,
  credit: PiggyBank,
  bounced: Ban,
  owing: Hourglass,
  unpaid: Hourglass,
  open: Clock,
  refunded: Undo2,
  canceled: Ban,
};

/** The state of a payment, in a word and with a sign. */
export function PaymentBadge({ state }: { state: PaymentLook }) {
  const Icon = ICONS[state];
  return (
    <span
      className={`badge gap-1.5 text-sm font-semibold whitespace-nowrap ${state === 'enrolled' ? 'badge-primary' : 'bg-base-300 border-base-content/15'}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      <span>{PAYMENT_LABELS[state]}</span>
    </span>
  );
}
