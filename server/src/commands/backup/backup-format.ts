import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Collections } from '../../database/collections.ts';
import { BSON, type Document } from 'mongodb';
import { z } from 'zod';

/**
 * A backup is a folder with a file for each collection, such as `users.jsonl.gz`, and `manifest.json`. Each line of a
 * file is a document in MongoDB's canonical Extended JSON, which keeps every type. Lines are sorted by `_id`.
 */

const MANIFEST = 'manifest.json';

const manifest = z.object({
  format: z.literal(1),
  /** Of the data: database/layout.ts. */
  layout: z.int().default(0),
  database: z.string(),
  /** When reading began and ended. */
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  collections: z.array(
    z.object({ name: z.string(), count: z.int().min(0), sha256: z.hex().length(64) }),
  ),
});
export type Manifest = z.output<typeof manifest>;
export type CollectionName = keyof Collections;
/** The number of documents and the SHA-256 of their lines. */
export type Digest = { count: number; sha256: string };

/** Documents with their exact types: an integer stays an integer, a double stays a double. */
const AS_STORED = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** The lines of a collection, sorted by `_id`. */
export async function* readCollection(
  collections: Collections,
  name: CollectionName,
): AsyncGenerator<string> {
  const documents = collections[name].find({} as never, { sort: { _id: 1 }, ...AS_STORED });
  for await (const document of documents)
    yield BSON.EJSON.stringify(document as Document, { relaxed: false });
}

/** @returns the document in a line, with its exact types */
export function parseLine(line: string): Document {
  return BSON.EJSON.parse(line, { relaxed: false }) as Document;
}

/** Counts and hashes the lines that are added. */
export function createDigester() {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(line: string) {
      hash.update(`${line}\n`);
      count += 1;
    },
    finish: (): Digest => ({ count, sha256: hash.digest('hex') }),
  };
}

/** @returns the count and hash of all lines */
export async function digestLines(lines: AsyncIterable<string>): Promise<Digest> {
  const digester = createDigester();
  for await (const line of lines) digester.add(line);
  return digester.finish();
}

export function filePath(folder: string, name: string): string {
  return join(folder, `${name}.jsonl.gz`);
}

export function manifestPath(folder: string): string {
  return join(folder, MANIFEST);
}

/** The lines of a collection's file. @throws if the file is missing or broken */
export async function* readFileLines(folder: string, name: string): AsyncGenerator<string> {
  const file = createReadStream(filePath(folder, name));
  const text = createGunzip();
  // A failing stream does not end the next one by itself.
  file.once('error', (error) => text.destroy(error));
  yield* createInterface({ input: file.pipe(text), crlfDelay: Infinity });
}

/** @throws {Error} one sentence if the folder has no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => {
    throw new Error(`${folder} is not a finished backup: it has no ${MANIFEST}.`);
  });
  const parsed = manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${manifestPath(folder)} is damaged. Nothing was written.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
