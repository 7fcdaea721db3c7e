import { MongoClient } from 'mongodb';

const DATABASE = `mongodb://127.0.0.1:${process.env.E2E_MONGO_PORT ?? '27118'}/speakifyr`;

/** Takes the only seat of a class away from the person who holds it. Nobody can join it then: it has no free seat either. */
export async function takeOnlySeatAway(className: string): Promise<void> {
  const client = new MongoClient(DATABASE);
  try {
    await client
      .db()
      .collection('classes')
      .updateOne({ name: className, sit: 0 }, { $set: { seats: [] } });
  } finally {
    await client.close();
  }
}
