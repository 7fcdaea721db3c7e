import { gzipSync } from 'node:zlib';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { forgetOldCare } from '../families/forget-care.ts';
import { getOwnFamilies } from '../families/own-families.ts';
import { addDays } from '../school-time.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildUser, useUser } from '../testing/factories.ts';
import { addPhoto, makeJpeg, makeSegment, PHOTO_BODY } from '../testing/photos.ts';
import { mergeAccounts } from '../testing/merging.ts';

const { app, goTo, build, readChild } = useCampDay();
const admin = useUser(app, 'admin');

type Day = Awaited<ReturnType<typeof build>>;

const give = async (by: UserDocument, { child }: Day, jpeg = PHOTO_BODY.jpeg) =>
  app.as(by).call('PUT /myChildren/:id/photo', {
    params: { id: child.id },
    body: { ...PHOTO_BODY, jpeg },
  });

const takeBack = async (by: UserDocument, { child }: Day) =>
  app.as(by).call('DELETE /myChildren/:id/photo', { params: { id: child.id } });

const readPhotos = async (by: UserDocument, { campClass }: Day, day = CAMP_DAY) =>
  app.as(by).call('GET /dayList/:classId/:day/photos', { params: { classId: campClass.id, day } });

const readOwn = async (by: UserDocument, { child }: Day) =>
  (await app.as(by).call('GET /myChildren/:id', { params: { id: child.id } })).body.photo;

const findStored = ({ child: { _id } }: Day) =>
  app.services.database.collections.childPhotos.findOne({ _id });

const removeGuardian = async (by: UserDocument, whom: UserDocument, { child }: Day) =>
  app.as(by).call('DELETE /myChildren/:id/guardians/:guardianId', {
    params: { id: child.id, guardianId: whom._id.toHexString() },
  });

const OTHER = makeJpeg({ text: 'Another one' }).toString('base64');

// Rules: R419, R420, R421, R422.
describe('a photo that a guardian gave', () => {
  it('is on the day list as an id, and apart from it as a picture', async () => {
    const day = await build();
    expect((await readChild(day.instructor, day)).photoId).toBeNull();
    expect((await give(day.parent, day)).status).toBe(200);
    const { photoId } = await readChild(day.instructor, day);
    for (const reader of [day.instructor, admin])
      expect((await readPhotos(reader, day)).body).toEqual({
        photos: [{ personId: day.child.id, photoId, jpeg: PHOTO_BODY.jpeg }],
      });
    // Another photo has another id, so phones load it.
    await give(day.partner, day, OTHER);
    const changed = await readPhotos(admin, day);
    expect(changed.body.photos).toMatchObject([{ jpeg: OTHER }]);
    expect(changed.body.photos[0]?.photoId).not.toBe(photoId);
    expect((await readChild(admin, day)).photoId).toBe(changed.body.photos[0]?.photoId);
  });

  it('is read by those who read the day list, and they are recorded', async () => {
    const day = await build();
    await give(day.parent, day);
    goTo('09:00', addDays(CAMP_DAY, -8));
    expect((await readPhotos(day.instructor, day)).body.code).toBe('care_sheet_closed');
    goTo('09:00');
    expect((await readPhotos(day.parent, day)).body.code).toBe('not_allowed');
    const other = await buildUser(app, 'instructor');
    expect((await readPhotos(other, day)).body.code).toBe('not_allowed');
    const who = day.instructor.email;
    const readings = async () => (await readAuditLog(app, { who, action: 'read day list' })).length;
    expect(await readings()).toBe(0);
    await readPhotos(day.instructor, day);
    await readPhotos(day.instructor, day);
    expect(await readings()).toBe(1);
    // The class does not meet on that day.
    expect((await readPhotos(admin, day, addDays(CAMP_DAY, -1))).body).toEqual({ photos: [] });
  });

  it('is seen by the guardians who may see the child, with what they agreed to, and is in their download', async () => {
    const day = await build();
    await give(day.parent, day);
    const givenAt = app.services.now().toISOString();
    const photo = { jpeg: PHOTO_BODY.jpeg, givenAt, textVersion: FIRST_TEXT_VERSION };
    for (const guardian of [day.parent, day.partner, day.seer]) {
      expect(await readOwn(guardian, day)).toEqual(photo);
      const { children } = await getOwnFamilies(guardian, app.services);
      expect(children).toMatchObject([{ photo }]);
    }
    expect(await readOwn(day.booker, day)).toBeNull();
    const { children } = await getOwnFamilies(day.booker, app.services);
    expect(children).toMatchObject([{ photo: null }]);
  });

  it('is in no other list of children, and not in Everyone, now', async () => {
    const day = await build();
    await give(day.parent, day);
    const params = { classId: day.campClass.id };
    const answers = [
      await app.as(admin).call('GET /emergencyList'),
      await app.as(admin).call('GET /classCare/:classId', { params }),
      await app.as(admin).call('GET /attendanceSheet/:classId', { params }),
      await app.as(admin).call('GET /families/:id', {
        params: { id: day.parent._id.toHexString() },
      }),
      await app.as(day.parent).call('GET /myChildren'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      expect(text).toContain(day.child.id);
      expect(text).not.toContain(PHOTO_BODY.jpeg);
    }
  });
});

describe('a photo is refused', () => {
  const metadata = (marker: number, text: string) => [makeSegment(marker, Buffer.from(text))];
  const refused: [string, Buffer][] = [
    ['Exif, which has the place', makeJpeg({ extra: metadata(0xe1, 'Exif\0\0') })],
    ['what Photoshop adds', makeJpeg({ extra: metadata(0xed, 'Photoshop 3.0\0') })],
    ['a comment', makeJpeg({ extra: metadata(0xfe, 'Mia Byron, 12 Lake Street') })],
    ['a preview of the whole picture', makeJpeg({ extra: metadata(0xe0, 'JFIF\0') })],
    ['something after its end', makeJpeg({ tail: Buffer.from('PK') })],
    ['no end', makeJpeg().subarray(0, -2)],
    ['half of it missing', makeJpeg().subarray(0, 120)],
    ['another size', makeJpeg({ width: 512 })],
    ['another height', makeJpeg({ height: 200, width: 256 })],
    ['no picture', Buffer.of(0xff, 0xd8, 0xff, 0xd9)],
    ['another kind of file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an address', Buffer.from('https://example.test/mia.jpg')],
    ['nothing', Buffer.of()],
  ];

  it.each(refused)('with %s', async (_what, file) => {
    const day = await build();
    const { status, body } = await give(day.parent, day, file.toString('base64'));
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' });
    expect(body.fields).toHaveProperty(['body.jpeg']);
    expect(await findStored(day)).toBeNull();
  });

  it('that is too large, or comes without the consent', async () => {
    const day = await build();
    const table = makeSegment(0xdb, Buffer.from('\0'.padEnd(120, '~')));
    const tables = Array<Buffer>(200).fill(table);
    const large = makeJpeg({ extra: tables });
    expect(large.length).toBeGreaterThan(24_000);
    expect((await give(day.parent, day, large.toString('base64'))).status).toBe(400);
    const body = { jpeg: PHOTO_BODY.jpeg, consent: '2001-01-01' as never };
    const params = { id: day.child.id };
    const answer = await app.as(day.parent).call('PUT /myChildren/:id/photo', { params, body });
    expect(answer.body.code).toBe('text_changed');
    expect(await findStored(day)).toBeNull();
  });
});

describe('a photo is erased', () => {
  it('at once when a guardian with every right takes it back, whoever gave it', async () => {
    const day = await build();
    await give(day.parent, day);
    expect((await takeBack(day.seer, day)).body.code).toBe('guardian_may_not');
    expect(await findStored(day)).not.toBeNull();
    expect((await takeBack(day.partner, day)).status).toBe(200);
    expect(await findStored(day)).toBeNull();
    expect((await readPhotos(admin, day)).body).toEqual({ photos: [] });
    expect((await readChild(admin, day)).photoId).toBeNull();
  });

  it('when who gave it is no longer a guardian, and not when another one goes', async () => {
    const day = await build();
    await give(day.partner, day);
    await removeGuardian(day.parent, day.seer, day);
    expect(await findStored(day)).not.toBeNull();
    await removeGuardian(day.parent, day.partner, day);
    expect(await findStored(day)).toBeNull();
  });

  it('also if the server stopped in between, and is shown to nobody until then', async () => {
    const day = await build();
    await give(day.partner, day);
    await app.services.database.collections.children.updateOne(
      { _id: day.child._id },
      { $pull: { guardians: { userId: day.partner._id } } },
    );
    expect((await readPhotos(admin, day)).body).toEqual({ photos: [] });
    expect((await readChild(admin, day)).photoId).toBeNull();
    expect(await readOwn(day.parent, day)).toBeNull();
    await forgetOldCare(app.services);
    expect(await findStored(day)).toBeNull();
  });

  it('by the office, which says why in the audit log', async () => {
    const day = await build();
    await give(day.parent, day);
    const note = 'It shows somebody else.';
    const call = { params: { id: day.child.id }, body: { note } };
    const family = { params: { id: day.parent._id.toHexString() } };
    const hasPhoto = async () =>
      (await app.as(admin).call('GET /families/:id', family)).body.children[0]?.hasPhoto;
    expect(await hasPhoto()).toBe(true);
    expect((await app.as(admin).call('DELETE /children/:id/photo', call)).status).toBe(200);
    expect(await findStored(day)).toBeNull();
    expect(await hasPhoto()).toBe(false);
    expect((await app.as(admin).call('DELETE /children/:id/photo', call)).body.code).toBe(
      'not_found',
    );
    expect(await readAuditLog(app, { action: 'remove photo', target: day.child.id })).toMatchObject(
      [{ who: admin.email, after: { child: day.child.id, note } }],
    );
  });

  it('with the child', async () => {
    const day = await build();
    await give(day.parent, day);
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: day.campClass._id }, { $set: { seats: [] } });
    const params = { id: day.child.id };
    expect((await app.as(day.parent).call('DELETE /myChildren/:id', { params })).status).toBe(200);
    expect(await findStored(day)).toBeNull();
  });

  it('as many days as health is kept after the last class, even if health was confirmed later', async () => {
    const day = await build();
    await give(day.parent, day);
    const lastDay = addDays(CAMP_DAY, 4);
    goTo('12:00', addDays(lastDay, 20));
    const { childHealth } = app.services.database.collections;
    const confirmed = { confirmedAt: app.services.now() };
    await childHealth.updateOne({ _id: day.child._id }, { $set: confirmed });
    goTo('12:00', addDays(lastDay, 30));
    await forgetOldCare(app.services);
    expect(await findStored(day)).not.toBeNull();
    goTo('12:00', addDays(lastDay, 31));
    await forgetOldCare(app.services);
    expect(await findStored(day)).toBeNull();
    expect(await childHealth.findOne({ _id: day.child._id })).not.toBeNull();
  });

  it('also of a child about whom the school knows nothing else', async () => {
    const day = await build();
    const child = await buildChild(app, day.parent);
    await addPhoto(app, child, day.parent);
    goTo('12:00', addDays(CAMP_DAY, 32));
    await forgetOldCare(app.services);
    expect(await findStored({ ...day, child })).toBeNull();
  });
});

it('stays when two accounts of a family are merged', async () => {
  const day = await build();
  await give(day.parent, day);
  const into = await buildUser(app);
  await mergeAccounts(app, admin, { from: day.parent, into });
  expect(await readOwn(into, day)).toMatchObject({ jpeg: PHOTO_BODY.jpeg });
  expect((await readPhotos(admin, day)).body.photos).toHaveLength(1);
});

it('photos don’t make the day list larger, and those of twenty children are loaded once', async () => {
  const day = await build();
  const children = await Promise.all(
    Array.from({ length: 20 }, () => buildChild(app, day.parent)),
  ).then((built) => built.map(({ _id }) => _id));
  const { classes, childPhotos } = app.services.database.collections;
  const seats = children.map((childId) => makeEnrolledSeat({ userId: day.parent._id, childId }));
  await classes.updateOne({ _id: day.campClass._id }, { $set: { seats } });
  const params = { classId: day.campClass.id, day: CAMP_DAY };
  const measure = async () =>
    gzipSync(
      JSON.stringify((await app.as(admin).call('GET /dayList/:classId/:day', { params })).body),
    ).length;
  const without = await measure();
  for (const _id of children) await addPhoto(app, { _id }, day.parent);
  expect(await childPhotos.countDocuments({ _id: { $in: children } })).toBe(20);
  expect((await measure()) - without).toBeLessThan(20 * 40);
  expect((await readPhotos(admin, day)).body.photos).toHaveLength(20);
});
