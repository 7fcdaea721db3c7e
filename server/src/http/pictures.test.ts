import { describe, expect, it } from 'vitest';
import { makeNewCourse, PICTURE } from '../testing/documents.ts';
import { buildClass, buildEnrolledSeat, buildUser, holdSeatOf } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const STRANGE = 'https://tracker.example/pixel.png';
const SENTENCE = 'Must be a picture that was uploaded here.';

const app = useTestApp();

// Rules: R46.
describe('a picture that is sent to us', () => {
  const register = (photo: string, email: string) =>
    app.as({ email }).call('POST /userList', { body: { name: 'Ana', photo, email } });

  it('must be a path of our site, or from our image host or a Google account', async () => {
    const google = 'https://lh3.googleusercontent.com/a/ACg8oc=s96-c';
    for (const [i, photo] of ['', '/pictures/people/student.webp', PICTURE, google].entries())
      expect((await register(photo, `own-${i}@example.test`)).status, photo).toBe(200);
    for (const photo of [
      STRANGE,
      'https://res.cloudinary.com.evil.example/x.png',
      'https://res.cloudinary.com@evil.example/x.png',
      'https://res.cloudinary.com:8443/x.png',
      'http://res.cloudinary.com/x.png',
    ])
      expect(await register(photo, 'strange@example.test'), photo).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields: { 'body.photo': SENTENCE } },
      });
    for (const photo of ['//evil.example/x.png', 'javascript:alert(1)', 'data:image/png;base64,'])
      expect((await register(photo, 'strange@example.test')).status, photo).toBe(400);
  });

  it('is checked for a new course, too', async () => {
    const admin = await buildUser(app, 'admin');
    const instructor = await buildUser(app, 'instructor');
    const add = (image: string) =>
      app.as(admin).call('POST /addCourse', { body: makeNewCourse(instructor, { image }) });
    expect(await add(STRANGE)).toMatchObject({
      status: 400,
      body: { fields: { 'body.image': SENTENCE } },
    });
    expect((await add(PICTURE)).status).toBe(200);
  });
});

it('a strange picture from earlier is never shown', async () => {
  const { collections } = app.services.database;
  const admin = await buildUser(app, 'admin');
  const instructor = await buildUser(app, 'instructor');
  const campClass = await buildClass(app, { image: STRANGE, instructorId: instructor._id });
  const { student } = await buildEnrolledSeat(app, campClass);
  const held = await buildUser(app);
  await holdSeatOf(app, held, campClass);
  await collections.users.updateMany({}, { $set: { photo: STRANGE } });

  const queryOf = (person: { email: string }) => ({ query: { email: person.email } });
  const answers = await Promise.all([
    app.call('GET /classes'),
    app.call('GET /classes/:id', { params: { id: campClass.id } }),
    app.call('GET /popularclass'),
    app.call('GET /instructors'),
    app.as(admin).call('GET /adminClasses'),
    app.as(admin).call('GET /userList'),
    app.as(admin).call('GET /getInstructors'),
    app.as(admin).call('GET /adminStats', queryOf(admin)),
    app.as(student).call('GET /userInfo', queryOf(student)),
    app.as(student).call('GET /userStats', queryOf(student)),
    app.as(student).call('GET /myEnrolledClass', queryOf(student)),
    app.as(held).call('GET /myclass', queryOf(held)),
    app.as(instructor).call('GET /instructorStats', queryOf(instructor)),
    app.as(instructor).call('GET /userList/instructorInfo', queryOf(instructor)),
  ] satisfies Promise<{ status: number; body: unknown }>[]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    expect(text).toMatch(/"(photo|image)":""/);
    expect(text).not.toContain('tracker.example');
  }
});
