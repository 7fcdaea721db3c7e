/** The name of the database in which a phone keeps lists and taps: device-store.ts. */
export const DEVICE_STORE = 'camp-day';

/**
 * Deletes what the device keeps for a day without a connection: lists, taps, the key, the app itself. Never throws.
 * R404
 */
export async function wipeDevice(): Promise<void> {
  await Promise.allSettled([deleteStore(), forgetApp()]);
}

function deleteStore(): Promise<unknown> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(DEVICE_STORE);
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
}

async function forgetApp(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  if (workers.length === 0) return;
  await Promise.all(workers.map((worker) => worker.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
