import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays, findDayStart, readToday } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { addContacts, addHealth, makeContact, makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { watchWrites } from '../testing/watch-writes.ts';

/** Far enough from the real today that the clock below only moves forward. */
const FIRST_DAY = '2032-07-05';
const LAST_DAY = '2032-07-16';

const world = { isAuditDown: false, now: new Date() };

const app = useTestApp(({ database }) => ({
  now: () => world.now,
  database: {
    ...database,
    collections: watchWrites(database.collections, (collection) => {
      if (collection === 'events' && world.isAuditDown)
        throw new Error('the audit log takes nothing');
    }),
  },
}));

/** The first moment of a school day. */
function goTo(day: string, minutes = 0): void {
  world.now = new Date(findDayStart(day, SCHOOL.timeZone).getTime() + minutes * 60_000);
}

/** A class with an instructor and a child with everything. The clock is at the first day. */
async function buildCareClass(fields: Partial<ClassDocument> = {}) {
  goTo(FIRST_DAY);
  const parent = await buildUser(app);
  const instructor = await buildUser(app, 'instructor');
  const child = await buildChild(app, parent, { birthDate: '2024-07-06', note: 'Likes maps' });
  await addHealth(app, child._id);
  await addContacts(app, child._id);
  const seat = makeEnrolledSeat({ userId: parent._id, childId: child._id });
  const campClass = await buildClass(app, {
    name: 'Sailing',
    camp_start: FIRST_DAY,
    camp_end: LAST_DAY,
    instructorId: instructor._id,
    seats: [seat],
    ...fields,
  });
  return { parent, instructor, child, seat, campClass };
}

function read(person: UserDocument, { id }: { id: string }) {
  return app.as(person).call('GET /classCare/:classId', { params: { classId: id } });
}

function listReadings() {
  return readAuditLog(app, { action: 'read care sheet' });
}

// Rules: R125, R126.
describe('the care sheet', () => {
  it('has age, health, contacts and guardians of every enrolled child, by entry code', async () => {
    const { parent, instructor, child, seat, campClass } = await buildCareClass();
    const { body, headers } = await read(instructor, campClass);
    expect(body).toEqual({
      classId: campClass.id,
      name: 'Sailing',
      camp_start: FIRST_DAY,
      camp_end: LAST_DAY,
      people: [
        {
          cartId: seat.seatId.toHexString(),
          entry_code: 'EXM-101',
          name: child.name,
          childId: child.id,
          age: 7,
          note: 'Likes maps',
          hasSevereAllergy: true,
          health: {
            allergies: [{ what: 'Peanuts', isSevere: true, whatToDo: 'Peanuts' }],
            medication: 'Peanuts',
            medicines: [{ what: 'Peanuts', howMuch: 'Peanuts', at: '12:00' }],
            notes: 'Peanuts',
            nothingToTell: false,
            confirmedAt: expect.any(String),
            consent: {
              at: expect.any(String),
              by: expect.any(String),
              textVersion: FIRST_TEXT_VERSION,
            },
          },
          contacts: [makeContact()],
          guardians: [
            {
              name: parent.name,
              email: parent.email,
              phone: parent.phone ?? null,
              mayCollect: 'free',
            },
          ],
          mustNotCollect: [],
          mayLeaveAloneFrom: null,
        },
      ],
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['etag']).toBeUndefined();
  });

  it('shows a student who joined for themselves, a child without an answer, and a deleted child, without health', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const sam = await buildUser(app);
    const { instructor, campClass } = await buildCareClass({
      seats: [
        makeEnrolledSeat({ entry_code: 'EXM-103', childId: new ObjectId() }),
        makeEnrolledSeat({ entry_code: 'EXM-102', childId: child._id }),
        makeEnrolledSeat({
          entry_code: 'EXM-101',
          userId: sam._id,
        }),
      ],
    });
    const { body } = await read(instructor, campClass);
    const nothing = { health: null, hasSevereAllergy: false, contacts: [] };
    expect(body.people).toMatchObject([
      {
        ...nothing,
        name: sam.name,
        age: null,
        guardians: [{ email: sam.email }],
      },
      { ...nothing, name: child.name, age: 15, guardians: [{ email: parent.email }] },
      { ...nothing, name: DELETED_NAME, age: null, guardians: [] },
    ]);
  });

  it('leaves out people who only hold a seat', async () => {
    const { seat, instructor, campClass } = await buildCareClass();
    const { entry_code: _code, paymentId: _id, price: _price, enrolledAt: _at, ...owner } = seat;
    const held = { ...owner, state: 'held' as const, heldUntil: world.now, renewed: false };
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { seats: [held] } },
    );
    expect((await read(instructor, campClass)).body.people).toEqual([]);
  });

  it('has emergency contacts first, and no pick-up permission that ended before the class', async () => {
    const { instructor, child, campClass } = await buildCareClass();
    const pickUp = { isEmergency: false, mayPickUp: true };
    const contacts = [
      makeContact({ ...pickUp, name: 'Ended', pickUpUntil: addDays(FIRST_DAY, -1) }),
      makeContact({ ...pickUp, name: 'First day', pickUpUntil: FIRST_DAY }),
      makeContact({ ...pickUp, name: 'No end' }),
      makeContact({ name: 'Emergency', mayPickUp: true, pickUpUntil: addDays(FIRST_DAY, -1) }),
    ];
    await app.services.database.collections.childContacts.updateOne(
      { _id: child._id },
      { $set: { contacts } },
    );
    const { body } = await read(instructor, campClass);
    expect(body.people[0]?.contacts).toMatchObject([
      { name: 'Emergency', mayPickUp: false, pickUpUntil: null },
      { name: 'First day', mayPickUp: true, pickUpUntil: FIRST_DAY },
      { name: 'No end', mayPickUp: true, pickUpUntil: null },
    ]);
  });
});

describe('who can read it', () => {
  it('the instructor, from 7 days before the first day to 1 day after the last, by the school’s midnight', async () => {
    const { instructor, campClass } = await buildCareClass();
    const closed = {
      status: 409,
      body: {
        code: 'care_sheet_closed',
        message:
          'You can read the care sheet of this class from Mon 28 June 2032 through Sat 17 July 2032.',
      },
    };
    const tries: [day: string, minutes: number, isOpen: boolean][] = [
      ['2032-06-28', -1, false],
      ['2032-06-28', 0, true],
      ['2032-07-18', -1, true],
      ['2032-07-18', 0, false],
    ];
    for (const [day, minutes, isOpen] of tries) {
      goTo(day, minutes);
      const answer = await read(instructor, campClass);
      expect(answer, `${day} ${minutes}`).toMatchObject(isOpen ? { status: 200 } : closed);
      if (!isOpen) expect(JSON.stringify(answer.body)).not.toContain('Peanuts');
    }
  });

  it('admins at any time', async () => {
    const { campClass } = await buildCareClass();
    const admin = await buildUser(app, 'admin');
    for (const day of ['2031-01-01', FIRST_DAY, '2033-01-01']) {
      goTo(day);
      expect((await read(admin, campClass)).status).toBe(200);
    }
  });

  it('nobody else: not the parent, another instructor or a former one', async () => {
    const { parent, instructor, campClass } = await buildCareClass();
    const other = await buildCareClass();
    const refused = { status: 403, body: { code: 'not_allowed' } };
    expect(await read(parent, campClass)).toMatchObject(refused);
    expect(await read(other.instructor, campClass)).toMatchObject(refused);
    expect(await read(await buildUser(app, 'instructor'), campClass)).toMatchObject(refused);
    const { instructor: successor } = other;
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: other.campClass._id }, { $set: { instructorId: null } });
    await classes.updateOne({ _id: campClass._id }, { $set: { instructorId: successor._id } });
    expect(await read(instructor, campClass)).toMatchObject(refused);
    expect((await read(successor, campClass)).status).toBe(200);
    const before = await listReadings();
    expect(before.map(({ who }) => who)).not.toContain(instructor.email);
  });

  it('a student who once taught the class is nobody either', async () => {
    const { instructor, campClass } = await buildCareClass();
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: instructor._id }, { $set: { role: 'student' } });
    expect((await read(instructor, campClass)).status).toBe(403);
  });

  it('a class that does not exist is not found', async () => {
    const nowhere = { id: new ObjectId().toHexString() };
    const admin = await buildUser(app, 'admin');
    expect(await read(admin, nowhere)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await read(await buildUser(app), nowhere)).status).toBe(403);
  });
});

describe('each reading', () => {
  it('is in the audit log, once for each reader, class and school day', async () => {
    const { instructor, campClass } = await buildCareClass();
    const admin = await buildUser(app, 'admin');
    const mine = async () =>
      (await listReadings())
        .filter(({ _id }) => _id.includes(campClass.id))
        .map(({ _id, who, target, before, after }) => ({ _id, who, target, before, after }));
    await Promise.all([1, 2, 3].map(() => read(instructor, campClass)));
    await read(admin, campClass);
    goTo(addDays(FIRST_DAY, 1));
    await read(instructor, campClass);
    const entry = (reader: UserDocument, day: string) => ({
      _id: `care-${campClass.id}-${reader._id.toHexString()}-${day}`,
      who: reader.email,
      target: 'Sailing',
      before: null,
      after: null,
    });
    expect(await mine()).toHaveLength(3);
    expect(await mine()).toEqual(
      expect.arrayContaining([
        entry(instructor, FIRST_DAY),
        entry(admin, FIRST_DAY),
        entry(instructor, readToday(app.services)),
      ]),
    );
  });

  it('that can’t be recorded gets no answer', async () => {
    const { instructor, campClass } = await buildCareClass();
    world.isAuditDown = true;
    try {
      const { status, body } = await read(instructor, campClass);
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toContain('Peanuts');
    } finally {
      world.isAuditDown = false;
    }
  });
});
