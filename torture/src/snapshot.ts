import { BSON } from 'mongodb';
import type { School } from './school.ts';

/**
 * Everything that lies in the database, to be compared: what is refused must leave no trace. How often somebody
 * called is counted all the same.
 */
export type Snapshot = Record<string, Map<string, string>>;

export async function takeSnapshot({
  collections: { callCounts: _counts, ...kept },
}: School): Promise<Snapshot> {
  const snapshot: Snapshot = {};
  for (const [name, collection] of Object.entries(kept)) {
    const documents = await collection.find({}).toArray();
    snapshot[name] = new Map(
      documents.map((document) => [String(document._id), BSON.EJSON.stringify(document)]),
    );
  }
  return snapshot;
}

/** @returns a sentence for each document that was added, removed or changed */
export function compareSnapshots(before: Snapshot, after: Snapshot): string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const old = before[name] ?? new Map<string, string>();
    const now = after[name] ?? new Map<string, string>();
    return [...new Set([...old.keys(), ...now.keys()])]
      .filter((id) => old.get(id) !== now.get(id))
      .map((id) => `${name}: ${old.get(id) ?? 'nothing'} became ${now.get(id) ?? 'nothing'}`);
  });
}
