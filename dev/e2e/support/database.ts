import { type Collection, type Db, MongoClient, ObjectId } from 'mongodb';
import { PORTS } from './base-config.ts';

const DATABASE = `mongodb://127.0.0.1:${PORTS.mongoPort}/speakifyr`;

/** Takes the only seat of a class from who holds it, so that nobody can join. @throws {Error} if nobody holds it */
export async function takeOnlySeatAway(className: string): Promise<void> {
  await changeClasses(async (classes) => {
    const held = { name: className, sit: 0, 'seats.0.state': 'held' };
    const { modifiedCount } = await classes.updateOne(held, {
      $set: { seats: [] },
      $inc: { version: 1 },
    });
    if (modifiedCount !== 1) throw new Error(`Nobody holds the only seat of ${className}`);
  });
}

/** Takes classes off the site. Nobody gets an email. */
export async function archiveClasses(ids: string[]): Promise<void> {
  const _id = { $in: ids.map((id) => new ObjectId(id)) };
  await changeClasses((classes) =>
    classes.updateMany({ _id }, { $set: { status: 'archived' }, $inc: { version: 1 } }),
  );
}

/** Lets the time of the offer of a class's only seat be over now. */
export async function letOfferRunOut(className: string): Promise<void> {
  await changeClasses((classes) =>
    classes.updateOne(
      { name: className, 'seats.0.offer.notifiedAt': { $exists: true } },
      { $set: { 'seats.0.heldUntil': new Date() }, $inc: { version: 1 } },
    ),
  );
}

/** What the team recorded in a class, as `<id of the person> <kind>`, sorted. */
export async function readTaps(classId: string): Promise<string[]> {
  const taps = await withDatabase((database) =>
    database
      .collection('attendance')
      .find({ classId: new ObjectId(classId) })
      .toArray(),
  );
  return taps.map(({ personId, kind }) => `${personId} ${kind}`).sort();
}

/** Lets the answers to forms about these children be so many days older, with what was signed. */
export async function ageAnswers(childIds: string[], days: number): Promise<void> {
  await withDatabase(async (database) => {
    const answers = database.collection<{ at: Date; signatures: { at: Date }[] }>('formAnswers');
    const earlier = (at: Date) => new Date(at.getTime() - days * 86_400_000);
    const personId = { $in: childIds.map((id) => new ObjectId(id)) };
    for (const { _id, at, signatures } of await answers.find({ personId }).toArray())
      await answers.updateOne(
        { _id },
        {
          $set: {
            at: earlier(at),
            signatures: signatures.map((one) => ({ ...one, at: earlier(one.at) })),
          },
        },
      );
  });
}

async function changeClasses(change: (classes: Collection) => Promise<unknown>): Promise<void> {
  await withDatabase((database) => change(database.collection('classes')));
}

async function withDatabase<T>(act: (database: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(DATABASE);
  try {
    return await act(client.db());
  } finally {
    await client.close();
  }
}
