import { expect, it } from 'vitest';
import { PICTURE } from '../testing/documents.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { changePage } from './instructors.service.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const listPublic = async () => (await app.call('GET /instructors')).body.map(({ email }) => email);

// Rules: R534.
it('a new instructor is public at once, with a plain text until they write one', async () => {
  const { _id, email, name } = await buildUser(app);
  // The list is cached; a promotion clears it.
  expect(await listPublic()).not.toContain(email);
  await app.as(admin).call('PATCH /makeInstructor', { query: { email } });
  const instructor = app.as({ email });

  expect((await instructor.call('GET /myInstructorPage')).body).toEqual({
    photo: '',
    details: '',
    isNamed: false,
  });
  const plain = {
    email,
    name,
    course: 'not-assigned',
    details: 'More about this instructor soon.',
  };
  expect((await app.call('GET /instructors')).body).toContainEqual(expect.objectContaining(plain));
  for (const call of ['GET /getInstructors', 'GET /newInstructor'] as const)
    expect((await app.as(admin).call(call)).body).toContainEqual(
      expect.objectContaining({ _id: _id.toHexString() }),
    );

  const blank = await instructor.call('PATCH /myInstructorPage', { body: { details: '   ' } });
  expect(blank.body).toMatchObject({ details: '' });
  expect((await app.call('GET /instructors')).body).toContainEqual(expect.objectContaining(plain));

  const written = await instructor.call('PATCH /myInstructorPage', {
    body: { details: ' I fly kites. ', photo: PICTURE },
  });
  expect(written.body).toEqual({
    photo: PICTURE,
    details: 'I fly kites.',
    isNamed: false,
  });
  expect((await app.call('GET /instructors')).body).toContainEqual(
    expect.objectContaining({ email, image: PICTURE, details: 'I fly kites.' }),
  );
});

it('a change without a photo keeps the current one, and changes nobody else', async () => {
  const [one, other] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
  await app.as(one).call('PATCH /myInstructorPage', { body: { details: 'A', photo: PICTURE } });
  const changed = await app.as(one).call('PATCH /myInstructorPage', { body: { details: 'B' } });
  expect(changed.body).toEqual({ photo: PICTURE, details: 'B', isNamed: false });
  expect((await app.as(other).call('GET /myInstructorPage')).body.details).toBe(other.details);
});

it('a photo from a host that is not ours is refused', async () => {
  const refused = await app.as(await buildUser(app, 'instructor')).call('PATCH /myInstructorPage', {
    body: { details: 'A', photo: 'https://elsewhere.test/me.png' },
  });
  expect(refused.status).toBe(400);
  expect(refused.body.fields).toHaveProperty(['body.photo']);
});

it('somebody who is no longer an instructor is not public anymore', async () => {
  const { _id, email } = await buildUser(app, 'instructor');
  expect(await listPublic()).toContain(email);
  const params = { id: _id.toHexString() };
  await app.as(admin).call('DELETE /removeInstructor/:id', { params });
  expect(await listPublic()).not.toContain(email);
});

it('is not saved if somebody stops being an instructor while they save it', async () => {
  const instructor = await buildUser(app, 'instructor');
  const { users } = app.services.database.collections;
  await users.updateOne({ _id: instructor._id }, { $set: { role: 'student' } });
  await expect(changePage(instructor, { details: 'Late.' }, app.services)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await users.findOne({ _id: instructor._id })).toMatchObject({
    details: instructor.details,
  });
});
