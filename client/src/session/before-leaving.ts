/** What is asked before the person logs out, if anything: it may lose something. */
export const leaving: { ask?: () => Promise<boolean> } = {};
