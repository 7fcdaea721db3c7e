import { strToU8, type Zippable, zipSync } from 'fflate/browser';

/**
 * Stands in for fflate where write-excel-file uses it (vite.config.ts). fflate would start a worker from a text for more
 * than 160 kB, which the content policy of our pages forbids. A month is zipped in a few milliseconds anyway.
 */
export { strToU8, zipSync };

/** Like fflate's function of that name, but without a worker. */
export function zip(files: Zippable, done: (error: null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
