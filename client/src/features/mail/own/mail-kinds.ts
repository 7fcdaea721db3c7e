import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import {
  ArrowRightLeft,
  Bell,
  CalendarClock,
  CalendarX,
  HandCoins,
  HeartPulse,
  Hourglass,
  Inbox,
  type LucideIcon,
  Megaphone,
  Receipt,
  Tent,
  Ticket,
  Undo2,
  UserPlus,
  UserRound,
} from 'lucide-react';

type KindLook = { label: string; icon: LucideIcon };

const ACCOUNT: KindLook = { label: 'Your account', icon: UserRound };
const SEAT: KindLook = { label: 'Free seat', icon: Ticket };
const WAITING: KindLook = { label: 'Waiting list', icon: Hourglass };
const MONEY: KindLook = { label: 'Money', icon: HandCoins };
const REMINDER: KindLook = { label: 'Reminder', icon: Bell };

/** What a message is about, as the person who got it reads it. */
export const MAIL_KIND_LOOKS: Record<MailKind, KindLook> = {
  welcome: { label: 'Welcome', icon: Tent },
  'seat held': REMINDER,
  paid: { label: 'Booking', icon: Receipt },
  'payment refused': MONEY,
  refunded: { label: 'Refund', icon: Undo2 },
  'class changed': { label: 'Change', icon: CalendarClock },
  'class canceled': { label: 'Cancellation', icon: CalendarX },
  reminder: REMINDER,
  'new role': ACCOUNT,
  'confirm address': ACCOUNT,
  'account removed': ACCOUNT,
  'account deleted': ACCOUNT,
  'contact form': { label: 'Contact form', icon: Inbox },
  'contact copy': { label: 'Contact form', icon: Inbox },
  'contact reply': { label: 'Reply', icon: Inbox },
  'school message': { label: 'News', icon: Megaphone },
  'guardian invited': { label: 'Invitation', icon: UserPlus },
  'seat kept': { label: 'Waiting list', icon: Hourglass },
  'seat booked': { label: 'Class', icon: Tent },
  'age allowed': { label: 'Class', icon: Tent },
  'health question': { label: 'Question', icon: HeartPulse },
  'seat canceled': { label: 'Cancellation', icon: CalendarX },
  'move asked': { label: 'Move', icon: ArrowRightLeft },
  'seat moved': { label: 'Move', icon: ArrowRightLeft },
  'waiting joined': WAITING,
  'seat offered': SEAT,
  'offer ended': WAITING,
  'seats free': SEAT,
  'waiting closed': WAITING,
  'refund failed': MONEY,
  'payment disputed': MONEY,
  'seat ended': MONEY,
};
