/** Whether our site answers. `navigator.onLine` only knows whether there is any network at all. */
export async function isSiteReachable(): Promise<boolean> {
  try {
    return (await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Whether an error says that a part of the app could not be loaded. Each browser words it differently. */
export function isLoadError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|preload CSS/i.test(error.message)
  );
}

/** Loads the page again. */
export function reloadPage(): void {
  location.reload();
}
