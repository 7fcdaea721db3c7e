import type { School, VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { MongoClient, ObjectId } from 'mongodb';
import { type Collections, openCollections } from '../../database/collections.ts';
import { describeDemoAccounts, findDemoAccounts } from '../../demo/demo-users.ts';
import { GOOGLE_JWKS_URL, GOOGLE_TOOLKIT_URL, usesRealSignIn } from '../../environment.ts';
import { listDebtsOfNobody } from '../../families/pass-on-debts.ts';
import { listTextsOfDemo, readFirstTexts } from '../../school/texts.ts';
import type { Services } from '../../services.ts';
import { explainLayout, LAYOUT } from '../../database/layout.ts';
import { VERSION } from '../../version.ts';
import { explainFailure } from '../command.ts';
import { type Finding, ok, type Settings, warning, wrong } from './check.ts';

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
    const collections = openCollections(db);
    // The warnings about the settings know the school then.
    const found = await collections.settings.findOne({ _id: 'school' });
    if (found?.terms) setSchool({ ...FIRST_SCHOOL, ...(found.terms as School) });
    return [
      ok(about, `answers, and we can read and write ${db.databaseName} (MONGODB_URI)`),
      ...(await checkLayout(collections)),
      ...(await checkDemoAccounts(collections, settings)),
      ...checkTexts(found?.terms as Partial<VersionedSchool> | undefined, settings),
      ...(await checkDebts(collections)),
    ];
  } catch (error) {
    return [wrong(about, explainFailure(error))];
  } finally {
    await client?.close();
  }
}

/** Data of another layout keeps the server from starting. An empty database gets ours. */
async function checkLayout({ layout }: Pick<Collections, 'layout'>): Promise<Finding[]> {
  const found = await layout.findOne();
  if (!found) return [];
  return found.number === LAYOUT
    ? [ok('Layout', `the data has layout ${LAYOUT}, as version ${VERSION} needs it`)]
    : [wrong('Layout', explainLayout(found))];
}

function hasRealSignIn({ FIREBASE_JWKS_URL, IDENTITY_TOOLKIT_URL }: Settings): boolean {
  return usesRealSignIn({
    FIREBASE_JWKS_URL: FIREBASE_JWKS_URL || GOOGLE_JWKS_URL,
    IDENTITY_TOOLKIT_URL: IDENTITY_TOOLKIT_URL || GOOGLE_TOOLKIT_URL,
  });
}

/** With real sign-in, anybody could sign up with a demo account's address, so the server does not start. */
async function checkDemoAccounts(
  collections: Pick<Collections, 'users'>,
  settings: Settings,
): Promise<Finding[]> {
  const found = hasRealSignIn(settings) ? await findDemoAccounts(collections) : [];
  return found.length > 0 ? [wrong('Demo accounts', describeDemoAccounts(found))] : [];
}

/** The demo's texts are about another school: families must not agree to them. R606 */
function checkTexts(school: Partial<VersionedSchool> | undefined, settings: Settings): Finding[] {
  const first = readFirstTexts(settings.CLIENT_DIR || undefined);
  const left = hasRealSignIn(settings)
    ? listTextsOfDemo({ ...first, ...school?.texts }, first)
    : [];
  if (left.length === 0) return [];
  return [
    warning(
      'Settings → School',
      `the texts are still those of the demo school: ${left.join(', ')}`,
    ),
  ];
}

/** What is owed by somebody who can't pay it: the jobs could pass it on to nobody. R475, R482 */
async function checkDebts(collections: Collections): Promise<Finding[]> {
  const database = { collections } as Services['database'];
  const { seats, payments } = await listDebtsOfNobody({ database });
  if (seats.length + payments.length === 0) return [];
  const count = `${seats.length} for seats and ${payments.length} of bounced payments`;
  return [
    warning(
      'What is owed',
      `${count} by people who can no longer pay: see the page What is owed, where the office records the money`,
    ),
  ];
}
