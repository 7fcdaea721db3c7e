import { MongoClient, ObjectId } from 'mongodb';
import { explainFailure } from '../command.ts';
import { type Finding, ok, type Settings, wrong } from './check.ts';

/** Checks that the database answers and that we can write to it. Changes nothing. */
export async function checkMongoDb({ MONGODB_URI = '' }: Settings): Promise<Finding[]> {
  const about = 'MongoDB';
  let client: MongoClient | undefined;
  try {
    client = new MongoClient(MONGODB_URI, { serverSelectionTimeoutMS: 5_000 });
    const db = client.db();
    await db.command({ ping: 1 });
    // No user has this id, so nothing changes. Without write permission, it still fails.
    const nobody = { _id: new ObjectId() };
    await db.collection('users').findOne(nobody);
    await db.collection('users').updateOne(nobody, { $set: { name: '' } });
    return [ok(about, `answers, and we can read and write ${db.databaseName} (MONGODB_URI)`)];
  } catch (error) {
    return [wrong(about, explainFailure(error))];
  } finally {
    await client?.close();
  }
}
