import express from 'express';
import { ObjectId } from 'mongodb';
import { updateClass } from '../../../server/src/database/class-store.ts';
import { connectDatabase } from '../../../server/src/database/connect.ts';
import { describeHoldEntry } from '../../../server/src/seats/hold-entries.repo.ts';
import { describeHold } from '../../../server/src/seats/seats.repo.ts';
import { listAwards } from '../../../server/src/prices/aid-store.ts';
import { makeHeldSeat } from '../../../server/src/testing/seats.ts';

/**
 * The bare Express server that ours is compared with. It has no checks, limits or log.
 * ANSWERS: JSON with the answer for each path. MONGODB_URI: also takes joins, with the server's look-ups and updates.
 */
const { ANSWERS = '{}', MONGODB_URI } = process.env;

/** The server's default of HOLDS_PER_ADDRESS. */
const MAX_AT_ADDRESS = 8;

const app = express().disable('x-powered-by');
const answers = JSON.parse(ANSWERS) as Record<string, { headers: object; body: string }>;
for (const [path, { headers, body }] of Object.entries(answers)) {
  const bytes = Buffer.from(body);
  app.get(path, (_request, response) => {
    response.set(headers).send(bytes);
  });
}

if (MONGODB_URI) {
  const { collections } = await connectDatabase(MONGODB_URI);
  app.post('/api/addClass', express.json(), async (request, response) => {
    const { classId, email, price } = request.body as Record<'classId' | 'email', string> & {
      price: number;
    };
    const user = await collections.users.findOne({ email });
    if (!user) return void response.status(401).end();
    const today = new Date().toISOString().slice(0, 10);
    await listAwards(user._id, today, collections);
    const seat = { ...makeHeldSeat(user, new Date()), addressHash: 'a-keyed-hash-of-22-char' };
    const hold = { classId: new ObjectId(classId), seat, price, lastDay: 'camp_start' as const };
    const entry = { seatId: seat.seatId, classId: hold.classId, at: seat.joinedAt };
    const ofUser = describeHoldEntry(user, [], entry);
    const ofClass = describeHold({ ...hold, today, maxAtAddress: MAX_AT_ADDRESS });
    const entered = await collections.users.updateOne(ofUser.filter, ofUser.update);
    const isHeld = await updateClass(collections, ofClass.filter, ofClass.update);
    const status = entered.modifiedCount === 1 && isHeld;
    response.status(status ? 200 : 409).json({ status, seatId: seat.seatId });
  });
}

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`bare Express ready on 127.0.0.1:${typeof address === 'object' && address?.port}`);
});
for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => process.exit(0));
