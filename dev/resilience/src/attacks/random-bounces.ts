import { randomUUID } from 'node:crypto';
import { namePaidBack } from '../cash-box.ts';
import { press, reserve, type Work } from './random-press.ts';
import { checkCode, checkTold, dayAhead } from './random-run.ts';

/**
 * A check pays, the office gives some of it back in cash, and then the check bounces: the family owes that cash, and pays it
 * back in parts. Amounts are in cents.
 */

/** Whatever is refused or not answered on the way ends it. */
export async function bounceAfterRefund(work: Work): Promise<void> {
  const { run, clerk, random } = work;
  const paid = await takeCheck(work);
  if (!paid) return;
  const { paymentId, cartId, amount } = paid;
  const back = Math.ceil(amount * (0.1 + 0.8 * random.next()));
  const body = { paymentId, cartId, amount: back, keepsSeat: true, note: 'They asked for it.' };
  const decided = checkTold(run, await clerk.call('POST /refunds', { body }));
  if (decided.status !== 200) return;
  const open = await clerk.call('GET /openRefunds');
  const waiting = open.status === 200 && open.body.find((one) => one.paymentId === paymentId);
  if (!waiting) return;
  const { _id: refundId } = waiting;
  const given = { cartId: null, paidOtherwise: back, note: 'Given back.' };
  const give = () =>
    clerk.call('POST /openRefunds/:refundId/answer', { params: { refundId }, body: given });
  if (!(await press(work, give, refundId, back))) return;
  run.counts.given += 1;
  const news = { day: dayAhead(run.school, -1), note: 'No funds.', until: null };
  const params = { paymentId };
  const say = () => clerk.call('POST /payments/:paymentId/bounce', { params, body: news });
  if (!(await press(work, say, `bounced:${paymentId}`, amount))) return;
  run.counts.bounced += 1;
  await payBack(work, paymentId, back);
}

/** @returns a seat that a check has paid for */
async function takeCheck(work: Work) {
  const { run, clerk, random } = work;
  const client = random.pick(work.clients);
  await reserve(work, client);
  const params = { id: client.id };
  const page = await clerk.call('GET /families/:id', { params });
  const held = page.status === 200 ? page.body.held.map(({ person }) => person) : [];
  const seat = held.find(({ cost }) => cost > 0);
  if (!seat) return undefined;
  const { cartId, cost: amount } = seat;
  const requestId = randomUUID();
  const body = {
    ...{ requestId, cartIds: [cartId], amount, method: 'cheque' as const },
    ...{ day: dayAhead(run.school, -3), reference: '18' },
  };
  const send = () => clerk.call('POST /families/:id/payments', { params, body });
  const paymentId = `office_${requestId.replaceAll('-', '_')}`;
  if (!(await press(work, send, paymentId, amount))) return undefined;
  run.counts.taken += 1;
  return { paymentId, cartId, amount };
}

/** In two parts. Each counts once, however often it is sent; nothing else is recorded under its id, and no more than is owed. */
async function payBack(work: Work, paymentId: string, owed: number): Promise<void> {
  const { run, clerk, random } = work;
  const pay = (requestId: string, amount: number) =>
    clerk.call('POST /payments/:paymentId/paidBack', {
      params: { paymentId },
      body: {
        ...{ requestId, amount, method: 'cash' as const, reference: '' },
        day: dayAhead(run.school, -1),
      },
    });
  const part = Math.ceil(owed * random.next());
  if (part === 0) return;
  const requestId = randomUUID();
  const name = namePaidBack(paymentId, requestId);
  if (!(await press(work, () => pay(requestId, part), name, part))) return;
  run.counts.paidBack += 1;
  checkCode(run, 'done', await pay(requestId, part));
  checkCode(run, 'request_used', await pay(requestId, part + 1));
  const rest = owed - part;
  const another = randomUUID();
  // With nothing left, there is nothing to pay.
  checkCode(run, rest === 0 ? 'not_found' : 'invalid_input', await pay(another, rest + 1));
  if (rest > 0 && random.chance(0.7))
    await press(work, () => pay(another, rest), namePaidBack(paymentId, another), rest);
}
