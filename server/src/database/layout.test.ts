import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seedDemoData } from '../demo/seed.ts';
import { runProgram } from '../testing/run-program.ts';
import { startProgram } from '../testing/programs.ts';
import {
  makeDatabaseName,
  startTestApp,
  type TestApp,
  testVariables,
} from '../testing/test-app.ts';
import type { Collections } from './collections.ts';
import { connectDatabase } from './connect.ts';
import { claimLayout, LAYOUT, OLDEST_LAYOUT, OUR_LAYOUT } from './layout.ts';
import { oneOrAll } from '../testing/slow-tests.ts';

const UNKNOWN = /The database \(MONGODB_URI\) has data of another version.*`npm run reset`.*\.$/m;

let app: TestApp;
let variables: Record<string, string>;
beforeAll(async () => {
  variables = testVariables(makeDatabaseName());
  app = await startTestApp(() => ({}), variables);
});
afterAll(() => app.close());
beforeEach(async () => {
  const all = Object.values(app.services.database.collections) as Collections['users'][];
  await Promise.all(all.map((collection) => collection.deleteMany({})));
});

// Rules: R134.
it('an empty database gets the layout of the server that finds it, even if several start at once', async () => {
  const { collections } = app.services.database;
  await Promise.all([1, 2, 3].map(() => claimLayout(collections)));
  expect(await collections.layout.find().toArray()).toEqual([
    { _id: 'layout', ...OUR_LAYOUT, entryEnding: '' },
  ]);
});

it('a server that is slow to look finds the layout of one that has marked and filled the database', async () => {
  const { collections } = app.services.database;
  let isFilled = false;
  const slow = new Proxy(collections.layout, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as (...given: unknown[]) => unknown;
      if (name !== 'findOne' || isFilled) return member.bind(target);
      return async () => {
        isFilled = true;
        await claimLayout(collections);
        await seedDemoData(app.services);
        return null;
      };
    },
  });
  await expect(claimLayout({ ...collections, layout: slow })).resolves.toMatchObject(OUR_LAYOUT);
});

// Rules: R639.
it('a school that began while calendar entries were named after the software keeps their ids; a new one never has them', async () => {
  const { layout } = app.services.database.collections;
  const open = async () => {
    const database = await connectDatabase(variables['MONGODB_URI'] ?? '');
    await database.close();
    return database.entryEnding;
  };
  expect(await open()).toBe('');
  expect(await open()).toBe('');
  // As an earlier version has marked it.
  await layout.updateOne({ _id: 'layout' }, { $unset: { entryEnding: '' } });
  expect(await open()).toBe('@speakifyr');
});

it.each(
  oneOrAll([
    ['no layout', undefined, UNKNOWN],
    ['a newer layout', LAYOUT + 1, /written by version .*Start that version, or a newer one\.$/m],
    ['an older layout', OLDEST_LAYOUT, /written by version .*run `npm run migrate`/m],
  ] as const),
)(
  'with data of %s, neither server nor commands start, and nothing is changed',
  async (_, number, refusal) => {
    const { layout, classes } = app.services.database.collections;
    await claimLayout(app.services.database.collections);
    await seedDemoData(app.services);
    await layout.deleteMany({});
    if (number !== undefined) await layout.insertOne({ _id: 'layout', number });
    const [marks, count] = [await layout.find().toArray(), await classes.countDocuments()];

    await expect(startProgram('server/src/main.ts', variables)).rejects.toThrow(refusal);
    const command = await runProgram('make-admin', ['ada@example.org'], variables);
    expect(command).toMatchObject({ code: 1, output: expect.stringMatching(refusal) });

    expect(await layout.find().toArray()).toEqual(marks);
    expect(await classes.countDocuments()).toBe(count);
  },
);
