import express from 'express';
import { ObjectId } from 'mongodb';
import { connectDatabase } from '../../server/src/database/connect.ts';
import { describeHold } from '../../server/src/seats/seats.repo.ts';

/**
 * What a join would cost without our house around it: one Express route that reads the body, looks up who calls if
 * LOOKS_UP is set, and takes the seat. It checks no token and no input, limits and logs nothing.
 */
const { collections } = await connectDatabase(process.env.MONGODB_URI ?? '');

const app = express().disable('x-powered-by');
app.post('/api/addClass', express.json(), async (request, response) => {
  const { classId, email, price } = request.body as {
    classId: string;
    email: string;
    price: number;
  };
  const user = process.env.LOOKS_UP ? await collections.users.findOne({ email }) : null;
  const seat = {
    cartId: new ObjectId(),
    email,
    name: user?.name ?? '',
    joinedAt: new Date(),
    state: 'held' as const,
    heldUntil: new Date(Date.now() + 30 * 60_000),
    renewed: false,
  };
  const { filter, update } = describeHold({ classId: new ObjectId(classId), seat, price });
  const { modifiedCount } = await collections.classes.updateOne(filter, update);
  response
    .status(modifiedCount === 1 ? 200 : 409)
    .json({ status: modifiedCount === 1, cartId: seat.cartId });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`bare join ready on 127.0.0.1:${typeof address === 'object' && address?.port}`);
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
