import { createHash } from 'node:crypto';

/** What a public call answers with, as bytes: the same for everybody who asks. */
export type CachedAnswer = {
  /** Of the call, such as `/api/classes/:id`. */
  route: string;
  body: Buffer;
  /** How many entries match in all, where the answer is a page of them. */
  total: string | undefined;
  /** Strong: another body or total has another one. With its quotation marks. */
  etag: string;
};

/** An answer that is kept or being made. */
type Entry = {
  /** By the monotonic clock, from before the database was read. */
  startedAt: number;
  answer: Promise<CachedAnswer>;
  /** Once it is there. */
  made?: CachedAnswer;
};

/**
 * How long an answer is given again. What another process writes is seen after this time at the latest, whatever
 * happens to that process: nothing has to be told to anybody.
 */
const MAX_AGE_MS = 1_000;
/** Of all bodies together; beyond it the oldest ones go. */
const MAX_BYTES = 32 * 1024 * 1024;

/** @param total of a page's matches */
export function makeCachedAnswer(
  route: string,
  answer: unknown,
  total: string | undefined,
): CachedAnswer {
  const body = Buffer.from(JSON.stringify(answer));
  const hash = createHash('sha256')
    .update(`${total ?? ''}\n`)
    .update(body);
  return { route, body, total, etag: `"${hash.digest('base64url')}"` };
}

/**
 * Keeps the bytes of public answers for a second, so that however many ask, the database is read once a second for
 * each of them, and once at a time.
 */
export class CachedAnswers {
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** @returns the answer, if it is there and not too old */
  find(key: string): CachedAnswer | undefined {
    const found = this.#entries.get(key);
    if (!found?.made || performance.now() - found.startedAt >= MAX_AGE_MS) return undefined;
    return found.made;
  }

  /**
   * @param key the call's address as it was sent
   * @param make reads and writes the answer; if it fails, everybody who waits for it is told, and nothing is kept
   */
  get(key: string, make: () => Promise<CachedAnswer>): Promise<CachedAnswer> {
    const now = performance.now();
    const found = this.#entries.get(key);
    if (found && now - found.startedAt < MAX_AGE_MS) return found.answer;
    this.#dropOld(now);
    const entry: Entry = { startedAt: now, answer: make() };
    this.#entries.set(key, entry);
    entry.answer.then(
      (made) => this.#keep(key, entry, made),
      () => this.#drop(key, entry),
    );
    return entry.answer;
  }

  /** Forgets everything: a write of this process is seen at once, also by who joins an answer that is being made. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #keep(key: string, entry: Entry, made: CachedAnswer): void {
    // Cleared while it was made.
    if (this.#entries.get(key) !== entry) return;
    entry.made = made;
    this.#bytes += made.body.length;
    for (const [oldKey, old] of this.#entries) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#drop(oldKey, old);
    }
  }

  #dropOld(now: number): void {
    for (const [key, entry] of this.#entries) {
      if (now - entry.startedAt < MAX_AGE_MS) return;
      this.#drop(key, entry);
    }
  }

  #drop(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.made?.body.length ?? 0;
  }
}
