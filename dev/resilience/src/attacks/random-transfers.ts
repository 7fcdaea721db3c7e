import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import { sum } from '../check-payment.ts';
import type { Person } from '../people.ts';
import { press, reserve, type Work } from './random-press.ts';
import { checkTold, dayAhead } from './random-run.ts';

/** The bank's lists of transfers, which admins read and book from. */

/**
 * Two admins read the same list at once, and both book what fits. Some lists were read before. Their lines have the right
 * amount, one that is too high, or a reference with a wrong digit; some are there twice.
 */
export async function importTransfers(work: Work): Promise<void> {
  const { run, clerk, clerks, random } = work;
  const { files, names } = run.bank;
  const isOld = files.length > 0 && random.chance(0.3);
  const csv = isOld ? random.pick(files) : await writeFile(work);
  if (!csv) return;
  files.push(csv);
  const body = { csv, dateOrder: 'auto' as const };
  const admins = [clerk, random.pick(clerks)];
  const lists = await Promise.all(
    admins.map(async (admin) => {
      const { status, body: file } = checkTold(run, await admin.call('POST /bankFiles', { body }));
      return status === 200 ? file.transfers : [];
    }),
  );
  const texts = (lists.find((list) => list.length > 0) ?? []).map(({ text }) => text);
  for (const [place, text] of texts.entries()) {
    const read = lists.flatMap((list) => list[place] ?? []);
    const fits = read.filter(({ state }) => state === 'matched');
    const [first] = fits;
    if (!first) continue;
    run.complaints.check(!text.includes('wrong'), `${text}: matched by a wrong reference`);
    // The same line may be there twice.
    const line = `${text} ${texts.slice(0, place).filter((other) => other === text).length}`;
    const name = names.get(line) ?? `office_${first.requestId.replaceAll('-', '_')}`;
    names.set(line, name);
    const send = () => Promise.all(fits.map((one, index) => book(admins[index]!, one)));
    if (await press(work, send, name, first.amount)) run.counts.imported += 1;
  }
}

/** @returns a list with transfers of some families */
async function writeFile(work: Work): Promise<string | undefined> {
  const { run, clerk, clients, random } = work;
  const lines: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const client = random.pick(clients);
    const { id } = client;
    if (random.chance(0.7)) await reserve(work, client);
    const { status, body } = await clerk.call('GET /families/:id', { params: { id } });
    const reference = status === 200 ? body.account.transfer?.reference : undefined;
    if (!reference) continue;
    const held = body.held.map(({ person }) => person.cost);
    const owed = body.enrolled.map(({ person }) => sum(person.owed));
    const cost = [...held, ...owed].reduce((total, one) => total + one, 0);
    const amount = random.chance(0.2) ? cost + 500 : cost;
    if (amount === 0) continue;
    const isWrong = random.chance(0.15);
    const digit = (Number(reference.at(-1)) + 1) % 10;
    const written = isWrong ? `wrong ${reference.slice(0, -1)}${digit}` : reference;
    const day = dayAhead(run.school, -3);
    // Banks number their transfers.
    const line = `${day},No ${run.bank.files.length}/${count} ${written},${(amount / 100).toFixed(2)}`;
    lines.push(line, ...(random.chance(0.3) ? [line] : []));
  }
  return lines.length > 0 ? ['Date,Text,Amount', ...lines].join('\n') : undefined;
}

/** Books a line, as the page does. */
function book(admin: Person, { requestId, family, seats, amount, day, text }: BankTransfer) {
  return admin.call('POST /families/:id/payments', {
    params: { id: family!._id },
    body: {
      ...{ requestId, amount, day, reference: text.slice(0, 60), method: 'bank transfer' },
      cartIds: seats.map(({ cartId }) => cartId),
    },
  });
}
