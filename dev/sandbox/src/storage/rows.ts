import { closeSync, constants, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ClassicLevel } from 'classic-level';

type Operation = { type: 'put'; key: string; value: Buffer } | { type: 'del'; key: string };

const CHECK_KEY = 'check';

/** Beside LevelDB's own files: the number of the last batch that was acknowledged. */
const LAST_BATCH_FILE = 'last-batch';

/** How many rows are read at a time. More would need more memory at the start. */
const ROWS_AT_ONCE = 1_000;

/** The stored data is incomplete or was changed. */
export class CorruptDataError extends Error {}

/** The disk is full or read-only. The message is a sentence for the developer. */
export class UnwritableError extends Error {
  constructor(folder: string, cause: unknown) {
    const { message, cause: inner } = cause as Error & { cause?: Error };
    super(
      `${folder} can't be written (${inner?.message ?? message}): free some space or allow writing, then start again.`,
      { cause },
    );
  }
}

/**
 * Rows on disk, in a folder that one process at a time may open. `put` and `remove` only queue changes; `flush`
 * resolves when they are on disk. Changes that were queued together are written in one batch: all or none.
 */
export class Storage {
  readonly #folder: string;
  readonly #level: ClassicLevel<string, Buffer>;
  readonly #lastBatchFile: number;
  /** Stored with every batch, because LevelDB skips damaged rows silently. */
  readonly #checksums = new Map<string, number>();
  #sum = 0;
  /** Batches are counted, because LevelDB also skips a damaged or missing end of its log silently. */
  #batch = 0;
  /** The last batch that is on disk. */
  #batchOnDisk = 0;
  #queue: Operation[] = [];
  #written: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(folder: string, level: ClassicLevel<string, Buffer>) {
    this.#folder = folder;
    this.#level = level;
    this.#lastBatchFile = openSync(
      join(folder, LAST_BATCH_FILE),
      constants.O_RDWR | constants.O_CREAT,
    );
  }

  /** Opens or makes a folder. Call `readAll` first. @throws LevelDB's own errors: locked, unreadable, damaged */
  static async open(folder: string): Promise<Storage> {
    mkdirSync(folder, { recursive: true });
    const level = new ClassicLevel<string, Buffer>(folder, { valueEncoding: 'buffer' });
    await level.open();
    return new Storage(folder, level);
  }

  /** Reads all rows in the order of their keys, or closes the folder. @throws {CorruptDataError} and LevelDB's */
  async readAll(visit: (key: string, value: Buffer) => void): Promise<void> {
    try {
      await this.#checkAll(visit);
    } catch (error) {
      closeSync(this.#lastBatchFile);
      await this.#level.close();
      throw error;
    }
  }

  async #checkAll(visit: (key: string, value: Buffer) => void): Promise<void> {
    let expected = 0;
    const iterator = this.#level.iterator();
    for (;;) {
      const rows = await iterator.nextv(ROWS_AT_ONCE);
      if (rows.length === 0) break;
      for (const [key, value] of rows) {
        if (key === CHECK_KEY) {
          expected = value.readUInt32LE();
          this.#batch = value.readUInt32LE(4);
          continue;
        }
        this.#count(key, value);
        visit(key, value);
      }
    }
    if (this.#sum !== expected) throw new CorruptDataError('the checksum of its rows is wrong');
    if (this.#batch < this.#readLastBatch())
      throw new CorruptDataError('its last changes are missing');
  }

  /** @returns the number of the batch in which it will be written */
  put(key: string, value: Buffer): number {
    this.#count(key, value);
    this.#queue.push({ type: 'put', key, value });
    return this.#batch + 1;
  }

  /** @returns as `put` */
  remove(key: string): number {
    this.#count(key);
    this.#queue.push({ type: 'del', key });
    return this.#batch + 1;
  }

  /**
   * @param batch waits only until this batch is on disk
   * @throws {UnwritableError} the process must end then, because memory and disk differ
   */
  async flush(batch = Infinity): Promise<void> {
    if (batch <= this.#batchOnDisk) return;
    // A read does not wait for later changes.
    if (this.#queue.length === 0) return this.#written;
    this.#next ??= this.#written = this.#written.then(() => this.#writeQueue());
    return this.#next;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#level.close();
    closeSync(this.#lastBatchFile);
  }

  async #writeQueue(): Promise<void> {
    this.#next = undefined;
    const operations = this.#queue;
    this.#queue = [];
    this.#batch += 1;
    const check = Buffer.alloc(8);
    check.writeUInt32LE(this.#sum);
    check.writeUInt32LE(this.#batch, 4);
    operations.push({ type: 'put', key: CHECK_KEY, value: check });
    try {
      await this.#level.batch(operations, { sync: true });
      // Written after the batch: a number that is too high would count as damage.
      writeSync(this.#lastBatchFile, check, 4, 4, 0);
      this.#batchOnDisk = this.#batch;
    } catch (error) {
      throw new UnwritableError(this.#folder, error);
    }
  }

  #readLastBatch(): number {
    const bytes = Buffer.alloc(4);
    readSync(this.#lastBatchFile, bytes, 0, 4, 0);
    return bytes.readUInt32LE();
  }

  #count(key: string, value?: Buffer): void {
    const checksum = value ? crc32(value, crc32(key)) : 0;
    this.#sum = (this.#sum - (this.#checksums.get(key) ?? 0) + checksum) >>> 0;
    if (value) this.#checksums.set(key, checksum);
    else this.#checksums.delete(key);
  }
}
