/** Runs in one tab at a time, of those that name the same. Old browsers have no locks. */
export function runAlone(name: string, act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(name, act) : act();
}
