import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import * as provider from '../testing/account-at-provider.ts';
import { buildClass, buildUser, useUser } from '../testing/factories.ts';
import { findKinds, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const director = useUser(app, 'admin');

const PASSWORD = 'sunny-lake-7';
let made = 0;

function makeInvitation() {
  const email = `coach-${(made += 1)}@school.test`;
  return { id: new ObjectId().toHexString(), name: 'Maren Solbakk', email };
}

const invite = (body = makeInvitation()) => app.as(director).call('POST /instructors', { body });

async function readListed(email: string) {
  const { body } = await app.as(director).call('GET /getInstructors', { query: { search: email } });
  return body;
}

/** Signs up at the provider with this address, and asks for a session. */
async function signUp(email: string, isConfirmed: boolean) {
  let idToken = await provider.signUp(email, PASSWORD);
  if (isConfirmed) {
    await provider.confirmEmail(idToken);
    idToken = await provider.logIn(email, PASSWORD);
  }
  return app.withAuthorization(`Bearer ${idToken}`).call('POST /jwt', { body: { email } });
}

// Rules: R631.
it('an invited instructor hears of it, gets a class at once, and has the account after confirming the address', async () => {
  const wanted = makeInvitation();
  expect((await invite(wanted)).status).toBe(200);
  expect(await readMailTo(app, wanted, 'new role')).toEqual({
    props: { role: 'instructor', isInvited: true },
  });
  expect(await readListed(wanted.email)).toMatchObject([{ name: wanted.name, isInvited: true }]);
  const free = (await app.as(director).call('GET /newInstructor')).body;
  expect(free.map(({ email }) => email)).toContain(wanted.email);
  const { id } = await buildClass(app, { instructorId: new ObjectId(wanted.id) });
  const shown = await app.call('GET /classes/:id', { params: { id } });
  expect(shown.body.instructor).toBe(wanted.name);

  expect((await signUp(wanted.email, true)).status).toBe(200);
  const [listed] = await readListed(wanted.email);
  expect(listed).not.toHaveProperty('isInvited');
  // No email about how to get a seat.
  expect(await findKinds(app, wanted)).toEqual(['new role']);
});

it('somebody who can’t read the address’s emails does not get the account', async () => {
  const wanted = makeInvitation();
  await invite(wanted);
  expect(await signUp(wanted.email, false)).toMatchObject({
    status: 409,
    body: { code: 'verify_email_first' },
  });
  expect(await readListed(wanted.email)).toMatchObject([{ isInvited: true }]);
});

it('who is only invited is not on the public page', async () => {
  const wanted = makeInvitation();
  await invite(wanted);
  const readNames = async () => (await app.call('GET /instructors')).body.map(({ email }) => email);
  expect(await readNames()).not.toContain(wanted.email);
  await signUp(wanted.email, true);
  // Visitors read a copy, until something changes or it is old.
  await invite();
  expect(await readNames()).toContain(wanted.email);
});

it('the same request again changes nothing, and an address with an account is refused', async () => {
  const wanted = makeInvitation();
  await invite(wanted);
  expect((await invite(wanted)).status).toBe(200);
  expect(await findKinds(app, wanted)).toEqual(['new role']);
  expect(await invite({ ...wanted, name: 'Somebody else' })).toMatchObject({
    status: 409,
    body: { code: 'request_used' },
  });
  for (const role of ['student', 'instructor', 'admin'] as const) {
    const { email } = await buildUser(app, role);
    expect(await invite({ ...makeInvitation(), email })).toMatchObject({
      status: 409,
      body: { code: 'account_exists' },
    });
  }
});

it('is invited again once a day, until somebody has the account', async () => {
  const wanted = makeInvitation();
  await invite(wanted);
  const again = () =>
    app.as(director).call('POST /instructors/:id/invite', { params: { id: wanted.id } });
  expect((await again()).body).toMatchObject({ code: 'invited_today' });
  const { users } = app.services.database.collections;
  const yesterday = new Date(app.services.now().getTime() - 25 * 3_600_000);
  await users.updateOne({ email: wanted.email }, { $set: { createdAt: yesterday } });
  const answers = await Promise.all([again(), again(), again()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await findKinds(app, wanted)).toEqual(['new role', 'new role']);
  await signUp(wanted.email, true);
  expect((await again()).status).toBe(404);
  expect(
    (
      await app
        .as(director)
        .call('POST /instructors/:id/invite', { params: { id: director._id.toHexString() } })
    ).status,
  ).toBe(404);
});

it('visitors don’t read an address that nobody has confirmed', async () => {
  const wanted = makeInvitation();
  await invite(wanted);
  const { id } = await buildClass(app, { instructorId: new ObjectId(wanted.id) });
  const read = async () => {
    const { body } = await app.call('GET /classes/:id', { params: { id } });
    return [body.instructor, body.instructor_email];
  };
  expect(await read()).toEqual([wanted.name, 'not-assigned']);
  await signUp(wanted.email, true);
  await invite();
  expect(await read()).toEqual([wanted.name, wanted.email]);
});

it('an invitation ends after 90 days, unless it goes out again', async () => {
  const wanted = makeInvitation();
  await invite(wanted);
  const { users } = app.services.database.collections;
  const before = new Date(app.services.now().getTime() - 91 * 86_400_000);
  await users.updateOne({ email: wanted.email }, { $set: { createdAt: before } });
  expect(await signUp(wanted.email, true)).toMatchObject({
    status: 409,
    body: { code: 'other_sign_in', message: expect.stringContaining('has ended') },
  });
  const params = { id: wanted.id };
  expect((await app.as(director).call('POST /instructors/:id/invite', { params })).status).toBe(
    200,
  );
  const idToken = await provider.logIn(wanted.email, PASSWORD);
  const { status } = await app
    .withAuthorization(`Bearer ${idToken}`)
    .call('POST /jwt', { body: { email: wanted.email } });
  expect(status).toBe(200);
});

it('removing somebody who was invited by mistake removes the account, and the address can be invited again', async () => {
  const wanted = makeInvitation();
  await invite(wanted);
  const params = { id: wanted.id };
  expect((await app.as(director).call('DELETE /removeInstructor/:id', { params })).status).toBe(
    200,
  );
  expect(await readListed(wanted.email)).toEqual([]);
  expect((await invite({ ...makeInvitation(), email: wanted.email })).status).toBe(200);
  expect(await readListed(wanted.email)).toMatchObject([{ isInvited: true }]);
});

it.each([
  [{ email: 'nobody' }, 'body.email'],
  [{ name: '  ' }, 'body.name'],
  [{ id: 'x' }, 'body.id'],
])('%o is refused', async (wrong, field) => {
  const { status, body } = await invite({ ...makeInvitation(), ...wrong });
  expect([status, body]).toMatchObject([400, { fields: { [field]: expect.any(String) } }]);
});
