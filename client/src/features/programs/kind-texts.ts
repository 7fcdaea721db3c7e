import type { KeyKind } from '@speakifyr/contract/limits.ts';

/** What each kind of key reads. */
export const KIND_TEXTS: Record<KeyKind, { label: string; text: string }> = {
  classes: { label: 'Classes', text: 'All classes, with seats taken and free.' },
  rosters: { label: 'Rosters', text: 'Who is enrolled in a class: names, emails and entry codes.' },
  payments: { label: 'Payments', text: 'Every payment, refund and fee of a month, without names.' },
};
