import { type Document, MongoServerError, type ObjectId } from 'mongodb';
import type { ClassDocument, Collections, PaymentDocument } from './collections.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import type { RefundDocument } from './money-documents.ts';

type Migration = {
  number: number;
  name: string;
  run(collections: Collections): Promise<void>;
};

/**
 * Changes documents of earlier versions, in this order. Each change of a document is one update that only matches the
 * old form. So a migration may be cut off anywhere, repeated, and run by several servers at once. Never change one that
 * has been released: add another.
 */
const MIGRATIONS: Migration[] = [
  { number: 1, name: 'users and classes have their newer fields', run: addFields },
  { number: 2, name: 'payments have items', run: addItems },
  { number: 3, name: 'classes refuse items instead of payments', run: refuseItems },
  { number: 4, name: 'a paid seat has the cart id of its item', run: alignSeats },
  { number: 5, name: 'an instructor may have several classes', run: dropInstructorIndex },
];

/** How many payments are changed with one command. */
const BATCH = 500;

/** Runs the migrations that have not finished yet. The server must not listen before. */
export async function migrate(collections: Collections): Promise<void> {
  for (const { number, name, run } of MIGRATIONS) {
    if (await collections.migrations.findOne({ _id: number })) continue;
    await run(collections);
    try {
      await collections.migrations.insertOne({ _id: number, name, finishedAt: new Date() });
    } catch (error) {
      // Another server has finished it, too.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

async function addFields({ classes, users }: Collections): Promise<void> {
  await users.updateMany(
    { isVerified: { $exists: false } },
    { $set: { isVerified: false, credentials: '' } },
  );
  await classes.updateMany({ revision: { $exists: false } }, { $set: { revision: 0 } });
}

/** A payment of an earlier version: it paid for one seat, and was refunded as a whole. */
type OldPayment = Omit<PaymentDocument, 'items' | 'kept' | 'refundIds'> & {
  classId: ObjectId;
  cartId: ObjectId;
};

async function addItems({ payments, refunds }: Collections): Promise<void> {
  const convert = async (batch: OldPayment[]) => {
    const refunded = batch.filter(isMoneyBack).map(describeOldRefund);
    // First: a payment in the new form has its refunds.
    if (refunded.length > 0)
      await refunds.bulkWrite(
        refunded.map(({ _id, ...refund }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: refund }, upsert: true },
        })),
        { ordered: false },
      );
    await payments.bulkWrite(
      batch.map((payment) => ({ updateOne: describeItems(payment) })),
      { ordered: false },
    );
  };
  let batch: OldPayment[] = [];
  for await (const payment of payments.find({ items: { $exists: false } })) {
    batch.push(payment as unknown as OldPayment);
    if (batch.length < BATCH) continue;
    await convert(batch);
    batch = [];
  }
  if (batch.length > 0) await convert(batch);
}

function isMoneyBack({ status, amount }: OldPayment): boolean {
  return status === 'refunded' && amount > 0;
}

function oldRefundId(paymentId: string): string {
  return `old:${paymentId}`;
}

function describeOldRefund(payment: OldPayment): RefundDocument {
  const { _id, cartId, amount, currency, refundReason = 'by the school', createdAt } = payment;
  const at = payment.settledAt ?? createdAt;
  return {
    _id: oldRefundId(_id),
    paymentId: _id,
    ...{ cartId, amount, currency },
    reason: refundReason,
    state: 'succeeded',
    attempt: 1,
    createdAt: at,
    settledAt: at,
  };
}

function describeItems(payment: OldPayment): { filter: Document; update: Document } {
  const { _id, cartId, classId, studentName, amount, status } = payment;
  const isBack = isMoneyBack(payment);
  return {
    filter: { _id, items: { $exists: false } },
    update: {
      $set: {
        items: [{ cartId, classId, name: studentName, amount, state: status }],
        kept: isBack ? 0 : amount,
        // As refunds write it: with the number of the attempt.
        refundIds: isBack ? [`${oldRefundId(_id)}:1`] : [],
      },
      $unset: { cartId: '', classId: '' },
    },
  };
}

/** Each entry was a payment's id. It becomes `<payment id>:<cart id>`, as seats/ writes it. */
async function refuseItems({ classes, payments }: Collections): Promise<void> {
  for await (const found of classes.find({ refusedPayments: { $exists: true } })) {
    const { _id, refusedPayments } = found as unknown as {
      _id: ObjectId;
      refusedPayments: string[];
    };
    const known = await payments.find({ _id: { $in: refusedPayments } }).toArray();
    const refusedItems = known.flatMap(({ _id: paymentId, items }) =>
      items.map(({ cartId }) => `${paymentId}:${cartId.toHexString()}`),
    );
    await classes.updateOne({ _id, refusedPayments: { $exists: true } } as Document, {
      $set: { refusedItems } as Partial<ClassDocument>,
      $unset: { refusedPayments: '' },
    });
  }
}

/**
 * A payment that came after its hold had ended could buy the seat that the same student held again. Such a seat had
 * another cart id than the payment.
 */
async function alignSeats({ classes, payments }: Collections): Promise<void> {
  for await (const { _id: classId, seats } of classes.find({ 'seats.state': 'enrolled' })) {
    const ids = seats.flatMap((seat) => (seat.state === 'enrolled' ? [seat.transactionId] : []));
    for (const { _id: transactionId, items } of await payments
      .find({ _id: { $in: ids } })
      .toArray()) {
      const [item, ...others] = items;
      if (!item || others.length > 0) continue;
      const other = { transactionId, cartId: { $ne: item.cartId } };
      await classes.updateOne(
        { _id: classId, seats: { $elemMatch: other } },
        { $set: { 'seats.$.cartId': item.cartId } },
      );
    }
  }
}

const INDEX_NOT_FOUND = 27;

/** It kept an instructor to one class. Now `assignTime` in classes/instructor-time.ts does, if that is what the school wants. */
async function dropInstructorIndex({ classes }: Collections): Promise<void> {
  try {
    await classes.dropIndex('instructor.email_1');
  } catch (error) {
    // A new school never had it.
    if (!(error instanceof MongoServerError && error.code === INDEX_NOT_FOUND)) throw error;
  }
}
