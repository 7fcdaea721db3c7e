import { describe, expect, it } from 'vitest';
import {
  buildClass,
  buildEnrolledSeat,
  buildUser,
  holdSeatOf,
  proveSignIn,
  useUser,
} from '../testing/factories.ts';
import { makeUid } from '../testing/documents.ts';
import { findKinds, findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

/** Signs up over HTTP. */
async function register(email: string, isVerified: boolean): Promise<{ email: string }> {
  const person = { email, uid: makeUid(email), isVerified };
  const body = { name: 'Ines', email, photo: '', role: 'student' as const };
  const { status } = await app.as(person).call('POST /userList', { body });
  expect(status).toBe(200);
  return person;
}

// Rules: R93, R97, R271.
describe('a new user', () => {
  it('with a confirmed address is welcomed, once', async () => {
    const person = await register('ines@example.test', true);
    expect(await findKinds(app, person)).toEqual(['welcome']);
    expect(await findKinds(app, person)).toEqual(['welcome']);
    expect(await findMail(app, person, 'welcome')).toMatchObject({
      to: { name: 'Ines', address: 'ines@example.test' },
      isEssential: true,
    });
    expect(await readMailTo(app, person, 'welcome')).toEqual({ props: {} });
  });

  it('is not welcomed before their address is confirmed: it may be another person’s', async () => {
    const person = await register('theirs@example.test', false);
    expect(await findKinds(app, person)).toEqual([]);
    const idToken = await proveSignIn(person);
    const api = app.withAuthorization(`Bearer ${idToken}`);
    expect((await api.call('POST /jwt', { body: { email: person.email } })).status).toBe(200);
    expect(await findKinds(app, person)).toEqual(['welcome']);
  });
});

describe('a new role', () => {
  it.each(['instructor', 'admin'] as const)('%s: the person hears of it', async (role) => {
    const user = await buildUser(app);
    if (role === 'admin')
      await app
        .as(admin)
        .call('PATCH /userList/admin/:id', { params: { id: user._id.toHexString() } });
    else await app.as(admin).call('PATCH /makeInstructor', { query: { email: user.email } });
    expect(await readMailTo(app, user, 'new role')).toEqual({ props: { role } });
  });

  it('that is taken away again before the email is sent is not announced', async () => {
    const user = await buildUser(app);
    const params = { id: user._id.toHexString() };
    await app.as(admin).call('PATCH /makeInstructor', { query: { email: user.email } });
    await app.as(admin).call('DELETE /removeInstructor/:id', { params });
    expect(await readMailTo(app, user, 'new role')).toBeUndefined();
  });
});

it('an admin who is a parent again hears of it', async () => {
  const other = await buildUser(app, 'admin');
  const params = { id: other._id.toHexString() };
  await app.as(admin).call('DELETE /userList/admin/:id', { params });
  expect(await readMailTo(app, other, 'new role')).toEqual({ props: { role: 'student' } });
});

describe('a user whom an admin removes', () => {
  it('hears of it', async () => {
    const user = await buildUser(app);
    await app.as(admin).call('DELETE /removeuser', { query: { email: user.email } });
    expect(await readMailTo(app, user, 'account removed')).toEqual({ props: {} });
  });

  it('does not hear of a removal that was refused', async () => {
    const instructor = await buildUser(app, 'instructor');
    await buildClass(app, { instructorId: instructor._id });
    const { status } = await app
      .as(admin)
      .call('DELETE /removeuser', { query: { email: instructor.email } });
    expect(status).toBe(409);
    expect(await findKinds(app, instructor)).toEqual([]);
  });
});

describe('a student who deletes their account', () => {
  const deleteAccount = async ({ email }: { email: string }) => {
    const body = { email, idToken: await proveSignIn({ email }) };
    expect((await app.as({ email }).call('DELETE /myAccount', { body })).status).toBe(200);
  };

  it('gets one last email, and all others are deleted', async () => {
    const { student } = await buildEnrolledSeat(app, await buildClass(app));
    const body = { name: 'Me', email: student.email, message: 'Is there lunch?' };
    await app.call('POST /contact', { body });
    expect(await findKinds(app, student)).toEqual(['paid']);
    const about = () =>
      app.services.database.collections.outbox.countDocuments({
        'replyTo.address': student.email,
      });
    expect(await about()).toBeGreaterThan(0);

    await deleteAccount(student);

    expect(await about()).toBe(0);
    const [line, ...others] = await listMailsTo(app, student);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      _id: `deleted-${student._id.toHexString()}`,
      cause: { kind: 'account deleted' },
      to: { name: student.name },
    });
    expect(line).not.toHaveProperty('userId');
    expect(line && (await readProps(line, app.services))).toMatchObject({ props: {} });
  });

  it('hears nothing more, even if the emails about them were written late', async () => {
    const campClass = await buildClass(app);
    const { student } = await buildEnrolledSeat(app, campClass);
    await deleteAccount(student);
    expect(await findKinds(app, student)).toEqual(['account deleted']);
  });

  it('keeps no email that another server adds at the last moment', async () => {
    const { student } = await buildEnrolledSeat(app, await buildClass(app));
    const line = await findMail(app, student, 'paid');
    const { outbox } = app.services.database.collections;
    const other = await startSecondServer(app, {}, ({ database }) => {
      const { users } = database.collections;
      const deleteOne = users.deleteOne.bind(users);
      users.deleteOne = async (...input) => {
        await outbox.insertOne({ ...line, _id: 'late' });
        return deleteOne(...input);
      };
      return {};
    });
    const body = { email: student.email, idToken: await proveSignIn(student) };
    expect((await other.as(student).call('DELETE /myAccount', { body })).status).toBe(200);
    await other.close();
    expect(await findKinds(app, student)).toEqual(['account deleted']);
  });

  it('gets no email to an address that was never confirmed', async () => {
    const impostor = await buildUser(app);
    await app.services.database.collections.users.updateOne(
      { _id: impostor._id },
      { $set: { isVerified: false } },
    );
    const idToken = await proveSignIn(impostor);
    await app
      .as({ ...impostor, isVerified: false })
      .call('DELETE /myAccount', { body: { email: impostor.email, idToken } });
    expect(await findKinds(app, impostor)).toEqual([]);
  });
});

describe('the download of a person’s data', () => {
  it('has what the school emailed to them and which emails they want', async () => {
    const { student } = await buildEnrolledSeat(app, await buildClass(app));
    await holdSeatOf(app, student, await buildClass(app));
    await listMailsTo(app, student);
    await app.as(student).call('PATCH /myMail', { body: { news: false } });
    const idToken = await proveSignIn(student);
    const { body } = await app
      .as(student)
      .call('POST /myData', { body: { email: student.email, idToken } });
    expect(body.mail).toEqual({ reminders: true, news: false, campDay: false });
    expect(body.messagesFromSchool).toEqual([
      {
        at: expect.any(String) as string,
        kind: 'paid',
        state: 'queued',
        subject: '',
        text: null,
      },
    ]);
  });
});
