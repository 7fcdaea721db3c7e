import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import fc from 'fast-check';
import { BSON, ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { makeSessionToken } from '../testing/documents.ts';
import { checkAnswer } from '../testing/check-answer.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  buildUser,
  proveSignIn,
} from '../testing/factories.ts';
import { type CallInput, makeInput } from '../testing/make-input.ts';
import { addPhoto, PHOTO_BODY } from '../testing/photos.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { inDays } from '../testing/today.ts';
import { useTestApp } from '../testing/test-app.ts';

/** A failing test prints its seed. FAST_CHECK_SEED=… repeats the same inputs. */
const SEED = Number(process.env.FAST_CHECK_SEED ?? Date.now() % 1e9);
/** `npm run check:all` tries more. */
const INPUTS_PER_CALL = process.env.CHECK_ALL ? 100 : 4;
const PARTS = ['params', 'query', 'body'] as const;

const deep = Array.from({ length: 200 }).reduce((inner) => ({ $and: [inner] }), 1);
const prototypeKeys = JSON.parse('{"__proto__":{"role":"admin"}}') as object;
const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    ...[{ $gt: '' }, { $ne: null }, { $where: 'while(true){}' }, [{ $ne: 1 }], deep],
    ...[prototypeKeys, { constructor: { prototype: {} } }, '', null, undefined, [], {}],
    ...['\u0000', '\ud800', '(a+)+$', '../../etc/passwd', '9'.repeat(400), 'x'.repeat(8_000)],
    ...[Number.MAX_SAFE_INTEGER + 2, -1, 1e308, 1e-308],
  ),
  fc.anything({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

/** Fields that no call asks for. They must have no effect. */
const extraFields = fc.dictionary(
  fc.constantFrom('role', 'status', '$set', '_id', 'sit', 'seats', 'a.b', 'constructor'),
  fc.oneof(fc.constant('admin'), hostileValue),
  { maxKeys: 3 },
);

/** Bodies that are not JSON, or whose headers lie. */
type RawBody = { bytes: string | Buffer; headers?: Record<string, string> };
const rawBody: fc.Arbitrary<RawBody> = fc.oneof(
  fc.constantFrom<RawBody>(
    ...['{"a":', '[]', 'null', '"x"', '['.repeat(9_000), `{"email":"${'x'.repeat(200_000)}"}`].map(
      (bytes) => ({ bytes }),
    ),
    { bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
    { bytes: '{}', headers: { 'Content-Encoding': 'gzip' } },
    { bytes: '{}', headers: { 'Content-Type': 'application/json; charset=utf-7' } },
    { bytes: 'email[$ne]=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    { bytes: '{"email":1}', headers: { 'Content-Type': 'text/plain' } },
  ),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ bytes: Buffer.from(bytes) })),
);

type Attempt = { input: Required<CallInput>; raw: RawBody | undefined };

/** A valid input with extra fields, in which one field may be hostile; or a raw body. */
function attemptsOn(endpoint: Endpoint, valid: CallInput): fc.Arbitrary<Attempt> {
  const places = PARTS.flatMap((part) =>
    Object.keys(endpoint[part]?.shape ?? {}).map((field) => ({ part, field })),
  );
  const input = fc
    .tuple(fc.constantFrom(...places, undefined), hostileValue, extraFields)
    .map(([place, value, extra]) => {
      const spoiled = { params: {}, query: {}, ...valid, body: { ...valid.body, ...extra } };
      if (place) spoiled[place.part] = { ...spoiled[place.part], [place.field]: value };
      return throughTheWire(spoiled);
    })
    // With these, the path would be another call's.
    .filter(({ params }) => Object.values(params).every((text) => !/^\.{0,2}$/.test(String(text))));
  const raw = endpoint.body
    ? fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, rawBody)
    : fc.constant(undefined);
  return fc.record({ input, raw });
}

/** @returns the input as the server gets it: an address carries only text, and JSON has no undefined */
function throughTheWire({ params, query, body }: Required<CallInput>): Required<CallInput> {
  const toTexts = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [field, typeof value === 'string' ? value : toJson(value)])
        .map(([field = '', text = '']) => [field, Buffer.from(text).toString()]),
    );
  return {
    params: toTexts(params),
    query: toTexts(query),
    body: JSON.parse(toJson(body)) as Record<string, unknown>,
  };
}

const toJson = (value: unknown) => JSON.stringify(value) ?? 'null';

const app = useTestApp();

function send(name: string, { input, raw }: Attempt, authorization: string) {
  const [method, template = ''] = name.split(' ');
  const path = template.replace(/:(\w+)/g, (_all, field: string) =>
    encodeURIComponent(String(input.params[field] ?? 'undefined')),
  );
  const address = `/api${path}?${new URLSearchParams(input.query as Record<string, string>)}`;
  if (method === 'GET') return app.http.get(address).set('Authorization', authorization);
  return app.http[METHODS[method as keyof typeof METHODS]](address)
    .set({ Authorization: authorization, 'Content-Type': 'application/json', ...raw?.headers })
    .serialize((data) => data as string)
    .send(raw?.bytes ?? toJson(input.body));
}

const METHODS = { POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** @returns the whole database as text, and the same without what belongs to one person */
async function readDatabase(owner: string): Promise<{ all: string; others: string }> {
  const { users, classes, payments, events, visitDays } = app.services.database.collections;
  const { children, childContacts, childHealth, childPhotos } = app.services.database.collections;
  const toText = (value: unknown) => BSON.EJSON.stringify({ value }, undefined, 1);
  const everybody = await users.find().toArray();
  const ownId = everybody.find(({ email }) => email === owner)?._id;
  const [classesFound, paymentsFound, ...found] = await Promise.all([
    classes.find().toArray(),
    payments.find().toArray(),
    children.find({ 'guardians.userId': { $ne: ownId ?? null } }).toArray(),
    childContacts.find().toArray(),
    childHealth.find().toArray(),
    childPhotos.find().toArray(),
    events.find().toArray(),
    visitDays.find().toArray(),
  ]);
  const [families, logs] = [found.slice(0, 4), found.slice(4)];
  // A refused join raises the revision of the caller's holds, or records that they asked for a list, and changes
  // nothing else.
  const people = everybody.map(
    ({ holdsRevision: _revision, hasJoinedLists: _lists, ...user }) => user,
  );
  const owned = [...people, ...paymentsFound];
  const othersSeats = classesFound.map(({ seats, sit: _sit, version: _version, ...campClass }) => ({
    ...campClass,
    seats: seats.filter(({ userId }) => !userId.equals(ownId)),
  }));
  return {
    all: toText([classesFound, owned, logs, families]),
    others: toText([othersSeats, families, owned.filter(({ email }) => email !== owner)]),
  };
}

/** A caller that the access rule lets in, and valid values that point at another student's seat and payment. */
async function prepare(name: string, { access: { who } }: Endpoint) {
  // The whole database is read after each input, so it only has what this call needs.
  const { collections } = app.services.database;
  await Promise.all(Object.values(collections).map((collection) => collection.deleteMany({})));
  const campClass = await buildClass(app);
  const role = who === 'instructor' || who === 'admin' ? who : 'student';
  // An admin who tries to release a seat that is being paid for settles its payment, as a job would.
  const victim = await (role === 'admin' ? buildEnrolledSeat : buildPaidSeat)(app, campClass);
  const child = await buildFamily(victim.student);
  const isStranger = who === 'provider' || who === 'session';
  const { email } = isStranger ? { email: 'stranger@example.test' } : await buildUser(app, role);
  const token =
    who === 'provider' ? await proveSignIn({ email }) : makeSessionToken({ email }, app.services);
  const values = {
    ...{ email, name: 'Sam', photo: '', price: campClass.price, sit: 4, details: 'Wind.' },
    ...{ id: campClass.id, classId: campClass.id, cartId: victim.cartId, assign_room: 3 },
    ...{ transactionId: victim.paymentId, idToken: await proveSignIn(victim.student) },
    ...{ image: '/pictures/a.webp', course_tag: 'ZZZ', camp_start: inDays(30) },
    ...{ camp_end: inDays(34), date: '1/7/2030', time: '10:00:00 AM', browser: 'x' },
    ...{ platform: 'x', language: 'en' },
    ...{ childId: child.id, guardianId: victim.student._id.toHexString(), note: 'By phone.' },
    ...{ invitationId: child.invitations[0]?._id.toHexString(), may: ['see'], contacts: [] },
    ...{
      birthDate: '2018-03-01',
      allergies: [],
      medication: '',
      medicines: [],
      notes: '',
      nothingToTell: true,
    },
    ...{ consent: FIRST_TEXT_VERSION },
    ...(name === 'PUT /myChildren/:id/photo' && PHOTO_BODY),
    ...(/child/i.test(name) && { id: child.id }),
  };
  return { email, role, values, authorization: `Bearer ${token}` };
}

/** A child with contacts, health and an invitation to somebody else. */
async function buildFamily(parent: UserDocument) {
  const { childContacts, childHealth } = app.services.database.collections;
  const child = await buildChild(app, parent, {
    invitations: [
      {
        _id: new ObjectId(),
        email: 'grandma@example.test',
        may: ['see'],
        invitedBy: parent._id,
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    ],
  });
  const { _id } = child;
  const at = new Date();
  await childContacts.insertOne({ _id, contacts: [], savedAt: at, checkAfter: at });
  await addPhoto(app, child, parent);
  await childHealth.insertOne({
    _id,
    ...{ allergies: [], medication: 'Iron', medicines: [], notes: '', nothingToTell: false },
    ...{ confirmedAt: at, checkAfter: at },
    consent: { at, by: parent._id, textVersion: FIRST_TEXT_VERSION },
  });
  return child;
}

const callsWithInput = (Object.keys(contract) as (keyof Contract)[]).filter((name) =>
  PARTS.some((part) => part in contract[name]),
);

slowDescribe(
  'hostile input is answered or refused, and never changes what belongs to others',
  () => {
    it.each(callsWithInput)('%s', async (name) => {
      const endpoint: Endpoint = contract[name];
      const { email, role, values, authorization } = await prepare(name, endpoint);
      let before = await readDatabase(email);
      const attempts = attemptsOn(endpoint, makeInput(name, values));
      const property = fc.asyncProperty(attempts, async (attempt) => {
        const { status, headers, body } = await send(name, attempt, authorization).timeout(10_000);
        const [{ all, others }, { input, raw }] = [before, attempt];
        before = await readDatabase(email);
        expect(status).toBeLessThan(500);
        checkAnswer(name, status, headers, body);
        expect(toJson(body)).not.toMatch(/\n\s+at |node_modules|\.ts:\d/);
        if (!raw && PARTS.some((part) => endpoint[part]?.safeParse(input[part]).success === false))
          expect(status).toBeGreaterThanOrEqual(400);
        if (status >= 400) {
          expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
          expect(before.all).toBe(all);
        }
        if (endpoint.access.who === 'admin') return;
        expect(before.others).toBe(others);
        const caller = await app.services.database.collections.users.findOne({ email });
        expect(caller?.role ?? role).toBe(role);
      });
      await fc.assert(property, { seed: SEED, numRuns: INPUTS_PER_CALL });
    });
  },
);
