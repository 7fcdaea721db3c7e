import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DEVICE_STORE } from '../../session/wipe-device.ts';
import { readToken, readTokenEmail } from '../../session/session-token.ts';

/**
 * What a phone keeps for a day without a connection, in IndexedDB. All of it is encrypted with a key that the browser
 * keeps and never gives away: decisions/0069. Nothing here throws: a browser without storage keeps nothing.
 */

/** Stores are only added, so that a new version of the app loses no waiting tap. */
const VERSION = 1;
const KEY = 'key';

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer; until: number };
interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  sealed: { key: string; value: Sealed };
}
/** What is encrypted. */
type Content = { owner: string | undefined; value: unknown };

/**
 * Keeps something for the person who is signed in. R404
 * @param until when it expires, in milliseconds since 1970
 */
export async function keep(name: string, value: unknown, until: number): Promise<void> {
  await withStore(async (db) => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const content: Content = { owner: readTokenEmail(), value };
    const bytes = new TextEncoder().encode(JSON.stringify(content));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await findKey(db), bytes);
    // Somebody who has logged out in the meantime leaves nothing behind.
    if (readToken()) await db.put('sealed', { iv, data, until }, name);
  });
}

/** @returns undefined if nothing is kept under this name, or not for the person who is signed in */
export async function readKept<T>(name: string): Promise<T | undefined> {
  return withStore(async (db) => {
    const sealed = await db.get('sealed', name);
    return sealed && (open(db, sealed) as Promise<T | undefined>);
  });
}

/**
 * Everything whose name begins with `start`, also what can't be opened: `value` is undefined then.
 * @returns undefined if the store does not answer: nobody knows what is kept
 */
export async function readAllKept<T>(
  start: string,
): Promise<{ name: string; value: T | undefined }[] | undefined> {
  return withStore(async (db) => {
    const range = IDBKeyRange.bound(start, `${start}\uffff`);
    // In one transaction: each name has its own entry.
    const { store } = db.transaction('sealed');
    const [names, all] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    return Promise.all(
      all.map(async (sealed, index) => ({
        name: names[index]!,
        // One that is broken does not take the others along.
        value: (await open(db, sealed).catch(() => undefined)) as T | undefined,
      })),
    );
  });
}

export async function forgetKept(name: string): Promise<void> {
  await withStore((db) => db.delete('sealed', name));
}

/** Deletes what is older than its day. The key opens nothing then. */
export async function forgetOldDays(now = Date.now()): Promise<void> {
  await withStore(async (db) => {
    const { store, done } = db.transaction('sealed', 'readwrite');
    for await (const cursor of store) if (cursor.value.until <= now) await cursor.delete();
    await done;
  });
}

/** Whether this browser can keep something. Without HTTPS, none can. */
export function hasDeviceStore(): boolean {
  return 'indexedDB' in globalThis && 'subtle' in crypto;
}

/** Opens the store for one act. An open one would keep another tab from deleting it. */
async function withStore<T>(act: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  if (!readToken() || !hasDeviceStore()) return undefined;
  let db: IDBPDatabase<Schema> | undefined;
  try {
    db = await openDB<Schema>(DEVICE_STORE, VERSION, {
      upgrade(store) {
        for (const name of ['keys', 'sealed'] as const)
          if (!store.objectStoreNames.contains(name)) store.createObjectStore(name);
      },
    });
    return await act(db);
  } catch (error) {
    console.error('The device keeps nothing', error);
    return undefined;
  } finally {
    db?.close();
  }
}

/** If two tabs make a key at once, the first one stays. */
async function findKey(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const known = await db.get('keys', KEY);
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const transaction = db.transaction('keys', 'readwrite');
  const found = await transaction.store.get(KEY);
  if (!found) await transaction.store.put(made, KEY);
  await transaction.done;
  return found ?? made;
}

async function open(db: IDBPDatabase<Schema>, { iv, data, until }: Sealed): Promise<unknown> {
  if (until <= Date.now()) return undefined;
  const key = await db.get('keys', KEY);
  if (!key) return undefined;
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
  const { owner, value } = JSON.parse(new TextDecoder().decode(bytes)) as Content;
  return owner === readTokenEmail() ? value : undefined;
}
