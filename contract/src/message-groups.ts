// Apart from limits.ts, which Home loads.

/** Who in the chosen classes gets a message. `waiting`: those on their waiting lists. */
export const MESSAGE_GROUPS = [
  'enrolled',
  'health missing',
  'contact missing',
  'forms missing',
  'waiting',
] as const;
export type MessageGroup = (typeof MESSAGE_GROUPS)[number];

/** How many classes one message may go to. */
export const MAX_MESSAGE_CLASSES = 400;

/** How many of its readers the preview names. */
export const MAX_NAMED_READERS = 500;
