import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personName } from '@speakifyr/contract/fields.ts';
import { expect, it } from 'vitest';
import { makeChild } from '../testing/documents.ts';
import { buildTeacher, buildUser } from '../testing/factories.ts';
import { CONTACT } from '../testing/families.ts';
import { startTestApp } from '../testing/test-app.ts';
import { seedDemoData } from './seed.ts';

/** What nobody could type is no name of the demo school, of a journey or of a test either. R460 */

const ROOT = join(import.meta.dirname, '../../..');

const refused = (names: string[]) => names.filter((name) => !personName.safeParse(name).success);

it('every person of the demo school has a name that somebody could type', async () => {
  const app = await startTestApp();
  await seedDemoData(app.services);
  const { users, children, childContacts } = app.services.database.collections;
  const people = [...(await users.find().toArray()), ...(await children.find().toArray())];
  const contacts = (await childContacts.find().toArray()).flatMap((one) => one.contacts);
  expect(contacts.length).toBeGreaterThan(0);
  const made = [
    ...[await buildUser(app), await buildUser(app, 'instructor'), await buildUser(app, 'admin')],
    ...[await buildTeacher(app, 'Ada Falk'), makeChild(people[0]!._id), CONTACT],
  ];
  const names = [...people, ...contacts, ...made].map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(refused(names)).toEqual([]);
  await app.close();
});

it('every person of a journey and of the accounts for developers has one, too', () => {
  const names = ['dev/e2e', 'dev/sandbox/src', 'dev/scripts', 'dev/resilience/src']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes('node_modules'))
        .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
    )
    .flatMap((source) => [
      ...source.matchAll(
        /\b(?:name|displayName): (['`])((?:(?!\1).)+)\1,[^}]*\b(?:email|birthDate)\b/gs,
      ),
      ...source.matchAll(
        /getByLabel\((['`])(?:Name|Child’s name|Their name)\1[^)]*\)\s*\.fill\('([^']+)'\)/g,
      ),
    ])
    // A number in a name is as good as another one.
    .map(([, , name = '']) => name.replaceAll(/\$\{[^}]*\}/g, '1'));
  expect(names).toContain('Mira 1-1');
  expect(names).toContain('Mia Lindqvist');
  expect(refused(names)).toEqual([]);
});
