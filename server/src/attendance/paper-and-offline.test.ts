import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { addContacts, addHealth, makeContact, makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';

const { app, build, readChild, send, makeTap } = useCampDay();
const admin = useUser(app, 'admin');

type Day = Awaited<ReturnType<typeof build>>;
const PEN = { what: 'Wasps', isSevere: true, whatToDo: 'The pen is in the blue bag.' };
const KNOWN = { what: PEN.what, whatToDo: PEN.whatToDo };

const writeHealth = ({ child }: Day) =>
  app.services.database.collections.childHealth.updateOne(
    { _id: child._id },
    {
      $set: {
        allergies: [PEN, { what: 'Pollen', isSevere: false, whatToDo: 'Rinse' }],
        notes: 'Peanuts',
      },
    },
  );

async function readCare(by: UserDocument, { campClass }: Day) {
  const params = { classId: campClass.id };
  const { body } = await app.as(by).call('GET /classCare/:classId', { params });
  return body.people[0]!;
}

const setPhone = (person: UserDocument, phone: string) =>
  app.services.database.collections.users.updateOne({ _id: person._id }, { $set: { phone } });

// Rules: R558.
describe('what to do about a severe allergy', () => {
  it('is on the day list, with nothing else of what the family answered, and its reader is recorded first', async () => {
    const day = await build();
    await writeHealth(day);
    const before = (await readAuditLog(app, { action: 'read day list' })).length;
    const child = await readChild(day.instructor, day);
    expect(child.severeAllergies).toEqual([KNOWN]);
    expect(JSON.stringify(child)).not.toMatch(/Pollen|Rinse|Peanuts/);
    expect(await readAuditLog(app, { action: 'read day list' })).toHaveLength(before + 1);
  });

  it('stays on the day list of a child that came and lost its seat', async () => {
    const day = await build();
    await writeHealth(day);
    await send(day.instructor, day, [makeTap(day.child.id, 'in')]);
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: day.campClass._id }, { $set: { seats: [] } });
    const child = await readChild(day.instructor, day);
    expect(child).toMatchObject({ hasNoSeat: true, entryCode: null, severeAllergies: [KNOWN] });
  });

  it('is in the roll call for the classes whose care sheet the reader may open, and for no others', async () => {
    const day = await build();
    await writeHealth(day);
    const [other, assistant] = [
      await buildUser(app, 'instructor'),
      await buildUser(app, 'instructor'),
    ];
    await buildClass(app, {
      ...{ camp_start: CAMP_DAY, camp_end: CAMP_DAY, instructorId: other._id },
      seats: [],
    });
    const stay = { role: 'assistant' as const, from: CAMP_DAY, to: CAMP_DAY };
    await app.as(admin).call('POST /classTeam/:classId', {
      params: { classId: day.campClass.id },
      body: { userId: assistant._id.toHexString(), ...stay },
    });
    const find = async (reader: UserDocument) => {
      const { body } = await app.as(reader).call('GET /emergencyList');
      return body.classes
        .flatMap(({ people }) => people)
        .find(({ personId }) => personId === day.child.id);
    };
    for (const reader of [day.instructor, assistant, admin])
      expect(await find(reader)).toMatchObject({ severeAllergies: [KNOWN] });
    expect(await find(other)).toMatchObject({ hasSevereAllergy: true, severeAllergies: [] });
    expect(JSON.stringify(await find(other))).not.toMatch(/Wasps|blue bag/);
    expect(JSON.stringify(await find(day.instructor))).not.toMatch(/Pollen|Rinse|Peanuts/);
  });
});

// Rules: R397, R414, R558.
describe('the care sheet', () => {
  it('has who must not collect a child, also from a later day on, when it may leave alone, and phones', async () => {
    const day = await build();
    await writeHealth(day);
    const params = { id: day.child.id };
    const later = { name: 'Karl Falk', since: addDays(CAMP_DAY, 2), note: 'Call the police' };
    await app.as(day.parent).call('POST /myChildren/:id/mustNotCollect', { params, body: later });
    await app
      .as(day.parent)
      .call('PUT /myChildren/:id/mayLeaveAlone', { params, body: { from: '15:30' } });
    await setPhone(day.parent, '+49301234567');
    await setPhone(day.partner, '+49307654321');
    const office = { guardianId: day.partner._id.toHexString(), since: CAMP_DAY, note: '' };
    await app.as(admin).call('POST /children/:id/mustNotCollect', { params, body: office });

    const person = await readCare(day.instructor, day);
    expect(person.mustNotCollect).toEqual([
      later,
      expect.objectContaining({ name: day.partner.name, since: CAMP_DAY }),
    ]);
    expect(person.mayLeaveAloneFrom).toBe('15:30');
    const guardian = (who: UserDocument) => person.guardians.find(({ name }) => name === who.name);
    expect(guardian(day.parent)).toMatchObject({ phone: '+49301234567', mayCollect: 'free' });
    // Nobody calls them by mistake.
    expect(guardian(day.partner)).toMatchObject({ phone: null, mayCollect: 'blocked' });
  });

  it('has the phone of somebody who joined for themselves', async () => {
    const day = await build();
    await setPhone(day.parent, '+49301234567');
    await app.services.database.collections.classes.updateOne(
      { _id: day.campClass._id },
      { $set: { seats: [makeEnrolledSeat({ userId: day.parent._id })] } },
    );
    const { guardians } = await readCare(day.instructor, day);
    expect(guardians).toMatchObject([{ name: day.parent.name, phone: '+49301234567' }]);
  });

  it('has what the day list has of a child, whoever wrote it into the school’s books, and when', async () => {
    const day = await build();
    // As from a paper form or another year: only what is stored counts.
    const child = await buildChild(app, day.parent, { name: '李小明' });
    await addHealth(app, child._id, { allergies: [PEN], medicines: [], nothingToTell: false });
    await addContacts(app, child._id, [
      makeContact({ name: 'Renée O’Brien-Çelik', mayPickUp: true, pickUpUntil: CAMP_DAY }),
      makeContact({ name: 'Gone', mayPickUp: true, isEmergency: false, pickUpUntil: '2020-01-01' }),
    ]);
    const blocks = [{ _id: child._id, name: 'Ölaf', since: '2019-01-01', note: '', by: admin._id }];
    const { classes, childContacts } = app.services.database.collections;
    await childContacts.updateOne(
      { _id: child._id },
      {
        $set: {
          mustNotCollect: blocks.map((one) => ({
            ...one,
            at: new Date(),
            isByOffice: true as const,
          })),
        },
      },
    );
    await classes.updateOne(
      { _id: day.campClass._id },
      { $set: { seats: [makeEnrolledSeat({ userId: day.parent._id, childId: child._id })] } },
    );
    const onList = await readChild(day.instructor, { ...day, child });
    const onSheet = await readCare(day.instructor, day);
    expect(onSheet.entry_code).toBe(onList.entryCode);
    expect(onSheet.mustNotCollect).toEqual(onList.mustNotCollect);
    expect(onSheet.mustNotCollect).toMatchObject([{ name: 'Ölaf' }]);
    expect(onList.severeAllergies).toEqual([KNOWN]);
    expect(onSheet.contacts.map(({ name }) => name)).toEqual(['Renée O’Brien-Çelik']);
    expect(onList.adults.map(({ name }) => name)).toEqual([day.parent.name, 'Renée O’Brien-Çelik']);
  });
});
