import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { BSON, type Document } from 'mongodb';
import * as z from 'zod';
import type { Collections } from '../../database/collections.ts';

/**
 * A backup is a folder with a file for each collection, such as `users.jsonl.gz`, and `manifest.json`. Each line of a
 * file is a document in MongoDB's canonical Extended JSON, which keeps every type. Lines are sorted by `_id`.
 */

const manifest = z.object({
  format: z.literal(1),
  /** Of the data: database/layout.ts. */
  layout: z.int().default(0),
  /** Which version made the backup. Missing if that was 0.1.0 or older. */
  version: z.string().optional(),
  commit: z.string().optional(),
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

/** The lines of a collection, sorted by `_id`. An integer stays an integer, a double stays a double. */
export async function* readCollection(
  collections: Collections,
  name: CollectionName,
): AsyncGenerator<string> {
  const asStored = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };
  const documents = collections[name].find({} as never, { sort: { _id: 1 }, ...asStored });
  for await (const document of documents)
    yield BSON.EJSON.stringify(document as Document, { relaxed: false });
}

/** @returns the document in a line, with its exact types */
export function parseLine(line: string): Document {
  return BSON.EJSON.parse(line, { relaxed: false }) as Document;
}

/** Counts and hashes lines. @param use what else to do with each of them */
export async function digestLines(
  lines: AsyncIterable<string>,
  use: (line: string) => unknown = () => {},
): Promise<Digest> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const line of lines) {
    hash.update(`${line}\n`);
    count += 1;
    await use(line);
  }
  return { count, sha256: hash.digest('hex') };
}

export function filePath(folder: string, name: string): string {
  return join(folder, `${name}.jsonl.gz`);
}

export function manifestPath(folder: string): string {
  return join(folder, 'manifest.json');
}

/** The lines of a collection's file. @throws if the file is missing or broken */
export async function* readFileLines(folder: string, name: string): AsyncGenerator<string> {
  const file = createReadStream(filePath(folder, name));
  const text = createGunzip();
  // A failing stream does not by itself end the next one.
  file.once('error', (error) => text.destroy(error));
  yield* createInterface({ input: file.pipe(text), crlfDelay: Infinity });
}

/** @throws {Error} one sentence if the folder has no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = manifestPath(folder);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${folder} is not a finished backup: it has no manifest.json.`);
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged. Nothing was written.`);
  }
}
