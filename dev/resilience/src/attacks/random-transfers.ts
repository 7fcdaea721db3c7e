import { sum } from '../check-payment.ts';
import { nameMoney, press, readPage, type Work } from './random-press.ts';
import { checkTold, dayAhead, PRICES } from './random-run.ts';

/** Transfers of the bank's lists that name no family: the office books them by hand. Amounts are in cents. */

/** A clerk reads a bank's list, which stays open, or books a transfer of it. Others may be booking the same one. */
export async function bookTransfer(work: Work): Promise<void> {
  const { run, clerk, random } = work;
  const listed = await clerk.call('GET /bankTransfers');
  const open = listed.status === 200 ? listed.body : [];
  if (open.length < 3) return readList(work);
  const transfer = random.pick(open);
  const { requestId, amount, day } = transfer;
  if (transfer.state === 'set aside' || random.chance(0.05)) {
    const body = { note: transfer.state === 'set aside' ? '' : 'A grant.' };
    const params = { id: requestId };
    checkTold(run, await clerk.call('POST /bankTransfers/:id', { params, body }));
    return;
  }
  const { id } = random.pick(work.clients);
  const body = {
    ...{ requestId, amount, day, reference: 'From the list', method: 'bank transfer' as const },
    ...{ cartIds: await chooseSeats(work, id, amount), isRestCredit: true as const },
  };
  const send = () => clerk.call('POST /families/:id/payments', { params: { id }, body });
  await press(work, send, nameMoney(requestId), amount);
}

/** As many of the family's held seats and balances as the money pays in full. */
async function chooseSeats(work: Work, id: string, amount: number): Promise<string[]> {
  const page = await readPage(work, id);
  const due = [
    ...(page?.held ?? []).map(({ person }) => person),
    ...(page?.enrolled ?? []).map(({ person: { cartId, owed } }) => ({ cartId, cost: sum(owed) })),
  ].filter(({ cost }) => cost > 0);
  let left = amount;
  return due.flatMap(({ cartId, cost }) => {
    if (cost > left || work.random.chance(0.2)) return [];
    left -= cost;
    return [cartId];
  });
}

async function readList({ run, clerk, random }: Work): Promise<void> {
  const lines = Array.from({ length: 4 }, (_none, number) => {
    const amount = random.pick(PRICES) + random.pick([0, 0, 30, 0.5]);
    const text = `Payer ${number} ${Math.floor(random.next() * 1_000_000)}`;
    return `${dayAhead(run.school, -2)},${text},${Math.max(1, amount).toFixed(2)}`;
  });
  const csv = ['Date,Text,Amount', ...lines].join('\n');
  const body = { csv, dateOrder: 'auto' as const, isKept: true as const };
  checkTold(run, await clerk.call('POST /bankFiles', { body }));
}
