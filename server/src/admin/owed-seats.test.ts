import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { buildUser } from '../testing/factories.ts';
import { planFor } from '../testing/planned-seat.ts';
import {
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from '../testing/test-app.ts';

/** What is owed in the whole school, as each of two servers reads it. R355 */
let servers: [TestApp, TestApp];
let admin: UserDocument;
beforeAll(async () => {
  const variables = testVariables(makeDatabaseName());
  const start = () => startTestApp(undefined, variables);
  servers = [await start(), await start()];
  admin = await buildUser(servers[0], 'admin');
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** On both servers: what each seat owes, and the total. */
function readAll() {
  return Promise.all(
    servers.map(async (server) => {
      const { body } = await server.as(admin).call('GET /owedSeats', { query: {} });
      const { body: totals } = await server.as(admin).call('GET /owedTotals');
      return { rows: body.map(({ owed }) => owed), totals: totals.map(({ amount }) => amount) };
    }),
  );
}

it('is the same on both servers, whichever of them changed a seat', async () => {
  const [here, there] = servers;
  const nothing = { rows: [], totals: [] };
  expect(await readAll()).toEqual([nothing, nothing]);
  const first = await planFor(here, admin).buildPlanned();
  const one = { rows: [7_000], totals: [7_000] };
  expect(await readAll()).toEqual([one, one]);
  // Both know the class by now.
  await planFor(there, admin).record(first.id, { cartIds: [first.cartId], amount: 2_000 });
  const less = { rows: [5_000], totals: [5_000] };
  expect(await readAll()).toEqual([less, less]);
  await planFor(there, admin).buildPlanned();
  const two = { rows: [7_000, 5_000], totals: [12_000] };
  expect(await readAll()).toEqual([two, two]);
  await planFor(here, admin).record(first.id, { cartIds: [first.cartId], amount: 5_000 });
  expect(await readAll()).toEqual([one, one]);
});
