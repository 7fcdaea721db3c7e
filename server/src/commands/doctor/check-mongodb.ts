import { MongoClient, ObjectId } from 'mongodb';
import { type Collections, openCollections } from '../../database/collections.ts';
import { describeDemoAccounts, findDemoAccounts } from '../../demo/demo-users.ts';
import { GOOGLE_JWKS_URL, GOOGLE_TOOLKIT_URL, usesRealSignIn } from '../../environment.ts';
import { explainFailure } from '../command.ts';
import { type Finding, ok, type Settings, wrong } from './check.ts';

/** Checks that the database answers and that we can write to it. Changes nothing. */
export async function checkMongoDb(settings: Settings): Promise<Finding[]> {
  const { MONGODB_URI = '' } = settings;
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
    return [
      ok(about, `answers, and we can read and write ${db.databaseName} (MONGODB_URI)`),
      ...(await checkDemoAccounts(openCollections(db), settings)),
    ];
  } catch (error) {
    return [wrong(about, explainFailure(error))];
  } finally {
    await client?.close();
  }
}

/** With real sign-in, anybody could sign up with a demo account's address, so the server does not start. */
async function checkDemoAccounts(
  collections: Pick<Collections, 'users'>,
  { FIREBASE_JWKS_URL, IDENTITY_TOOLKIT_URL }: Settings,
): Promise<Finding[]> {
  const isReal = usesRealSignIn({
    FIREBASE_JWKS_URL: FIREBASE_JWKS_URL || GOOGLE_JWKS_URL,
    IDENTITY_TOOLKIT_URL: IDENTITY_TOOLKIT_URL || GOOGLE_TOOLKIT_URL,
  });
  const found = isReal ? await findDemoAccounts(collections) : [];
  return found.length > 0 ? [wrong('Demo accounts', describeDemoAccounts(found))] : [];
}
