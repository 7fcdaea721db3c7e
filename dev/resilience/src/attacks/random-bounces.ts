import { randomUUID } from 'node:crypto';
import { namePaidBack } from '../cash-box.ts';
import { nameMoney, press, readPage, reserve, type Work } from './random-press.ts';
import { checkTold, dayAhead } from './random-run.ts';

/**
 * A check pays, the office gives some of it back, and then the check bounces: the family owes that, and pays some of it back.
 * Whatever is refused or not answered on the way ends it. Amounts are in cents.
 */
export async function bounceAfterRefund(work: Work): Promise<void> {
  const { run, clerk, random } = work;
  const paid = await takeCheck(work);
  if (!paid) return;
  const { paymentId, cartId, amount } = paid;
  const back = Math.ceil(amount * (0.1 + 0.8 * random.next()));
  const body = { paymentId, cartId, amount: back, keepsSeat: true, note: 'They asked for it.' };
  if (checkTold(run, await clerk.call('POST /refunds', { body })).status !== 200) return;
  const open = await clerk.call('GET /openRefunds');
  const waiting = open.status === 200 && open.body.find((one) => one.paymentId === paymentId);
  if (!waiting) return;
  const { _id: refundId } = waiting;
  const given = { cartId: null, paidOtherwise: back, note: 'Given back.' };
  const give = () =>
    clerk.call('POST /openRefunds/:refundId/answer', { params: { refundId }, body: given });
  if (!(await press(work, give, refundId, back))) return;
  const news = { day: dayAhead(run.school, -1), note: 'No funds.', until: null };
  const params = { paymentId };
  const say = () => clerk.call('POST /payments/:paymentId/bounce', { params, body: news });
  if (!(await press(work, say, `bounced:${paymentId}`, amount))) return;
  const part = Math.ceil(back * random.next());
  const requestId = randomUUID();
  const pay = () =>
    clerk.call('POST /payments/:paymentId/paidBack', {
      params,
      body: {
        ...{ requestId, amount: part, method: random.pick(['cash', 'terminal'] as const) },
        ...{ day: dayAhead(run.school, -1), reference: '' },
      },
    });
  if (part > 0) await press(work, pay, namePaidBack(paymentId, requestId), part);
}

/** @returns a seat that a check has paid for */
async function takeCheck(work: Work) {
  const { run, clerk, random } = work;
  const client = random.pick(work.clients);
  await reserve(work, client);
  const params = { id: client.id };
  const held = (await readPage(work, client.id))?.held ?? [];
  const seat = held.map(({ person }) => person).find(({ cost }) => cost > 0);
  if (!seat) return undefined;
  const { cartId, cost: amount } = seat;
  const requestId = randomUUID();
  const body = {
    ...{ requestId, cartIds: [cartId], amount, method: 'cheque' as const },
    ...{ day: dayAhead(run.school, -3), reference: '18' },
  };
  const send = () => clerk.call('POST /families/:id/payments', { params, body });
  const paymentId = nameMoney(requestId);
  if (!(await press(work, send, paymentId, amount))) return undefined;
  return { paymentId, cartId, amount };
}
