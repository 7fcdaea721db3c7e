import { expect, type Locator, type Page } from '@playwright/test';
import { addChild, comeConfirmed, enrollChild, MIA } from './families.ts';
import { changeClass, dayFromToday, openClass } from './own-class.ts';

/** The school's day, which begins hours before ours. */
export const readToday = () => new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });

/**
 * A new parent enrolls Mia in a class, which then begins today and ends the day after tomorrow.
 * @param name what the class is called, with a number of its own after it
 */
export async function enrollMiaForToday(
  parent: Page,
  admin: Page,
  name: string,
): Promise<{ classId: string; childId: string; className: string }> {
  const { email } = await comeConfirmed(parent);
  const className = `${name} ${Date.now()}`;
  const starts = { camp_start: dayFromToday(9), camp_end: dayFromToday(10) };
  const classId = await openClass(admin, className, { price: 0, ...starts });
  const childId = await addChild(parent, MIA);
  await enrollChild(parent, { email, classId, childId });
  await changeClass(admin, classId, { camp_start: readToday(), camp_end: dayFromToday(2) });
  return { classId, childId, className };
}

/** Somebody on the day list. */
export const findRow = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name });

/** Presses a button of somebody's row. */
export const pressInRow = (page: Page, what: string, name: string) =>
  findRow(page, name)
    .getByRole('button', { name: new RegExp(`^${what}`) })
    .click();

/**
 * Asks to let a child leave. A press within 0.6 seconds after the one before on the same button does not count, because it was
 * meant for the button as it was. A journey is faster than a thumb, so it presses again as a person would.
 * @returns the dialog about who collects it
 */
export async function openHandOver(page: Page, name: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: `Who collects ${name}?` });
  await expect(async () => {
    await pressInRow(page, 'Leaves', name);
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return dialog;
}

/** All that a phone has of this site, as text: databases, caches, local and session storage. */
export async function readDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    const decode = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return new TextDecoder('latin1').decode(value as ArrayBuffer);
      if (value instanceof CryptoKey) return `CryptoKey ${value.extractable}`;
      if (typeof value === 'object' && value) return Object.values(value).map(decode).join(' ');
      return String(value);
    };
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await read(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([
          read(objects.getAllKeys()),
          read(objects.getAll()),
        ]);
        texts.push(`database ${name} ${store}:`, ...keys.map(String), ...values.map(decode));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });
}

/** Waits until the phone could do without a connection. */
export async function getReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)))
    .toBe(true);
  await expect
    .poll(async () => /camp-day sealed:[^]*\S{40}/.test(await readDevice(page)))
    .toBe(true);
}
