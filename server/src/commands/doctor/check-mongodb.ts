import { MongoClient, ObjectId } from 'mongodb';
import { explainFailure } from '../command.ts';
import { type Finding, ok, type Settings, wrong } from './check.ts';

/** Whether the database answers and may be written; leaves nothing behind. */
export async function checkMongoDb({ MONGODB_URI = '' }: Settings): Promise<Finding[]> {
  const about = 'MongoDB';
  let client: MongoClient | undefined;
  try {
    client = new MongoClient(MONGODB_URI, { serverSelectionTimeoutMS: 5_000 });
    const db = client.db();
    await db.command({ ping: 1 });
    // No user has this id: nothing changes, but whoever may not write is told so.
    const nobody = { _id: new ObjectId() };
    await db.collection('users').findOne(nobody);
    await db.collection('users').updateOne(nobody, { $set: { name: '' } });
    return [ok(about, `answers, and ${db.databaseName} may be read and written (MONGODB_URI)`)];
  } catch (error) {
    return [wrong(about, explainFailure(error))];
  } finally {
    await client?.close();
  }
}
