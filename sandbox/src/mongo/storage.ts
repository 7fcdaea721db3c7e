import { mkdirSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { ClassicLevel } from 'classic-level';

type Operation = { type: 'put'; key: string; value: Buffer } | { type: 'del'; key: string };

const CHECK_KEY = 'check';

/** The data does not add up: something between the first write and the last one is missing or changed. */
export class CorruptDataError extends Error {}

/**
 * Rows on disk, in a folder that one process at a time may open. `put` and `remove` only queue; `flush` resolves
 * when all that was queued is on disk. What many callers queue meanwhile goes into one batch: all of it or nothing.
 */
export class Storage {
  readonly #level: ClassicLevel<string, Buffer>;
  /** LevelDB skips damaged rows silently, so the sum of all rows' checksums is kept with every batch. */
  readonly #checksums = new Map<string, number>();
  #sum = 0;
  #queue: Operation[] = [];
  #written: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(level: ClassicLevel<string, Buffer>) {
    this.#level = level;
  }

  /**
   * Opens or makes a folder and reads all rows, in the order of their keys.
   * @throws {CorruptDataError} and LevelDB's own errors: locked, unreadable, damaged
   */
  static async open(folder: string): Promise<{ storage: Storage; rows: [string, Buffer][] }> {
    mkdirSync(folder, { recursive: true });
    const level = new ClassicLevel<string, Buffer>(folder, { valueEncoding: 'buffer' });
    await level.open();
    const storage = new Storage(level);
    const rows: [string, Buffer][] = [];
    let expected = 0;
    for await (const [key, value] of level.iterator()) {
      if (key === CHECK_KEY) {
        expected = value.readUInt32LE();
        continue;
      }
      rows.push([key, value]);
      storage.#count(key, value);
    }
    if (storage.#sum !== expected) {
      await level.close();
      throw new CorruptDataError('the checksum of its rows is wrong');
    }
    return { storage, rows };
  }

  put(key: string, value: Buffer): void {
    this.#count(key, value);
    this.#queue.push({ type: 'put', key, value });
  }

  remove(key: string): void {
    this.#count(key);
    this.#queue.push({ type: 'del', key });
  }

  /** @throws when the disk refuses: memory then holds what the disk does not, and the process has to end */
  flush(): Promise<void> {
    this.#next ??= this.#written = this.#written.then(() => this.#writeQueue());
    return this.#next;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#level.close();
  }

  async #writeQueue(): Promise<void> {
    this.#next = undefined;
    const operations = this.#queue;
    if (operations.length === 0) return;
    this.#queue = [];
    const check = Buffer.alloc(4);
    check.writeUInt32LE(this.#sum);
    operations.push({ type: 'put', key: CHECK_KEY, value: check });
    await this.#level.batch(operations, { sync: true });
  }

  #count(key: string, value?: Buffer): void {
    const checksum = value ? crc32(value, crc32(key)) : 0;
    this.#sum = (this.#sum - (this.#checksums.get(key) ?? 0) + checksum) >>> 0;
    if (value) this.#checksums.set(key, checksum);
    else this.#checksums.delete(key);
  }
}
