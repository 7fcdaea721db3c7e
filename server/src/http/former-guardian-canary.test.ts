import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { MAIL_KINDS, type MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { MailCause } from '../database/outbox-document.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import type { CauseOf } from '../messages/kinds/all.ts';
import { readProps, writeMail } from '../messages/write-mail.ts';
import { proveSignIn, useUser } from '../testing/factories.ts';
import {
  buildPayerFamily,
  changeEverything,
  deleteLastGuardian,
  leave,
  NEW_DAYS,
  NEW_PHOTO,
  NEW_ROOM,
  NEW_TEXT,
  type PayerFamily,
  type Pointer,
  removeBoth,
} from '../testing/former-guardians.ts';
import { SAMPLE_CONTEXT } from '../testing/write-sample.ts';
import { makeInput } from '../testing/make-input.ts';
import { slowDescribe } from '../testing/slow-tests.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';

/**
 * A former guardian of a child learns nothing about it: not its new name, nor where it is now. A guardian buys,
 * moves, cancels, holds and waits for a child. Then they leave, and everything changes. The test makes every call of
 * the contract as that person, with every id that they know, and writes every kind of email to them. New calls and new
 * kinds of email are included automatically. What everybody may read, such as the list of classes, is not checked.
 */
const app = useTestApp(undefined, { HOLDS_PER_ADDRESS: '100000' });
const admin = useUser(app, 'admin');

const collections = () => app.services.database.collections;

/** Everything that a former guardian must not read: new names, places and days, and every id of the child's seats. */
async function listSecrets({ child, places, pointers, payer }: PayerFamily): Promise<RegExp> {
  const found = await collections().classes.find({ 'seats.childId': child._id }).toArray();
  const seats = found.flatMap((one) =>
    one.seats.filter(({ childId }) => childId?.equals(child._id)),
  );
  const moves = await collections().seatChanges.find({ kind: 'move', userId: payer._id }).toArray();
  const ids = [
    child.id,
    ...Object.values(places).map(({ id }) => id),
    ...moves.map(({ _id }) => _id.toHexString()),
    ...pointers.flatMap(({ classId, cartId }) => [classId, cartId]),
  ];
  const codes = seats.flatMap((seat) => (seat.state === 'enrolled' ? [seat.entry_code] : []));
  const photo = NEW_PHOTO.toString('base64').slice(12, 72);
  const texts = [NEW_TEXT, String(NEW_ROOM), ...Object.values(NEW_DAYS), photo, ...ids, ...codes];
  return new RegExp([...new Set(texts)].join('|'), 'g');
}

/** A call, with its answer as text. */
type Told = { call: string; text: string };

/** Reading comes first, because the other calls end what there is to read. */
const ORDER = [/^GET|^POST .(myData|myStatements|makepayment)$/, /^(?!DELETE .myAccount)/, /./];
const rank = (name: string) => ORDER.findIndex((part) => part.test(name));
const NAMES = (Object.keys(contract) as (keyof Contract)[]).sort((a, b) => rank(a) - rank(b));

const READING = NAMES.filter((name) => rank(name) === 0);

/** Makes every call except visitors' calls, with every id that the caller knows. */
async function callEverything(
  person: UserDocument,
  { child, pointers }: PayerFamily,
  names = NAMES,
): Promise<Told[]> {
  const idToken = await proveSignIn(person);
  const told: Told[] = [];
  for (const name of names) {
    const endpoint: Endpoint = contract[name];
    if (endpoint.access.who === 'visitor') continue;
    // Students can't make the others, whatever they send.
    const isForThem = endpoint.access.who !== 'admin' && endpoint.access.who !== 'instructor';
    const sent = new Map(
      (isForThem ? pointers : pointers.slice(0, 1)).map((pointer, index) => {
        const input = makeInput(name, makeValues(person, child, pointer, index, idToken));
        return [JSON.stringify(input), input];
      }),
    );
    for (const input of sent.values()) {
      const { status, body } = await app.as(person).call(name, input as never);
      expect(status, name).toBeLessThan(500);
      told.push({
        call: `${name} ${JSON.stringify(input.params ?? {})}`,
        text: JSON.stringify(body),
      });
    }
  }
  return told;
}

function makeValues(
  { email, _id }: UserDocument,
  child: PayerFamily['child'],
  pointer: Pointer,
  index: number,
  idToken: string,
) {
  return {
    ...pointer,
    ...{ email, idToken, id: child.id, childId: child.id, childIds: [child.id] },
    ...{ transactionId: pointer.paymentId, guardianId: _id.toHexString() },
    ...{ invitationId: new ObjectId().toHexString(), cartIds: [pointer.cartId] },
    ...{ name: 'Somebody', birthDate: '2018-03-04', note: 'A note', may: ['see'] },
    ...{ refund: 0, amount: 0, no: String(index + 1), isForResale: true, version: 0, steps: [] },
    ...{ photo: '', details: '', price: 60, subject: 'The bus', text: 'It leaves at nine.' },
    ...{ token: 'no-token', search: 'Mia', season: '2027', free: true, reminders: true },
    ...{ address: 'other@example.test', month: '2027-05', bundle: 'office' },
    // A former guardian names the person by the payment.
    participant: index % 2 ? child.id : `${pointer.paymentId}.0`,
    year: Number(inDays(0).slice(0, 4)),
  };
}

/** Reads the calendar of a person, as a program that subscribed to it. */
async function readCalendar(person: UserDocument): Promise<Told[]> {
  const { path } = (await app.as(person).call('POST /myCalendar')).body;
  const { status, text } = await app.http.get(`/api${path}`);
  expect(status).toBe(200);
  return [{ call: 'the calendar', text }];
}

/** What most emails are about: a seat with its class, its payment and its place on a waiting list, a move or a refund. */
type Usual = Record<'classId' | 'seatId' | 'waitId' | 'moveId', ObjectId> &
  Record<'paymentId' | 'refundId', string> & { attempt: number };

/** The causes of each other kind of email. A new kind does not compile until it is here. */
type Others = {
  [K in MailKind as Usual extends Omit<CauseOf<K>, 'kind'> ? never : K]: Omit<CauseOf<K>, 'kind'>[];
};

/** Each of the child's seats has a circle, and has come into it. @returns its id */
async function giveFriends({ _id: childId }: { _id: ObjectId }): Promise<ObjectId> {
  const circle = new ObjectId();
  const own = { _id: circle, hash: '', until: new Date() };
  for (const { _id, seats } of await collections()
    .classes.find({ 'seats.childId': childId })
    .toArray()) {
    const friends = { own, joined: [{ circle }] };
    const given = seats.map((seat) =>
      seat.childId?.equals(childId) ? { ...seat, friends } : seat,
    );
    await collections().classes.updateOne({ _id }, { $set: { seats: given } });
  }
  return circle;
}

/** Causes of each kind of email, as if somebody had put it into the outbox. */
async function listCauses(family: PayerFamily): Promise<[kind: MailKind, about: object][]> {
  const { payer, seer, pointers, places, child } = family;
  await app.as(admin).call('POST /families/:id/mailTo', {
    params: { id: payer._id.toHexString() },
    body: { address: 'other@example.test', note: 'By phone.' },
  });
  const asked = await collections().users.findOne({ _id: payer._id });
  const moves = await collections().seatChanges.find({ kind: 'move', userId: payer._id }).toArray();
  const canceled = await collections()
    .seatChanges.find({ kind: { $in: ['cancel', 'resell'] }, userId: payer._id })
    .toArray();
  const refunds = await collections().refunds.find({}).toArray();
  const all = pointers.map(({ classId, cartId, waitId }) => ({
    classId: new ObjectId(classId),
    seatId: new ObjectId(cartId),
    waitId: new ObjectId(waitId),
  }));
  const records = await collections().safetyRecords.find({ personId: child._id }).toArray();
  const taps = await collections().attendance.find({ personId: child._id }).toArray();
  const seatIds = all.map(({ seatId }) => seatId);
  const ofClasses = Object.values(places).map(({ _id: classId }) => ({ classId, seatIds }));
  const ofSeats = [...all, ...ofClasses];
  const paid = pointers.map(({ paymentId }) => ({ paymentId }));
  const usual: Partial<Usual>[] = [
    ...all.map((one, place) => ({ ...one, ...paid[place] })),
    ...ofClasses,
    ...moves.map(({ _id: moveId }) => ({ moveId })),
    ...canceled.map(({ _id: seatId }) => ({ seatId })),
    ...paid,
    ...refunds.map(({ _id: refundId, attempt, paymentId, seatId }) => ({
      ...{ refundId, attempt, paymentId, ...(seatId && { seatId }) },
    })),
  ];
  const campStart = NEW_DAYS.camp_start;
  const circle = await giveFriends(child);
  const others: Others = {
    'class changed': ofSeats.map((about) => ({ ...about, before: { name: 'Before' } })),
    reminder: ofSeats.map((about) => ({ ...about, days: 7, campStart })),
    'confirm address': asked?.mailTo ? [{ at: asked.mailTo.at }] : [],
    'account reopened': [{ handedOver: true, lostCard: true }],
    'new role': [{ role: 'instructor' }],
    'families merged': [{ email: 'new@example.com' }],
    'merge asked': [{ askId: new ObjectId() }],
    'address ended': [{ why: 'merged', address: 'old@example.com' }],
    'contact form': [{ messageId: new ObjectId() }],
    'contact copy': [{ messageId: new ObjectId() }],
    'contact reply': [{ messageId: new ObjectId(), replyId: 'any' }],
    'school message': ofSeats.map((about) => ({
      ...{ subject: NEW_TEXT, text: NEW_TEXT, from: NEW_TEXT, group: 'enrolled', about: [about] },
    })),
    'guardian invited': [
      { childId: child._id, invitationId: new ObjectId(), invitedBy: payer._id },
    ],
    'cost share': (['asked', 'accepted', 'declined', 'ended'] as const).map((news) => ({
      ...{ childId: child._id, askedAt: new Date(), partner: seer._id, news },
    })),
    'answer in app': [{ requestId: new ObjectId() }],
    'class team': (['added', 'changed', 'taken off', 'canceled'] as const).flatMap((news) =>
      all.map(({ classId }) => ({ classId, memberId: new ObjectId(), news })),
    ),
    'pick-up code': (['made', 'withdrawn', 'left'] as const).map((news) => ({
      ...{ childId: child._id, news, which: 'any' },
    })),
    'document refused': [{ answerId: `${child.id}-${child.id}`, fileId: new ObjectId() }],
    'form signed': [{ answerId: `${child.id}-${child.id}`, at: new Date() }],
    friends: all.flatMap(({ classId, seatId: guestId }) =>
      (['asked', 'accepted'] as const).map((news) => ({
        ...{ classId, circle, guestId, news },
      })),
    ),
    'leaving alone': [true, false].map((isAllowed) => ({ childId: child._id, isAllowed })),
    'right ended': [{ childId: child._id, ended: ['contacts'], healthToConfirm: true }],
    'entry left': [{ childId: child._id }],
    'new name': [{ userId: seer._id }],
    'guardian back': [{ userId: seer._id }],
    'pick-up to check': (['name', 'code'] as const).map((news) => ({
      ...{ childId: child._id, news, which: seer._id },
    })),
    'age allowed': all.flatMap(({ classId }) =>
      [true, false].map((isAllowed) => ({ childId: child._id, classId, isAllowed })),
    ),
    incident: records.map(({ _id: recordId }) => ({ recordId, childId: child._id })),
    'came or left': taps.map(({ _id: tapId }) => ({ tapId, childId: child._id })),
    'left not allowed': taps.map(({ _id: tapId }) => ({ tapId, childId: child._id })),
    'check hand-over': taps.map(({ _id: tapId }) => ({ tapId, childId: child._id })),
    'absence said': taps.map(({ _id: tapId }) => ({
      ...{ tapId, childId: child._id, isAbsent: true },
    })),
    'health question': [{ seats: all.map(({ classId, seatId }) => ({ classId, seatId })) }],
    'seat kept': all.map((one) => ({ ...one, until: new Date() })),
    'seat offered': all.map((one) => ({ ...one, seatIds })),
    'call family': all.map((one) => ({ ...one, seatIds })),
    'offer ended': all.map((one) => ({ ...one, lapses: 0 })),
    'seats free': all.map((one) => ({ ...one, campStart })),
    'waiting closed': all.map((one) => ({ ...one, childIds: [child._id] })),
    'payment due': all.map((one) => ({ ...one, due: '2027-01-01', number: 0 })),
    'pay link': [{ linkId: new ObjectId() }],
    'payment disputed': paid.map((one) => ({ ...one, stripeId: 'dp_1' })),
  };
  return MAIL_KINDS.flatMap((kind) =>
    (kind in others ? others[kind as keyof Others] : usual).map((about): [MailKind, object] => [
      kind as MailKind,
      about,
    ]),
  );
}

/** Writes every kind of email to a person, those of the outbox first. */
async function writeEverything(person: UserDocument, family: PayerFamily): Promise<Told[]> {
  await addDueMails(app.services);
  const lines = await collections().outbox.find({ userId: person._id }).toArray();
  const made = (await listCauses(family)).map(([kind, about]) => ({
    ...{ cause: { kind, ...about } as MailCause, userId: person._id },
  }));
  const told: Told[] = [];
  for (const line of [...lines, ...made]) {
    const read = await readProps(line, app.services);
    if (!read) continue;
    const to = { name: person.name, address: person.email };
    const mail = writeMail(line.cause.kind, read.props, { ...SAMPLE_CONTEXT, to });
    told.push({ call: `mail ${line.cause.kind}`, text: JSON.stringify(mail) });
  }
  return told;
}

/** @returns the leaks: each call with the secrets that it reveals */
function findLeaks(told: Told[], secrets: RegExp): string[] {
  return told.flatMap(({ call, text }) => {
    const found = [...text.matchAll(secrets)].map(({ index }) =>
      text.slice(index - 60, index + 30),
    );
    return found.length > 0 ? [`${call}: ${found.join(' | ')}`] : [];
  });
}

/** What a guardian reads about the child. */
const HAVE_CHILD = [
  'GET /myclass',
  'GET /myWaiting',
  'GET /myEnrolledClass',
  'GET /myStatements',
  'GET /myCancellations',
  'GET /myChildren',
  'POST /makepayment',
  'POST /myData',
] as const;
const HAVE_CHILD_MAILS: MailKind[] = [
  ...(['paid', 'refunded', 'seat held', 'class changed', 'class canceled', 'reminder'] as const),
  ...(['school message', 'health question', 'seat canceled', 'seat moved'] as const),
  ...(['waiting joined', 'pick-up code', 'leaving alone', 'came or left'] as const),
];

/** @returns the family, and what its former guardians must not read */
async function buildLeft(part: (family: PayerFamily) => Promise<void>) {
  const family = await buildPayerFamily(app);
  await addDueMails(app.services);
  await part(family);
  await changeEverything(app, family, admin);
  return { family, secrets: await listSecrets(family) };
}

async function expectNoLeaks(
  { family, secrets }: { family: PayerFamily; secrets: RegExp },
  names: (keyof Contract)[],
): Promise<void> {
  const mails = await writeEverything(family.payer, family);
  const told = [
    ...mails,
    ...(await readCalendar(family.payer)),
    ...(await readCalendar(family.seer)),
    ...(await writeEverything(family.seer, family)),
    ...(await callEverything(family.seer, family, READING)),
    ...(await callEverything(family.payer, family, names)),
  ];
  expect(findLeaks(told, secrets)).toEqual([]);
  // What they paid, and what comes back of it, is theirs.
  const kinds = new Set(mails.map(({ call }) => call));
  for (const kind of ['paid', 'refunded', 'seat canceled', 'confirm address'])
    expect(kinds).toContain(`mail ${kind}`);
}

// Each makes hundreds of calls.
// Rules: R206, R281, R314, R356, R372, R383, R408, R421, R425, R466, R492.
slowDescribe('nothing new about the child, in no answer and no email', { timeout: 180_000 }, () => {
  it('reads a guardian who was removed', async () => {
    await expectNoLeaks(await buildLeft((family) => removeBoth(app, family, admin)), NAMES);
  });

  it('but who still is a guardian reads all of it', async () => {
    const family = await buildPayerFamily(app);
    await addDueMails(app.services);
    await changeEverything(app, family, admin);
    const { child, payer, places, seats } = family;
    const told = await callEverything(payer, family, READING);
    const textOf = (name: keyof Contract) =>
      told.flatMap(({ call, text }) => (call.startsWith(`${name} `) ? text : [])).join();
    for (const name of HAVE_CHILD) {
      expect(textOf(name), name).toContain(`${NEW_TEXT} `);
      expect(textOf(name), name).toContain(child.id);
    }
    const data = textOf('POST /myData');
    expect(data).toContain(NEW_PHOTO.toString('base64'));
    for (const { id } of Object.values(places)) expect(data).toContain(id);
    for (const { cartId } of Object.values(seats)) expect(data).toContain(cartId);
    const [calendar] = await readCalendar(payer);
    expect(calendar?.text).toContain(`SUMMARY:${NEW_TEXT} Child: `);
    expect(textOf('GET /receipts/:paymentId')).toContain(seats.stay.cartId);
    expect(textOf('POST /makepayment')).toContain(String(NEW_ROOM));
    const kinds = new Set((await writeEverything(payer, family)).map(({ call }) => call));
    for (const kind of HAVE_CHILD_MAILS) expect(kinds).toContain(`mail ${kind}`);
  });

  it('reads a guardian who has left, also once the child is deleted', async () => {
    const left = await buildLeft((family) => leave(app, family));
    await expectNoLeaks(left, READING);
    await deleteLastGuardian(app, left.family);
    await expectNoLeaks(left, READING);
  });
});
