import express from 'express';
import { ObjectId } from 'mongodb';
import { connectDatabase } from '../../../server/src/database/connect.ts';
import { describeHold } from '../../../server/src/seats/seats.repo.ts';
import { listen } from './listen.ts';
import { HOLD_MS, makeHeldSeat } from './people.ts';

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
  const seat = makeHeldSeat({ email, name: user?.name ?? '' }, Date.now(), HOLD_MS);
  const { filter, update } = describeHold({ classId: new ObjectId(classId), seat, price });
  const { modifiedCount } = await collections.classes.updateOne(filter, update);
  const status = modifiedCount === 1;
  response.status(status ? 200 : 409).json({ status, cartId: seat.cartId });
});
listen(app);
