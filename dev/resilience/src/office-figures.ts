import type { Contract } from '@speakifyr/contract/contract.ts';
import type { InputArguments, Output } from '@speakifyr/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import type { Person } from './people.ts';
import type { School } from './school.ts';

/** All figures of money that the office can read, asked from the running school, as its pages do. */
export type OfficeFigures = Awaited<ReturnType<typeof askOfficeFigures>>;

type Ask = <K extends keyof Contract>(
  name: K,
  ...input: InputArguments<Contract[K]>
) => Promise<Output<Contract[K]>>;

/** @throws {Error} if the school does not answer a call */
function askAs(person: Person): Ask {
  return async (name, ...input) => {
    const { status, body } = await person.call(name, ...input);
    if (status !== 200)
      throw new Error(`${String(name)} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
}

/**
 * @param admin a director
 * @param parents who read their carts themselves
 */
export async function askOfficeFigures(school: School, admin: Person, parents: Person[]) {
  const ask = askAs(admin);
  const { email } = admin;
  const accounts = await school.collections.users.find({ role: 'student' }).toArray();
  const families: { family: Output<Contract['GET /families/:id']>; credit: number }[] = [];
  for (const { _id, status } of accounts) {
    const params = { id: _id.toHexString() };
    const page = await admin.call('GET /families/:id', { params });
    // A deleted account has a page only while it owes something.
    if (page.status === 404 && status !== 'active') continue;
    if (page.status !== 200)
      throw new Error(`The page of ${params.id} (${status}) was answered ${page.status}`);
    const credit = await admin.call('GET /families/:id/credit', { params });
    const lines = credit.status === 200 ? credit.body.lines : [];
    families.push({
      family: page.body,
      credit: lines.reduce((sum, { left }) => sum + left, 0),
    });
  }
  const statuses = ['open', 'draft', 'archived'] as const;
  const lists = await Promise.all(
    statuses.map((status) => ask('GET /classList', { query: { status } })),
  );
  const classes: Output<Contract['GET /classPeople/:id']>[] = [];
  for (const { _id: id } of lists.flat())
    classes.push(await ask('GET /classPeople/:id', { params: { id } }));
  const months: Output<Contract['GET /months/:month']>[] = [];
  const rows: Output<Contract['GET /months/:month/rows']> = [];
  for (const { month } of await ask('GET /months')) {
    months.push(await ask('GET /months/:month', { params: { month } }));
    rows.push(...(await ask('GET /months/:month/rows', { params: { month } })));
  }
  /** What the families themselves read of their held seats, in cents, by cart id. */
  const carts = new Map<string, number>();
  for (const parent of parents) {
    const cart = await parent.call('GET /myclass', { query: { email: parent.email } });
    // The account has gone to another one.
    if (cart.status === 401) continue;
    if (cart.status !== 200) throw new Error(`${parent.email} reads no cart: ${cart.status}`);
    for (const { _id, price } of cart.body) carts.set(_id, Math.round(price * 100));
  }
  return {
    families,
    classes,
    months,
    rows,
    carts,
    managed: await ask('GET /adminClasses'),
    owed: await ask('GET /owedSeats', { query: {} }),
    late: await ask('GET /owedSeats', { query: { late: 'true' } }),
    owedTotals: await ask('GET /owedTotals'),
    home: await ask('GET /dayList'),
    figures: await ask('GET /adminStats', { query: { email } }),
    totals: await ask('GET /paymentTotals', { query: {} }),
    payments: await askAllPayments(ask),
    openRefunds: await ask('GET /openRefunds', { query: {} }),
  };
}

async function askAllPayments(ask: Ask): Promise<Output<Contract['GET /payments']>> {
  const all: Output<Contract['GET /payments']> = [];
  for (let page = 1; ; page += 1) {
    const found = await ask('GET /payments', { query: { page, size: MAX_PAGE_SIZE } });
    all.push(...found);
    if (found.length < MAX_PAGE_SIZE) return all;
  }
}
