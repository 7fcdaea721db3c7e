/** What this device keeps, until somebody clears it. */
export const deviceStorage = openStorage('localStorage');

/** What this tab keeps, until it is closed. */
export const tabStorage = openStorage('sessionStorage');

/**
 * The browser's storage. A person can forbid it, and then each access throws; what is written lives as long as the page.
 * Everything goes through here, so that no page fails because of that.
 */
function openStorage(name: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>();
  return {
    read(key: string): string | null {
      const written = memory.get(key);
      if (written !== undefined) return written;
      try {
        return window[name].getItem(key);
      } catch {
        return null;
      }
    },
    write(key: string, value: string): void {
      try {
        window[name].setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key: string): void {
      memory.delete(key);
      try {
        window[name].removeItem(key);
      } catch {
        // Then nothing is there.
      }
    },
  };
}

/** Whether the person, or the app around the page, forbids the browser to keep anything for this site. */
export function isStorageBlocked(): boolean {
  if (import.meta.env.SSR) return false;
  try {
    return !window.localStorage;
  } catch {
    return true;
  }
}
