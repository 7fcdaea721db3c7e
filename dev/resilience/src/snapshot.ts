import { BSON } from 'mongodb';
import type { School } from './school.ts';

/** A document's fields, each as text that can be compared. */
type Fields = Record<string, string>;

/** Everything in the database, to compare: a refused call must leave no trace. */
export type Snapshot = Map<string, Fields>;

export async function takeSnapshot({ collections }: School): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  for (const [name, collection] of Object.entries(collections))
    for (const document of await collection.find({}).toArray()) {
      const fields = Object.entries(document).map(([field, value]) => [
        field,
        BSON.EJSON.stringify({ value }),
      ]);
      snapshot.set(`${name} ${String(document._id)}`, Object.fromEntries(fields) as Fields);
    }
  return snapshot;
}

/** @returns a sentence for each document that was added, removed or changed */
export function compareSnapshots(before: Snapshot, after: Snapshot): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((place) => {
    const [old, now] = [before.get(place), after.get(place)];
    if (!old || !now) return [`${place} was ${old ? 'removed' : 'added'}`];
    const fields = Object.keys({ ...old, ...now }).filter((field) => old[field] !== now[field]);
    return fields.length > 0 ? [`${place} was changed: ${fields.join(', ')}`] : [];
  });
}
