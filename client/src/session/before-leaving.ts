/** Before a person logs out, because they may lose something. */
export const leaving: {
  /** What is asked, if anything. @returns whether they still want to leave */
  ask?: () => Promise<boolean>;
  /** Finds what they may lose on pages that don't show it. It sets `ask` then. */
  look?: () => Promise<void>;
} = {};
