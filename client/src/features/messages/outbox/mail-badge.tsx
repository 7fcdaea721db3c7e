import type { MailState } from '@speakifyr/contract/mail-kinds.ts';
import {
  CircleCheck,
  CircleX,
  Clock,
  type LucideIcon,
  MailX,
  Phone,
  PhoneCall,
  Send,
} from 'lucide-react';
import { STATE_LABELS } from './mail-texts.ts';

const ICONS: Record<MailState, LucideIcon> = {
  queued: Clock,
  sending: Send,
  sent: CircleCheck,
  failed: CircleX,
  stale: MailX,
  'to call': Phone,
  called: PhoneCall,
};

const NEUTRAL = 'bg-base-300 border-base-content/15';
const LOOKS: Record<MailState, string> = {
  queued: NEUTRAL,
  sending: NEUTRAL,
  sent: 'badge-primary',
  failed: 'badge-error',
  stale: NEUTRAL,
  'to call': 'badge-warning',
  called: 'badge-primary',
};

/** The state of an email, in a word and with a sign. */
export function MailBadge({ state }: { state: MailState }) {
  const Icon = ICONS[state];
  return (
    <span className={`badge gap-1.5 text-sm font-semibold whitespace-nowrap ${LOOKS[state]}`}>
      <Icon className="size-4" aria-hidden="true" />
      <span>{STATE_LABELS[state]}</span>
    </span>
  );
}
