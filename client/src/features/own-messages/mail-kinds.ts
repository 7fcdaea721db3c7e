import type { MailKind } from '@speakifyr/contract/limits.ts';
import {
  Bell,
  CalendarClock,
  CalendarX,
  HeartPulse,
  Inbox,
  type LucideIcon,
  Megaphone,
  Receipt,
  Tent,
  Undo2,
  UserPlus,
  UserRound,
} from 'lucide-react';

type KindLook = { label: string; icon: LucideIcon };

const ACCOUNT: KindLook = { label: 'Your account', icon: UserRound };
const REMINDER: KindLook = { label: 'Reminder', icon: Bell };

/** What a message is about, as the person who got it reads it. */
export const MAIL_KIND_LOOKS: Record<MailKind, KindLook> = {
  welcome: { label: 'Welcome', icon: Tent },
  'seat held': REMINDER,
  paid: { label: 'Booking', icon: Receipt },
  refunded: { label: 'Refund', icon: Undo2 },
  'class changed': { label: 'Change', icon: CalendarClock },
  'class canceled': { label: 'Cancellation', icon: CalendarX },
  reminder: REMINDER,
  'new role': ACCOUNT,
  'account removed': ACCOUNT,
  'account deleted': ACCOUNT,
  'contact form': { label: 'Contact form', icon: Inbox },
  'school message': { label: 'News', icon: Megaphone },
  'guardian invited': { label: 'Invitation', icon: UserPlus },
  'health question': { label: 'Question', icon: HeartPulse },
};
