import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import { buildChild, buildClass, buildUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** In each test here, a class begins in this many days. */
const START = 60;

export type Money = {
  cartIds: string[];
  amount: number;
} & Partial<{
  requestId: string;
  method: 'cash' | 'cheque' | 'bank transfer' | 'voucher' | 'credit';
  plan: { due: string; amount?: number }[];
}>;

/** The office's actions on seats that are paid in parts. */
export function planFor(app: TestApp, admin: UserDocument) {
  const inDays = (days: number) => addDays(readToday(app.services), days);

  function record(id: string, money: Money) {
    return app.as(admin).call('POST /families/:id/payments', {
      params: { id },
      body: {
        ...{ requestId: randomUUID(), method: 'cash', day: inDays(0), reference: '17' },
        ...money,
      },
    });
  }

  /** A family with a reserved seat in each of some classes. */
  async function buildReserved(prices: number[], fields: Partial<ClassDocument> = {}) {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const id = parent._id.toHexString();
    const classes: (ClassDocument & { id: string })[] = [];
    const cartIds: string[] = [];
    for (const price of prices) {
      const days = { camp_start: inDays(START), camp_end: inDays(START + 5) };
      const campClass = await buildClass(app, { price, sit: 2, ...days, ...fields });
      const answer = await app.as(admin).call('POST /families/:id/seats', {
        params: { id },
        body: { classId: campClass.id, childId: child.id, until: inDays(3) },
      });
      classes.push(campClass);
      cartIds.push(answer.body.cartId);
    }
    return { parent, child, id, classes, cartIds };
  }

  /** A seat for $100 with a deposit of $30. Of the balance, $20 is due in 10 days, and $50 in 30. */
  async function buildPlanned(money: Partial<Money> = {}, fields: Partial<ClassDocument> = {}) {
    const family = await buildReserved([100], fields);
    const { id, cartIds } = family;
    const plan = [{ due: inDays(10), amount: 2_000 }, { due: inDays(30) }];
    const { body } = await record(id, { cartIds, amount: 3_000, plan, ...money });
    const [cartId = ''] = cartIds;
    return { ...family, cartId, deposit: body.transactionId };
  }

  /** What the parent reads is still owed for a seat; undefined if they don't have the seat. */
  async function readOwed(parent: UserDocument, cartId: string) {
    const query = { email: parent.email };
    const { body } = await app.as(parent).call('GET /myEnrolledClass', { query });
    return body.find((one) => one.cartId === cartId)?.owed;
  }

  const readPayment = (_id: string) => app.services.database.collections.payments.findOne({ _id });

  /** What was paid for a seat, oldest first, however it ended. */
  const listPaymentsFor = (cartId: string) =>
    app.services.database.collections.payments
      .find({ 'items.seatId': new ObjectId(cartId) })
      .sort({ createdAt: 1 })
      .toArray();

  return { inDays, record, buildReserved, buildPlanned, readOwed, readPayment, listPaymentsFor };
}
