import { expect, it, vi } from 'vitest';
import { buildClass, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

it('a rush on one class seats as many as it has seats, with four joins in the database at most', async () => {
  const { classes, users } = app.services.database.collections;
  const update = classes.updateOne.bind(classes);
  let [current, most] = [0, 0];
  vi.spyOn(classes, 'updateOne').mockImplementation(async (...arguments_) => {
    most = Math.max(most, ++current);
    return update(...arguments_).finally(() => (current -= 1));
  });
  const campClass = await buildClass(app, { sit: 20 });
  const students = await Promise.all(Array.from({ length: 60 }, () => buildUser(app)));
  const writes = vi.spyOn(users, 'updateOne');
  const answers = await Promise.all(
    students.map(({ email }) =>
      app.as({ email }).call('POST /addClass', { body: { classId: campClass.id, email } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ body }) => body.code === 'class_full')).toHaveLength(40);
  expect(most).toBeLessThanOrEqual(4);
  // Most of those who come too late write nothing: at most those who began together with the last seat do.
  expect(writes.mock.calls.length).toBeLessThan(40);
});
