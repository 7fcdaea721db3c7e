import { setUpSchool } from '../testing/school.ts';
import { afterAll, expect, it } from 'vitest';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, buildPaidSeat, buildUser, holdSeatOf } from '../testing/factories.ts';
import { slowIt } from '../testing/slow-tests.ts';
import { watchWrites } from '../testing/watch-writes.ts';
import { type Program, startProgram } from '../testing/programs.ts';
import { runJobs } from './jobs.ts';
import { makeDatabaseName, testVariables, useTestApp } from '../testing/test-app.ts';

const CLASSES = 4;
const CAPACITY = 6;

const variables = testVariables(makeDatabaseName());
const servers: Program[] = [];
const app = useTestApp(undefined, variables);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

slowIt(
  'three servers that work on the same database settle each payment and free each seat once',
  async () => {
    const { collections } = app.services.database;
    // In each class, two students have paid and closed the browser, and two have an expired hold.
    const classes = await Promise.all(
      Array.from({ length: CLASSES }, () => buildClass(app, { sit: CAPACITY })),
    );
    for (const campClass of classes) {
      await buildPaidSeat(app, campClass);
      await buildPaidSeat(app, campClass);
    }
    // Only now: nobody pays that fast on a busy machine.
    setUpSchool({ booking: { holdMinutes: 0.001 } });
    for (const campClass of classes) {
      await holdSeatOf(app, await buildUser(app), campClass);
      await holdSeatOf(app, await buildUser(app), campClass);
    }
    setUpSchool();
    await collections.payments.updateMany({}, { $set: { checkAfter: new Date(0) } });

    const settings = { ...variables, JOB_SECONDS: '0.05' };
    servers.push(
      ...(await Promise.all([0, 1, 2].map(() => startProgram('server/src/main.ts', settings)))),
    );
    const countLeft = async () => ({
      open: await collections.payments.countDocuments({ status: 'open' }),
      held: await collections.classes.countDocuments({ 'seats.state': 'held' }),
    });
    await expect.poll(countLeft, { timeout: 60_000 }).toEqual({ open: 0, held: 0 });

    const payments = await collections.payments.find().toArray();
    expect(payments.map(({ status }) => status)).toEqual(Array(2 * CLASSES).fill('enrolled'));
    for (const { sit, seats } of await collections.classes.find().toArray()) {
      const codes = seats.map((seat) => seat.state === 'enrolled' && seat.entry_code.slice(3));
      expect({ sit, codes: codes.sort() }).toEqual({ sit: CAPACITY - 2, codes: ['-101', '-102'] });
    }
    expect(await readAuditLog(app, { action: 'refund' })).toEqual([]);
  },
  120_000,
);

// Rules: R7, R316.
it('a job that fails does not stop the others, and waits longer after each further failure', async () => {
  let tries = 0;
  const { database, ...rest } = app.services;
  const services = {
    ...rest,
    database: {
      ...database,
      collections: watchWrites(database.collections, (collection) => {
        if (collection !== 'invitedAddresses') return;
        tries += 1;
        throw new Error('broken');
      }),
    },
  };
  const campClass = await buildClass(app, { sit: CAPACITY });
  await holdSeatOf(app, await buildUser(app), campClass);
  app.passMinutes(31);
  await runJobs(services);
  const found = await database.collections.classes.findOne({ _id: campClass._id });
  expect(found?.seats).toEqual([]);
  await runJobs(services);
  expect(tries).toBe(2);
  await runJobs(services);
  expect(tries).toBe(2);
  app.passMinutes(0.51);
  await runJobs(services);
  expect(tries).toBe(3);
  app.passMinutes(0.51);
  await runJobs(services);
  expect(tries).toBe(3);
});
