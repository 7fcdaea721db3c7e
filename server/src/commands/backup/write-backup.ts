import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Collections } from '../../database/collections.ts';
import { COMMIT, VERSION } from '../../version.ts';
import {
  type CollectionName,
  type Digest,
  digestLines,
  filePath,
  type Manifest,
  manifestPath,
  readCollection,
} from './backup-format.ts';

/**
 * Documents that refer to others are read before them. So in a backup of a running school, a seat always has its
 * payment, and a payment its student. Payments that are settled in between are settled again after a restore: see
 * restore-backup.ts. The audit log comes after the users and classes that events move from. The layout's mark is last:
 * until a restore has brought everything back, no server starts.
 */
const FIRST: CollectionName[] = ['classes', 'payments'];
const LAST: CollectionName[] = ['users', 'events', 'layout'];

/**
 * Writes all collections into a new folder, which only its owner can read, whatever layout they have. The manifest is written last, so a folder
 * with a manifest is complete.
 * @throws {Error} one sentence if the folder is not empty
 */
export async function writeBackup(
  collections: Collections,
  database: string,
  folder: string,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty: name a new folder.`);
  const startedAt = new Date().toISOString();
  const written: Manifest['collections'] = [];
  for (const name of orderCollections(collections))
    written.push({ name, ...(await writeCollection(collections, name, folder)) });
  const manifest: Manifest = {
    format: 1,
    layout: (await collections.layout.findOne())?.number ?? 0,
    version: VERSION,
    commit: COMMIT,
    database,
    startedAt,
    finishedAt: new Date().toISOString(),
    collections: written,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(manifestPath(folder), text, { mode: 0o600, flag: 'wx', flush: true });
  return manifest;
}

function orderCollections(collections: Collections): CollectionName[] {
  const all = Object.keys(collections) as CollectionName[];
  const others = all.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  return [...FIRST, ...others, ...LAST];
}

async function writeCollection(
  collections: Collections,
  name: CollectionName,
  folder: string,
): Promise<Digest> {
  const gzip = createGzip();
  const file = createWriteStream(filePath(folder, name), { mode: 0o600, flags: 'wx', flush: true });
  const isWritten = pipeline(gzip, file);
  const write = (line: string) =>
    gzip.write(`${line}\n`) || Promise.race([once(gzip, 'drain'), isWritten]);
  const digest = await digestLines(readCollection(collections, name), write);
  gzip.end();
  await isWritten;
  return digest;
}
