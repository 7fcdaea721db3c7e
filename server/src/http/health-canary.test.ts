import { randomUUID } from 'node:crypto';
import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { nameAnswer } from '../database/form-documents.ts';
import { createLog } from '../log.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deliverMails } from '../messages/deliver.ts';
import type { OutgoingMail } from '../outside/smtp.ts';
import { runJobs } from '../jobs/jobs.ts';
import { addContacts, addHealth, makeContact, makeEnrolledSeat } from '../testing/care.ts';
import { makeGuardian, makeSessionToken } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, proveSignIn } from '../testing/factories.ts';
import { addDocument } from '../testing/form-files.ts';
import { makeInput } from '../testing/make-input.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { makeQuestion, makeTerms } from '../testing/forms.ts';
import { addPhoto, makeJpeg, PHOTO_BODY } from '../testing/photos.ts';
import { inDays } from '../testing/today.ts';

/**
 * Health stays apart: what parents write about a child's health and contacts is in no answer, header, log line, error,
 * email, list or cache except those named here. The test makes every call of the contract as every kind of caller, with
 * good and bad input, and searches for a text that is in all of those fields.
 */
const READERS: Partial<Record<keyof Contract, CallerName[]>> = {
  'GET /myChildren/:id': ['seeingGuardian', 'guardian'],
  'POST /myData': ['seeingGuardian', 'guardian'],
  'GET /classCare/:classId': ['instructor', 'substituteInstructor', 'admin'],
  'GET /classRecords/:classId/:day': ['instructor', 'substituteInstructor', 'admin'],
  'GET /dayList/:classId/:day': ['instructor', 'substituteInstructor', 'admin'],
  'GET /childRecords/:childId': ['seeingGuardian', 'guardian', 'admin'],
  'GET /children/:id/contacts': ['admin'],
  'GET /emergencyList': ['instructor', 'substituteInstructor', 'admin'],
  'GET /children/:id/mustNotCollect': ['admin'],
};

/** Who reads who must not collect the child: `guardian` wrote it. The other guardians never do: it may be about them. */
const READERS_OF_BLOCKS: typeof READERS = {
  'GET /myChildren/:id': ['guardian'],
  'POST /myData': ['guardian'],
  'GET /children/:id/mustNotCollect': ['admin'],
  'GET /classCare/:classId': ['instructor', 'substituteInstructor', 'admin'],
  'GET /dayList/:classId/:day': ['instructor', 'substituteInstructor', 'admin'],
};

/** Who gets the child's photo. `GET /emergencyList` has every child, and none of the photos. */
const READERS_OF_PHOTOS: typeof READERS = {
  'GET /myChildren/:id': ['seeingGuardian', 'guardian'],
  'POST /myData': ['seeingGuardian', 'guardian'],
  'GET /dayList/:classId/:day/photos': ['instructor', 'substituteInstructor', 'admin'],
};

/** Who reads the certificates of `instructor`. */
const READERS_OF_CERTIFICATES: typeof READERS = {
  'GET /getInstructors': ['admin'],
  'GET /classTeam/:classId': ['admin'],
  'GET /myCertificates': ['instructor'],
  'POST /myData': ['instructor'],
};

/** Who reads from when on the child may leave alone. */
const READERS_OF_ALONE: typeof READERS = {
  'GET /myChildren/:id': ['seeingGuardian', 'guardian'],
  'POST /myData': ['seeingGuardian', 'guardian'],
  'GET /dayList/:classId/:day': ['instructor', 'substituteInstructor', 'admin'],
  'GET /classCare/:classId': ['instructor', 'substituteInstructor', 'admin'],
};

/** Who reads what the family answered to a form for the office alone. */
const READERS_OF_FORMS: typeof READERS = {
  'GET /myForms': ['seeingGuardian', 'guardian'],
  'POST /myData': ['seeingGuardian', 'guardian'],
  'GET /formPeople': ['admin'],
};

/** Who reads what was answered for the roster, too. The roster itself finds nobody here: every search is for the canary. */
const READERS_OF_ROSTER: typeof READERS = {
  ...READERS_OF_FORMS,
  'GET /dayList/:classId/:day': ['instructor', 'substituteInstructor', 'admin'],
};

/** Who reads what a form asked about health. */
const READERS_OF_CARE: typeof READERS = {
  'GET /myForms': ['seeingGuardian', 'guardian'],
  'POST /myData': ['seeingGuardian', 'guardian'],
  'GET /classCare/:classId': ['instructor', 'substituteInstructor', 'admin'],
};

/** Who opens a document that was handed in. */
const READERS_OF_DOCUMENTS: typeof READERS = {
  'GET /formFiles/:id': ['seeingGuardian', 'guardian', 'admin'],
};

/** The allowed callers come last, because their calls may change or delete the child. */
const CALLERS = [
  'visitor',
  'otherParent',
  'formerGuardian',
  'bookingGuardian',
  'otherInstructor',
  'formerInstructor',
  'earlyInstructor',
  'lateInstructor',
  'tomorrowsInstructor',
  'yesterdaysInstructor',
  'substituteInstructor',
  'instructor',
  'seeingGuardian',
  'admin',
  'accountant',
  'guardian',
] as const;
type CallerName = (typeof CALLERS)[number];

/** For these, the secret counts, not the caller. */
const SECRETS: (keyof Contract)[] = ['GET /calendars/:file'];

/** Who sends bad input: one of each role. */
const SPOILERS: CallerName[] = [
  'visitor',
  'otherParent',
  'instructor',
  'admin',
  'accountant',
  'guardian',
];

/** In each field of the child's health and contacts. */
const PLANTED = 'CanaryOfHealth';
/** In what the guardian wrote about somebody who must not collect the child. */
const BLOCKED = 'CanaryOfBlock';
/** In a certificate of the instructor. */
const CERTIFIED = 'NameOfCertificate';
/** What the guardian answered to a form: for the office, and for the roster. */
const ANSWERED = 'WordForTheOffice';
const ON_ROSTER = 'WordForTheTeam';
/** What the guardian answered to a form about health. */
const CARED = 'WordOfCare';
/** In a document that the guardian handed in. */
const HANDED_IN = 'WordInADocument'.repeat(4);
const DOCUMENT = makeJpeg({ text: HANDED_IN }).toString('base64').slice(24, 84);
/** From when on the child may leave alone, as in responses. */
const ALONE = '03:47';
/** What callers send where it doesn't belong. */
const SENT = 'CanaryThatWasSent';
const CANARY = /canary/i;
/** In the middle of the child's photo. */
const PHOTOGRAPHED = 'CanaryOfPhoto'.repeat(4);
const PHOTO = makeJpeg({ text: PHOTOGRAPHED }).toString('base64').slice(24, 84);

const lines: string[] = [];
const mails: OutgoingMail[] = [];
const app = useTestApp(
  ({ environment }) => ({
    log: createLog(environment, { write: (line) => void lines.push(line) }),
    mailer: {
      send: async (mail) => {
        mails.push(mail);
        return { result: 'sent' };
      },
      check: () => Promise.resolve(undefined),
    },
  }),
  { LOG_LEVEL: 'debug', METRICS_TOKEN: 'who-reads-the-metrics' },
);

/** The child has seats in three classes: a current one, a coming one, and one that ended a few days ago. */
async function buildWorld() {
  const people = {} as Record<CallerName, UserDocument>;
  for (const name of CALLERS)
    people[name] = await buildUser(
      app,
      name === 'admin' || name === 'accountant'
        ? 'admin'
        : /instructor/i.test(name)
          ? 'instructor'
          : 'student',
      name === 'accountant' ? name : undefined,
    );
  const { users } = app.services.database.collections;
  const calendarSecret = makeCalendarSecret(people.guardian);
  await users.updateOne({ _id: people.guardian._id }, { $set: { calendarSecret } });
  const certificate = { _id: new ObjectId(), kind: 'other' as const, name: CERTIFIED };
  const certificates = [
    {
      ...certificate,
      result: 'clear' as const,
      on: inDays(-9),
      expiresOn: null,
      by: people.admin._id,
    },
  ];
  await users.updateOne({ _id: people.instructor._id }, { $set: { certificates } });
  const child = await buildChild(app, people.guardian, {
    guardians: [
      makeGuardian(people.guardian._id),
      makeGuardian(people.seeingGuardian._id, { may: ['see'], invitedBy: people.guardian._id }),
      makeGuardian(people.bookingGuardian._id, { may: ['book'], invitedBy: people.guardian._id }),
    ],
  });
  await addHealth(app, child._id, {}, PLANTED);
  await addContacts(app, child._id, [plantedContact()]);
  await addPhoto(app, child, people.guardian, { text: PHOTOGRAPHED });
  const fileId = await addAnswers(people.guardian, child);
  const entry = { _id: new ObjectId(), name: BLOCKED, since: inDays(-9), note: BLOCKED };
  await app.services.database.collections.childContacts.updateOne(
    { _id: child._id },
    {
      $set: {
        mustNotCollect: [{ ...entry, by: people.guardian._id, at: new Date() }],
        mayLeaveAlone: { from: ALONE, by: people.guardian._id, at: new Date() },
      },
    },
  );
  const seatOf = ({ _id: userId }: UserDocument, childId?: ObjectId) =>
    makeEnrolledSeat({ userId, ...(childId && { childId }) });
  const stay = ({ _id: userId }: UserDocument, day: string) => ({
    ...{ _id: new ObjectId(), userId, role: 'substitute' as const, from: day, to: day },
  });
  const build = (start: number, end: number, teacher: UserDocument) =>
    buildClass(app, {
      team: [
        stay(people.substituteInstructor, inDays(0)),
        stay(people.tomorrowsInstructor, inDays(1)),
        stay(people.yesterdaysInstructor, inDays(-1)),
      ],
      camp_start: inDays(start),
      camp_end: inDays(end),
      instructorId: teacher._id,
      seats: [
        seatOf(people.guardian, child._id),
        seatOf(people.formerGuardian),
        { ...seatOf(people.otherParent), entry_code: 'EXM-103' },
      ],
    });
  const classes = {
    // It ends today: it meets on its last day even if that is a Sunday.
    instructor: await build(-2, 0, people.instructor),
    earlyInstructor: await build(30, 34, people.earlyInstructor),
    lateInstructor: await build(-9, -5, people.lateInstructor),
  };
  await app.services.database.collections.safetyRecords.insertOne({
    ...{ _id: randomUUID(), classId: classes.instructor._id, day: inDays(0), personId: child._id },
    ...{ at: new Date(), receivedAt: new Date(), by: people.instructor._id, addenda: [] },
    incident: {
      ...{ what: PLANTED, where: PLANTED, treatment: PLANTED, witness: PLANTED },
      parentsToldAt: null,
    },
  });
  return { people, child, classes, fileId };
}

/** A form that every class asks, answered for the child. */
async function addAnswers({ _id: by }: UserDocument, child: { _id: ObjectId }) {
  const { forms, formAnswers, formParts } = app.services.database.collections;
  const terms = makeTerms({
    questions: [
      makeQuestion({ key: 'office' }),
      makeQuestion({ key: 'team', seenBy: 'roster' }),
      makeQuestion({ key: 'care', seenBy: 'care' }),
    ],
  });
  const at = new Date();
  const formId = new ObjectId();
  await forms.insertOne({
    ...{ _id: formId, isArchived: false, revision: 1, published: terms, version: 1, againFrom: 0 },
    versions: [{ version: 1, at, by, terms }],
  });
  const answerId = nameAnswer(formId, child._id);
  const care = new ObjectId();
  await formParts.insertOne({
    ...{ _id: care, answerId, personId: child._id, at, checkAfter: at, care: { care: CARED } },
    consent: { at, by, textVersion: FIRST_TEXT_VERSION },
  });
  await formAnswers.insertOne({
    ...{ _id: answerId, care, formId, kind: 'questions', about: 'child' },
    ...{ personId: child._id, version: 1, answers: { office: ANSWERED, team: ON_ROSTER } },
    ...{ isComplete: true, at, by, signatures: [], revision: 1 },
  });
  return addDocument(app, child._id, by, { text: HANDED_IN });
}
type World = Awaited<ReturnType<typeof buildWorld>>;

/** In the address of the guardian's calendar, which every caller knows. */
function makeCalendarSecret({ _id }: UserDocument): string {
  return _id.toHexString().padEnd(32, '0');
}

function plantedContact() {
  return makeContact({ name: PLANTED, phone: PLANTED, relation: PLANTED, mayPickUp: true });
}

/** Values for every field of the contract: they point at the child and its class. */
async function makeValues(name: keyof Contract, caller: CallerName, world: World) {
  const endpoint: Endpoint = contract[name];
  const { people, child, classes, fileId } = world;
  const campClass = caller in classes ? classes[caller as 'instructor'] : classes.instructor;
  const [seat] = campClass.seats;
  const idFor = (path: string) => {
    if (path.includes('/formFiles/')) return fileId;
    if (/\/(myChildren|children)\//.test(path)) return child.id;
    return path.includes('/families/') ? people.guardian._id.toHexString() : campClass.id;
  };
  const email = endpoint.access.own ? people[caller].email : people.guardian.email;
  return {
    email,
    id: idFor(name),
    childId: child.id,
    classId: campClass.id,
    ...{ since: inDays(0), entryId: campClass.id },
    cartId: seat?.seatId.toHexString(),
    guardianId: people.seeingGuardian._id.toHexString(),
    memberId: campClass.team?.[0]?._id.toHexString(),
    ...{ userId: people.formerInstructor._id.toHexString(), role: 'assistant' },
    invitationId: new ObjectId().toHexString(),
    file: `${makeCalendarSecret(people.guardian)}.ics`,
    paymentId: 'pi_nobody',
    transactionId: 'pi_nobody',
    ...{ name: 'Somebody', birthDate: '2018-03-04', note: 'Third grade', may: ['see'] },
    ...{ refund: 0, amount: 0, no: '1', isForResale: true, version: 0, steps: [] },
    ...{ photo: '', details: '', price: 10, subject: 'The bus' },
    text: name === 'GET /search' ? PLANTED : 'It leaves at nine.',
    // All searches look for the canary, and instructors are listed.
    ...{
      token: 'no-token',
      search: name === 'GET /getInstructors' ? undefined : PLANTED,
      target: PLANTED,
      free: true,
    },
    ...{ address: 'other@example.test', month: inDays(0).slice(0, 7), bundle: 'office' },
    ...('idToken' in (endpoint.body?.shape ?? {}) && {
      idToken: await proveSignIn(people[caller]),
    }),
    allergies: [{ what: PLANTED, isSevere: true, whatToDo: PLANTED }],
    ...{ medication: PLANTED, notes: PLANTED, nothingToTell: false },
    medicines: [{ what: PLANTED, howMuch: PLANTED, at: '12:00' }],
    ...{ day: inDays(0), personId: child.id, time: '00:01' },
    dose: { what: PLANTED, howMuch: PLANTED, at: null, outcome: 'given', note: PLANTED },
    incident: {
      ...{ what: PLANTED, where: PLANTED, treatment: PLANTED, witness: PLANTED },
      parentsToldAt: null,
    },
    consent: FIRST_TEXT_VERSION,
    ...(name === 'PUT /myChildren/:id/photo' && PHOTO_BODY),
    contacts: [plantedContact()],
  };
}

type Attempt = { params?: object; query?: object; body?: unknown; isRaw?: true };

/** Health where it doesn't belong: unknown fields, wrong types, texts that are too long, and broken JSON. */
function spoil({ params = {}, query = {}, body = {} }: Attempt, endpoint: Endpoint): Attempt[] {
  // A call that takes a phone number takes the account's own, which may come back.
  const phone = 'phone' in (endpoint.body?.shape ?? {}) ? {} : { phone: SENT };
  const sent = { medication: SENT, allergies: SENT, notes: SENT, ...phone, [SENT]: SENT };
  const replace = (part: object, value: unknown) =>
    Object.fromEntries(Object.keys(part).map((field) => [field, value]));
  const long = SENT.repeat(200);
  const tooLong = {
    ...(body as object),
    allergies: [{ what: long, isSevere: SENT, whatToDo: long, [SENT]: SENT }],
    contacts: [{ ...plantedContact(), name: long, phone: long, pickUpUntil: SENT }],
    ...{ medication: long, notes: long, consent: SENT },
  };
  return [
    ...(endpoint.params ? [{ params: replace(params, SENT), query, body }] : []),
    ...(endpoint.query ? [{ params, query: replace(query, long), body }] : []),
    ...(endpoint.body
      ? [
          { params, query, body: { ...(body as object), ...sent } },
          { params, query, body: replace(body as object, sent) },
          { params, query, body: tooLong },
          { params, query, body: `{"medication":"${SENT}`, isRaw: true as const },
          {
            params,
            query,
            body: JSON.stringify({ notes: SENT.repeat(4_000) }),
            isRaw: true as const,
          },
        ]
      : []),
  ];
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** @returns everything of the answer as text */
async function send(name: string, token: string, { params, query, body, isRaw }: Attempt) {
  const [method, template = ''] = name.split(' ') as [keyof typeof METHODS, string];
  const path = template.replace(/:(\w+)/g, (_all, field: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[field])),
  );
  const call = app.http[METHODS[method]](`/api${path}`).query({ ...query });
  if (token) void call.set('Authorization', `Bearer ${token}`);
  const answer =
    body === undefined
      ? await call
      : await call
          .set('Content-Type', 'application/json')
          .serialize((data) => (isRaw ? String(data) : JSON.stringify(data)))
          .send(body as object);
  return { status: answer.status, text: `${answer.text}\n${JSON.stringify(answer.headers)}` };
}

/** The calls that only read share a world: the more people and classes there are, the slower every list is. */
let worldOfReaders: Promise<World> | undefined;
const findWorld = (name: string) =>
  name.startsWith('GET') ? (worldOfReaders ??= buildWorld()) : buildWorld();

// Rules: R124, R221, R222, R281, R292, R387, R397, R400, R410, R414, R415, R421.
slowDescribe('health and contacts of a child are in no answer but those for their readers', () => {
  for (const name of Object.keys(contract) as (keyof Contract)[]) {
    it(name, async () => {
      const endpoint: Endpoint = contract[name];
      const world = await findWorld(name);
      for (const caller of CALLERS) {
        const token =
          caller === 'visitor' ? '' : makeSessionToken(world.people[caller], app.services);
        const good = makeInput(name, await makeValues(name, caller, world));
        for (const attempt of SPOILERS.includes(caller) ? spoil(good, endpoint) : []) {
          const { status, text } = await send(name, token, attempt);
          expect(status, `${caller} ${JSON.stringify(attempt).slice(0, 200)}`).toBeLessThan(500);
          // With two changed fields, it may still be a valid call for a reader.
          if (!READERS[name]?.includes(caller)) expect(text, caller).not.toMatch(CANARY);
          if (!READERS_OF_PHOTOS[name]?.includes(caller)) expect(text, caller).not.toContain(PHOTO);
          if (!READERS_OF_CARE[name]?.includes(caller)) expect(text, caller).not.toContain(CARED);
          if (!READERS_OF_DOCUMENTS[name]?.includes(caller))
            expect(text, caller).not.toContain(DOCUMENT);
          expect(text, caller).not.toContain(SENT);
        }
        const { status, text } = await send(name, token, good);
        expect(status, caller).toBeLessThan(500);
        if (!READERS[name]?.includes(caller)) expect(text, caller).not.toMatch(CANARY);
        else if (name !== 'GET /children/:id/mustNotCollect')
          expect(text, caller).toContain(PLANTED);
        if (READERS_OF_BLOCKS[name]?.includes(caller)) expect(text, caller).toContain(BLOCKED);
        else expect(text, caller).not.toContain(BLOCKED);
        expect(text.includes(PHOTO), caller).toBe(
          READERS_OF_PHOTOS[name]?.includes(caller) ?? false,
        );
        if (!READERS_OF_CERTIFICATES[name]?.includes(caller))
          expect(text, caller).not.toContain(CERTIFIED);
        else expect(text, caller).toContain(CERTIFIED);
        expect(text.includes(ANSWERED), `${caller} ${ANSWERED}`).toBe(
          READERS_OF_FORMS[name]?.includes(caller) ?? false,
        );
        expect(text.includes(ON_ROSTER), `${caller} ${ON_ROSTER}`).toBe(
          READERS_OF_ROSTER[name]?.includes(caller) ?? false,
        );
        expect(text.includes(CARED), `${caller} ${CARED}`).toBe(
          READERS_OF_CARE[name]?.includes(caller) ?? false,
        );
        expect(text.includes(DOCUMENT), `${caller} document`).toBe(
          READERS_OF_DOCUMENTS[name]?.includes(caller) ?? false,
        );
        const isAlone = READERS_OF_ALONE[name]?.includes(caller) ?? false;
        expect(text.includes(`"${ALONE}"`), caller).toBe(isAlone);
        // Nor any child's name.
        if (caller === 'accountant' && !SECRETS.includes(name))
          expect(text).not.toContain(world.child.name);
      }
    });
  }
});

slowDescribe('what the server writes on the way', () => {
  it('has no health in the log at its most detailed level', async () => {
    expect(lines.length).toBeGreaterThan(1_000);
    expect(lines.filter((line) => CANARY.test(line))).toEqual([]);
  });

  it('has no health in any collection but its own, and in no email', async () => {
    await buildWorld();
    await runJobs(app.services);
    await addDueMails(app.services);
    while ((await deliverMails(app.services)) === 'more');
    expect(JSON.stringify(mails)).not.toMatch(CANARY);
    expect(JSON.stringify(mails)).not.toContain(PHOTO);
    expect([...lines, JSON.stringify(mails)].join()).not.toContain(CERTIFIED);
    const found: string[] = [];
    const pictured: string[] = [];
    const apart: string[] = [];
    for (const [name, collection] of Object.entries(app.services.database.collections))
      for (const document of (await collection.find({}).toArray()) as object[]) {
        const json = JSON.stringify(document);
        if (CANARY.test(json)) found.push(name);
        if (json.includes(PHOTO)) pictured.push(name);
        if (json.includes(CARED) || json.includes(DOCUMENT)) apart.push(name);
      }
    expect([...new Set(found)].sort()).toEqual(['childContacts', 'childHealth', 'safetyRecords']);
    expect([...new Set(pictured)]).toEqual(['childPhotos']);
    expect([...new Set(apart)]).toEqual(['formParts']);
    expect([...lines, JSON.stringify(mails)].join()).not.toMatch(CARED);
    expect(
      lines.filter((line) => CANARY.test(line) || line.includes(PHOTO) || line.includes(DOCUMENT)),
    ).toEqual([]);
  });

  it('has no health in the metrics, the API’s document and the public lists', async () => {
    const metrics = await app.http
      .get('/api/metrics')
      .set('Authorization', 'Bearer who-reads-the-metrics');
    expect(metrics.status).toBe(200);
    const texts = [metrics.text];
    for (const path of ['openapi.json', 'classes', 'popularclass', 'instructors'])
      texts.push((await app.http.get(`/api/${path}`).expect(200)).text);
    expect(texts.filter((text) => CANARY.test(text))).toEqual([]);
  });
});
