import type { Db } from 'mongodb';
import type { Migration } from './migration.ts';

export const claimsTapsCodes: Migration = {
  to: 8,
  title: 'claim codes end, accounts that nobody has had yet are marked, codes name the child',
  async run(db) {
    await endClaims(db);
    await markUnclaimed(db);
    await nameProblems(db);
    await nameChildren(db);
  },
};

/** They were stored as families type them. Now only a hash is, so the office prints new letters. */
async function endClaims(db: Db): Promise<void> {
  const found = { 'claim.code': { $exists: true } };
  await db.collection('users').updateMany(found, { $unset: { claim: '' } });
}

/**
 * The office has opened the account and nobody has logged in to it yet. An account that the audit log does not say that
 * about stays unmarked: then only its owner gets it.
 */
async function markUnclaimed(db: Db): Promise<void> {
  const users = db.collection('users');
  const wanted = { uid: { $exists: false }, isUnclaimed: { $exists: false } };
  const found = users.find({ ...wanted, role: 'student', status: 'active' });
  for await (const { _id, email, events = [] } of found) {
    const logged = await db.collection('events').find({ 'data.target': email }).toArray();
    const types = [...(events as { type: string }[]), ...logged].map(({ type }) => type as string);
    if (types.includes('add family') && !types.includes('unlink sign-in'))
      await users.updateOne({ _id, ...wanted }, { $set: { isUnclaimed: true } });
  }
}

/** A child that left alone without permission was the only hand-over that was marked. */
async function nameProblems(db: Db): Promise<void> {
  await db
    .collection('attendance')
    .updateMany(
      { 'collectedBy.wasNotAllowed': true },
      { $set: { notAllowed: 'not_alone' }, $unset: { 'collectedBy.wasNotAllowed': '' } },
    );
}

/** A code that is for once per family also counts the child's other guardians. */
async function nameChildren(db: Db): Promise<void> {
  for await (const { _id, seatId } of db
    .collection('codeUses')
    .find({ childId: { $exists: false } })) {
    const campClass = await db.collection('classes').findOne({ 'seats.seatId': seatId });
    const payment = await db.collection('payments').findOne({ 'items.seatId': seatId });
    const lines = [...(campClass?.['seats'] ?? []), ...(payment?.['items'] ?? [])] as Line[];
    const childId = lines.find((line) => seatId.equals(line.seatId))?.childId;
    if (childId) await db.collection('codeUses').updateOne({ _id }, { $set: { childId } });
  }
}

type Line = { seatId: unknown; childId?: unknown };
