let end: (() => Promise<void>) | undefined;

/**
 * Says what ends a session that the server refused: logging out and going to the log-in page.
 * @returns takes it back
 */
export function onRefusedSession(handler: () => Promise<void>): () => void {
  end = handler;
  return () => {
    if (end === handler) end = undefined;
  };
}

/** Ends the session; what goes wrong with that is only logged, spec section 8. */
export async function endRefusedSession(): Promise<void> {
  try {
    await end?.();
  } catch (error) {
    console.error('Could not log out', error);
  }
}
