// Plain values only: the web app's pages load this file.

/** What a webhook tells. `test`: a director wants to see whether it arrives. */
export const HOOK_TYPES = [
  'enrollment.created',
  'enrollment.moved',
  'enrollment.ended',
  'payment.succeeded',
  'payment.refunded',
  'payment.bounced',
  'class.created',
  'class.changed',
  'class.canceled',
  'class.removed',
  'test',
] as const;
export type HookType = (typeof HOOK_TYPES)[number];

/** `failed`: given up after MAX_HOOK_TRIES, or its webhook was switched off. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** How many webhooks a school can have. */
export const MAX_WEBHOOKS = 10;
/** For how many days of failing a webhook stays on. */
export const HOOK_OFF_DAYS = 3;
/** For how many days the list of deliveries goes back. */
export const KEEP_DELIVERY_DAYS = 30;
