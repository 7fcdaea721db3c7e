import type { KeyKind } from '@speakifyr/contract/limits.ts';

/** What each kind of key reads. */
export const KIND_TEXTS: Record<KeyKind, { label: string; text: string }> = {
  classes: { label: 'Classes', text: 'all classes, with seats taken and free' },
  rosters: { label: 'Rosters', text: 'names and emails of who is enrolled' },
  payments: { label: 'Payments', text: 'the money of each month, without names' },
};
