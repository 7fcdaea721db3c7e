import { expect, it } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';
import { seedDemoData } from './seed.ts';

it('the demo parent finds two children with their classes, one of them with a health answer', async () => {
  const app = await startTestApp();
  await seedDemoData(app.services);
  // A start that was interrupted is finished by the next one, and nothing is there twice.
  const { classes, children, users } = app.services.database.collections;
  await classes.deleteMany({});
  await seedDemoData(app.services);
  expect(await children.countDocuments()).toBe(2);
  const parent = 'parent@speakifyr.test';
  // The record has no account at the provider before the first log-in.
  await users.updateOne({ email: parent }, { $set: { uid: 'made', credentials: 'made' } });
  const api = app.as({ email: parent, uid: 'made', credentials: 'made' });
  const { body } = await api.call('GET /myChildren');
  expect(body.children).toMatchObject([
    { name: 'Leo Okonjo', health: 'missing' },
    { name: 'Mia Okonjo', health: 'answered' },
  ]);
  const enrolled = await api.call('GET /myEnrolledClass', { query: { email: parent } });
  const names = enrolled.body.map(({ student_name }) => student_name);
  expect(names.sort()).toEqual(['Leo Okonjo', 'Mia Okonjo', 'Mia Okonjo']);
  await app.close();
});
