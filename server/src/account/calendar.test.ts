import { makeUserId } from '../testing/documents.ts';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildClass, buildUser, proveSignIn } from '../testing/factories.ts';
import { buildFamily, CONTACT, type Family, HEALTH_TEXT } from '../testing/families.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

type Person = Pick<UserDocument, 'email'>;

/** @returns the path of a new calendar address, such as `/calendars/….ics` */
async function subscribe(person: Person): Promise<string> {
  const { status, body } = await app.as(person).call('POST /myCalendar');
  expect(status).toBe(200);
  return body.path ?? '';
}

/** What a calendar program finds there. */
async function read(path: string) {
  const answer = await app.http.get(`/api${path}`);
  if (answer.status !== 200) return answer.status;
  return new ICAL.Component(ICAL.parse(answer.text))
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')))
    .sort();
}

/** A family whose child Mia has a seat in Sailing. So do her brother Leo and the parent. */
async function buildSailors() {
  const family = await buildFamily(app, { name: 'Mia' });
  const brother = await buildFamily(app, { name: 'Leo' });
  await app.services.database.collections.children.updateOne(
    { _id: brother.child._id },
    {
      $set: {
        guardians: family.child.guardians.map((one) => ({ ...one, place: `${one.place}b` })),
      },
    },
  );
  const { _id: userId } = family.parent;
  const sailing = await buildClass(app, {
    name: 'Sailing',
    ...{ camp_start: '2097-06-10', camp_end: '2097-06-14', dailyStart: '09:00', dailyEnd: '12:30' },
    seats: [
      makeEnrolledSeat({ userId, childId: brother.child._id, entry_code: 'SEC-101' }),
      makeEnrolledSeat({ userId, childId: family.child._id, entry_code: 'SEC-102' }),
    ],
  });
  return { ...family, brother: brother.child, sailing };
}

const classes = () => app.services.database.collections.classes;

// Rules: R281, R469.
describe('the calendar of a family', () => {
  it('has the classes of its children, siblings in one entry, with the address and the hours', async () => {
    const { parent } = await buildSailors();
    const answer = await app.http.get(`/api${await subscribe(parent)}`).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    const text = answer.text.replaceAll('\r\n\t', '');
    expect(text).toContain('SUMMARY:Leo and Mia: Sailing');
    expect(text).toContain('12 Lakeshore Road\\, Rangamati 4500\\, Bangladesh');
    // Nine in Dhaka.
    expect(text).toContain('DTSTART;TZID=Asia/Dhaka:20970610T090000');
    expect(text).toContain('RRULE:FREQ=DAILY;COUNT=5');
  });

  it('has no entry code, and nothing about health, contacts or money', async () => {
    const { parent } = await buildSailors();
    const { text, headers } = await app.http.get(`/api${await subscribe(parent)}`).expect(200);
    const told = text + JSON.stringify(headers);
    for (const secret of ['SEC-10', HEALTH_TEXT, CONTACT.name, CONTACT.phone, parent.email, '49.5'])
      expect(told).not.toContain(secret);
  });

  it('is empty but there for a family without classes', async () => {
    expect(await read(await subscribe(await buildUser(app)))).toEqual([]);
  });

  it('loses a class that the school cancels, and follows a seat that moves', async () => {
    const { parent, sailing } = await buildSailors();
    const path = await subscribe(parent);
    await classes().updateOne({ _id: sailing._id }, { $set: { name: 'Sailing 2' } });
    expect(await read(path)).toEqual(['Leo and Mia: Sailing 2']);
    const [leo] = sailing.seats;
    await classes().updateOne(
      { _id: sailing._id },
      { $pull: { seats: { entry_code: 'SEC-101' } } },
    );
    await buildClass(app, { name: 'Chess', seats: leo ? [leo] : [] });
    expect(await read(path)).toEqual(['Leo: Chess', 'Mia: Sailing 2']);
    const canceled = { at: new Date(), by: makeUserId('admin@example.test'), note: '', seats: 1 };
    await classes().updateOne({ _id: sailing._id }, { $set: { status: 'archived', canceled } });
    expect(await read(path)).toEqual(['Leo: Chess']);
  });
});

describe('the address of a calendar', () => {
  it('is there once somebody has asked for it, and stays the same until they ask for a new one', async () => {
    const person = await buildUser(app);
    const get = async () => (await app.as(person).call('GET /myCalendar')).body.path;
    expect(await get()).toBeNull();
    const path = await subscribe(person);
    expect(path).toMatch(/^\/calendars\/[\w-]{32}\.ics$/);
    expect(await get()).toBe(path);
  });

  it('stops working at once when its owner gets a new one', async () => {
    const { parent } = await buildSailors();
    const old = await subscribe(parent);
    const path = await subscribe(parent);
    expect(await read(old)).toBe(404);
    expect(await read(path)).toEqual(['Leo and Mia: Sailing']);
  });

  it('stops working when an admin unlinks the sign-in: somebody else may have read it', async () => {
    const { parent } = await buildSailors();
    const path = await subscribe(parent);
    const id = parent._id.toHexString();
    const admin = await buildUser(app, 'admin');
    await app.as(admin).call('DELETE /userSignIn/:id', { params: { id } });
    expect(await read(path)).toBe(404);
  });

  it('cannot be guessed, and a wrong one says no more than an old one', async () => {
    const path = await subscribe(await buildUser(app));
    const secret = path.slice('/calendars/'.length, -'.ics'.length);
    const other = secret.startsWith('A') ? 'B' : 'A';
    for (const wrong of [
      `${other}${secret.slice(1)}.ics`,
      `${secret}`,
      `${secret.slice(0, 16)}.ics`,
      `${secret.toLowerCase()}x.ics`,
      '.ics',
      '%7B%22$ne%22:null%7D.ics',
      `..%2F${secret}.ics`,
    ]) {
      const { status, body } = await app.http.get(`/api/calendars/${wrong}`);
      expect([wrong, status, body]).toMatchObject([wrong, 404, { code: 'not_found' }]);
    }
    await app.http.get('/api/calendars/').expect(404);
  });

  it('answers a program that only asks whether it is there', async () => {
    const { parent } = await buildSailors();
    const path = await subscribe(parent);
    expect((await app.http.head(`/api${path}`).expect(200)).text).toBeFalsy();
    await app.http.head(`/api${path.replace(/.{6}\.ics/, 'xxxxxx.ics')}`).expect(404);
    await app.http.post(`/api${path}`).expect(404);
  });

  it('can be tried only so often', async () => {
    const strict = await startTestApp(undefined, { RATE_LIMIT_PER_MINUTE: '3' });
    const statuses = [];
    for (let tries = 0; tries < 5; tries += 1)
      statuses.push((await strict.http.get(`/api/calendars/${'x'.repeat(32)}.ics`)).status);
    await strict.close();
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
  });
});

describe('a guardian who may no longer see a child', () => {
  const remove = (by: Person, { child }: Family, { _id }: UserDocument) =>
    app.as(by).call('DELETE /myChildren/:id/guardians/:guardianId', {
      params: { id: child.id, guardianId: _id.toHexString() },
    });

  it('reads nothing about it: a guardian who was removed, and one who may only book', async () => {
    const family = await buildSailors();
    const paths = [await subscribe(family.seer), await subscribe(family.booker)];
    const readAll = () => Promise.all(paths.map(read));
    expect(await readAll()).toEqual([['Leo and Mia: Sailing'], []]);
    expect((await remove(family.parent, family, family.seer)).status).toBe(200);
    // The address has ended with the right, and a new one has the other child only.
    expect(await readAll()).toEqual([404, []]);
    expect((await app.as(family.seer).call('GET /myCalendar')).body.path).toBeNull();
    expect(await read(await subscribe(family.seer))).toEqual(['Leo: Sailing']);
  });

  it('reads nothing about it, even if they paid', async () => {
    const family = await buildSailors();
    const path = await subscribe(family.parent);
    expect((await remove(family.parent, family, family.parent)).status).toBe(200);
    expect(await read(path)).toBe(404);
    expect(await read(await subscribe(family.parent))).toEqual(['Leo: Sailing']);
  });

  it('finds nothing there: a removed account, one that is being deleted, and one that is gone', async () => {
    const { parent, seer, partner } = await buildSailors();
    const paths = [await subscribe(parent), await subscribe(seer), await subscribe(partner)];
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: parent._id }, { $set: { status: 'removed' } });
    await users.updateOne({ _id: seer._id }, { $set: { status: 'deleting' } });
    const body = { email: partner.email, idToken: await proveSignIn(partner) };
    expect((await app.as(partner).call('DELETE /myAccount', { body })).status).toBe(200);
    expect(await Promise.all(paths.map(read))).toEqual([404, 404, 404]);
  });
});
