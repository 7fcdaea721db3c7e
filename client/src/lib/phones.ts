import type * as PhoneNumbers from '@speakifyr/contract/phone-numbers.ts';
import { linkToPhone } from '@speakifyr/contract/phone-text.ts';
import { useSyncExternalStore } from 'react';

type Phones = typeof PhoneNumbers;

let phones: Phones | undefined;
let loading: Promise<Phones> | undefined;
const listeners = new Set<() => void>();

/**
 * Loads what is known about the numbers of each country: as much as a page, so only where a number is read or shown.
 * @throws if there is no connection; the next call tries again
 */
export function loadPhones(): Promise<Phones> {
  loading ??= import('@speakifyr/contract/phone-numbers.ts').then(
    (loaded) => {
      phones = loaded;
      for (const onLoad of listeners) onLoad();
      return loaded;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * How stored numbers are shown and dialed. Until their countries are known, they stand as they are stored, and the link
 * dials them all the same. R243
 */
export function usePhones(): Pick<Phones, 'writePhoneNumber' | 'dialPhoneNumber'> {
  return useSyncExternalStore(subscribe, () => phones) ?? STORED;
}

const STORED = {
  writePhoneNumber: (phone: string) => phone.replace(';ext=', ' ext. '),
  dialPhoneNumber: linkToPhone,
};

function subscribe(onLoad: () => void): () => void {
  listeners.add(onLoad);
  // Without a connection, numbers stay as they are stored.
  loadPhones().catch(() => undefined);
  return () => listeners.delete(onLoad);
}
