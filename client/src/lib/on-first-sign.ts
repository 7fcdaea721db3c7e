/** What a person does before they scroll, and scrolling itself. */
const SIGNS = ['pointermove', 'touchstart', 'keydown', 'wheel', 'scroll'];

/**
 * Calls back once, at the first sign that a person is about to use the page. What loads then does not
 * slow down the first view, and is there before they have scrolled to it.
 * @returns stops waiting
 */
export function onFirstSign(act: () => void): () => void {
  const waiting = new AbortController();
  for (const sign of SIGNS)
    addEventListener(
      sign,
      () => {
        waiting.abort();
        act();
      },
      { signal: waiting.signal, passive: true },
    );
  return () => waiting.abort();
}
