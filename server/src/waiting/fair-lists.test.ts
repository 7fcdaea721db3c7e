import { MAX_WAITING_OF_ACCOUNT } from '@speakifyr/contract/limits.ts';
import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { describe, expect, it } from 'vitest';
import { addDueMails } from '../messages/add-due-mails.ts';
import { runJobs } from '../jobs/jobs.ts';
import { buildChild, buildClass, buildUser, buildWeeks, holdSeatOf } from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { makeEnrolledSeat } from '../testing/seats.ts';
import { useSecondServer, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { buildFullClass, joinList, readClass, readOffers } from '../testing/waiting.ts';

/** Nobody gets more from a waiting list than from the page of the class, and no seat idles. */

const AT_ADDRESS = 4;

// Two servers with one database. The second one limits the seats of one network address.
const app = useTestApp();
const strict = useSecondServer(app, { HOLDS_PER_ADDRESS: String(AT_ADDRESS) });

type Person = { email: string };
type Body = { childIds?: string[]; withSelf?: boolean; together?: boolean };

async function tryToWait(
  person: Person,
  { id }: { id: string },
  body: Body = {},
  server = app,
): Promise<string> {
  const answer = await server
    .as(person)
    .call('POST /waiting/:classId', { params: { classId: id }, body });
  return answer.status === 200 ? 'joined' : answer.body.code;
}

async function tryToHold(person: Person, { id }: { id: string }, childId?: string, server = app) {
  const body = { classId: id, email: person.email, ...(childId && { childId }) };
  const answer = await server.as(person).call('POST /addClass', { body });
  return answer.status === 200 ? 'held' : answer.body.code;
}

async function buildParent(count: number) {
  const parent = await buildUser(app);
  const childIds: string[] = [];
  for (let one = 0; one < count; one += 1) childIds.push((await buildChild(app, parent)).id);
  return { ...parent, childIds };
}

async function readOwn(person: Person) {
  const { body } = await app.as(person).call('GET /myWaiting');
  return body.map(({ state, limit }) => (limit ? `${state}, ${limit}` : state));
}

/** A full class whose holders are elsewhere: at no address that counts. */
async function buildClassElsewhere(seats: number) {
  const campClass = await buildFullClass(app, {}, seats);
  const held = (await readClass(app, campClass)).seats.map((seat) =>
    seat.state === 'held' ? { ...seat, addressHash: 'elsewhere' } : seat,
  );
  await app.services.database.collections.classes.updateOne(
    { _id: campClass._id },
    { $set: { seats: held } },
  );
  return campClass;
}

/** The emails about offers are out, and then the time of the offers is over. */
async function letOffersEnd() {
  await addDueMails(app.services);
  await app.services.database.collections.outbox.updateMany(
    { 'cause.kind': 'seat offered', state: 'queued' },
    { $set: { state: 'sent', sentAt: app.services.now() } },
  );
  await runJobs(app.services);
  app.passMinutes(40 * 60);
  await runJobs(app.services);
}

// Rules: R144, R149, R150, R190.
describe('one account', () => {
  it('with many children has one entry with three people on a list, and never more offers', async () => {
    const parent = await buildParent(6);
    const campClass = await buildFullClass(app, {}, 6);
    const [first, second] = [parent.childIds.slice(0, 3), parent.childIds.slice(3)];
    expect(await tryToWait(parent, campClass, { childIds: first })).toBe('joined');
    expect(await tryToWait(parent, campClass, { childIds: second })).toBe('already_waiting');
    expect(await tryToWait(parent, campClass)).toBe('already_waiting');
    for (let count = 0; count < 6; count += 1) await campClass.free();
    expect(await readOffers(app, campClass)).toHaveLength(3);
    // The entry is an offer now. It still counts.
    expect((await readClass(app, campClass)).sit).toBe(3);
    for (let count = 0; count < 3; count += 1)
      await holdSeatOf(app, await buildUser(app), campClass);
    expect(await tryToWait(parent, campClass, { childIds: second })).toBe('already_waiting');
  });

  it('that holds another class on the same days when a seat opens up is offered it once that is over', async () => {
    const parent = await buildParent(1);
    const [childId] = parent.childIds;
    const campClass = await buildFullClass(app);
    expect(await tryToWait(parent, campClass, { childIds: [childId!] })).toBe('joined');
    expect(await tryToHold(parent, await buildClass(app), childId)).toBe('held');
    await campClass.free();
    expect(await readOwn(parent)).toEqual(['waiting, account']);
    await runJobs(app.services);
    expect((await readClass(app, campClass)).sit).toBe(1);
    app.passMinutes(31);
    await runJobs(app.services);
    await runJobs(app.services);
    expect(await readOffers(app, campClass)).toEqual([parent.email]);
  });

  it('waits together with its children in one entry', async () => {
    const parent = await buildParent(3);
    const campClass = await buildFullClass(app, {}, 3);
    const all = { childIds: parent.childIds, withSelf: true };
    expect(await tryToWait(parent, campClass, all)).toBe('invalid_input');
    const some = { childIds: parent.childIds.slice(1), withSelf: true };
    expect(await tryToWait(parent, campClass, some)).toBe('joined');
    const [entry] = (await readClass(app, campClass)).waiting ?? [];
    expect(entry?.people).toContainEqual({});
    expect(entry?.people).toHaveLength(3);
  });

  it('of several that join at once with the same parent, one gets on the list', async () => {
    const parent = await buildParent(4);
    const campClass = await buildFullClass(app);
    const ends = await Promise.all(
      parent.childIds.map((id, at) =>
        tryToWait(parent, campClass, { childIds: [id] }, at % 2 ? strict : app),
      ),
    );
    expect(ends.filter((end) => end === 'joined')).toHaveLength(1);
  });

  it(`waits for at most ${MAX_WAITING_OF_ACCOUNT} seats over all lists, offers included`, async () => {
    const parent = await buildParent(3);
    const { childIds } = parent;
    const offered = await buildFullClass(app, {}, 3);
    await joinList(app, parent, offered, { childIds });
    for (let count = 0; count < 3; count += 1) await offered.free();
    expect(await readOwn(parent)).toEqual(['offered']);
    await joinList(app, parent, await buildFullClass(app, {}, 3), { childIds });
    const last = await buildFullClass(app, {}, 3);
    expect(await tryToWait(parent, last, { childIds })).toBe('waiting_list_full');
    expect(await tryToWait(parent, last, { childIds: childIds.slice(1) })).toBe('joined');
  });

  it('gets no offer while it holds as many seats as it may. The next gets it, and its page says why', async () => {
    const parent = await buildParent(3);
    const next = await buildUser(app);
    const held: { id: string; cartId: string }[] = [];
    const weeks = await buildWeeks(app, FIRST_SCHOOL.booking.maxHeld / 4, { sit: 4 });
    for (const childId of [undefined, ...parent.childIds])
      for (const { id } of weeks) {
        const body = { classId: id, email: parent.email, ...(childId && { childId }) };
        const answer = await app.as(parent).call('POST /addClass', { body });
        held.push({ id, cartId: answer.body.cartId });
      }
    expect(held).toHaveLength(FIRST_SCHOOL.booking.maxHeld);
    const later = { camp_start: inDays(200), camp_end: inDays(204) };
    const campClass = await buildFullClass(app, later, 3);
    await joinList(app, parent, campClass, { childIds: parent.childIds.slice(0, 1) });
    await joinList(app, next, campClass);
    expect(await readOwn(parent)).toEqual(['waiting, account']);
    await campClass.free();
    expect(await readOffers(app, campClass)).toEqual([next.email]);

    await app.as(parent).call('DELETE /addClass/:cartId', {
      params: { cartId: held[0]!.cartId },
      query: { classId: held[0]!.id },
    });
    expect(await readOwn(parent)).toEqual(['waiting']);
    await campClass.free();
    expect(await readOffers(app, campClass)).toEqual([next.email, parent.email]);
    // The offer is the last seat that they may hold.
    const other = await buildClass(app, { sit: 1, camp_start: inDays(210), camp_end: inDays(214) });
    expect(await tryToHold(parent, other, parent.childIds[2])).toBe('too_many_holds');
  });

  it('has at most six seats of a free class, with those from its list', async () => {
    const parent = await buildParent(3);
    const seats = Array.from({ length: FIRST_SCHOOL.booking.maxHeldOfClass - 1 }, () =>
      makeEnrolledSeat({ _id: parent._id }, new Date()),
    );
    const campClass = await buildFullClass(app, {}, 3);
    const all = [...(await readClass(app, campClass)).seats, ...seats];
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { seats: all, price: 0 } },
    );
    await joinList(app, parent, campClass, { childIds: parent.childIds, together: false });
    for (let count = 0; count < 3; count += 1) await campClass.free();
    expect(await readOffers(app, campClass)).toEqual([parent.email]);
    expect(await readClass(app, campClass)).toMatchObject({
      sit: 2,
      waiting: [{ people: [{}, {}] }],
    });
  });
});

describe('one network address', () => {
  it('has as many people on a list as it may hold seats, whatever its accounts', async () => {
    const [first, second] = [await buildParent(3), await buildParent(2)];
    const campClass = await buildClassElsewhere(3);
    const { childIds } = first;
    expect(await tryToWait(first, campClass, { childIds }, strict)).toBe('joined');
    const both = { childIds: second.childIds };
    expect(await tryToWait(second, campClass, both, strict)).toBe('too_many_here');
    const one = { childIds: second.childIds.slice(1) };
    expect(await tryToWait(second, campClass, one, strict)).toBe('joined');
    // Another list is open to them.
    expect(await tryToWait(second, await buildClassElsewhere(2), both, strict)).toBe('joined');
  });

  it('has offers among the seats that it holds, and no trace of the address is shown', async () => {
    const parent = await buildParent(3);
    const campClass = await buildClassElsewhere(6);
    await tryToWait(parent, campClass, { childIds: parent.childIds }, strict);
    for (let count = 0; count < 6; count += 1) await campClass.free();
    expect(await readOffers(app, campClass)).toHaveLength(3);
    expect(await tryToHold(await buildUser(app), campClass, undefined, strict)).toBe('held');
    const late = await buildUser(app);
    expect(await tryToHold(late, campClass, undefined, strict)).toBe('too_many_here');
    const own = await app.as(parent).call('GET /myWaiting');
    expect(JSON.stringify(own.body)).not.toContain('addressHash');
  });
});

describe('an offer that runs out', () => {
  it('for the second time ends the entry, which its owner hears of. Joining again is at the end', async () => {
    const campClass = await buildFullClass(app, { camp_start: inDays(90), camp_end: inDays(94) });
    const student = await buildUser(app);
    const waitId = await joinList(app, student, campClass);
    await campClass.free();
    await letOffersEnd();
    expect(await readOwn(student)).toEqual(['paused']);
    const again = { params: { waitId } };
    expect((await app.as(student).call('POST /waiting/:waitId/stillWanted', again)).status).toBe(
      200,
    );
    expect(await readOwn(student)).toEqual(['offered']);
    await letOffersEnd();
    expect(await readOwn(student)).toEqual([]);
    const ended = await app.as(student).call('POST /waiting/:waitId/stillWanted', again);
    expect(ended.body.code).toBe('not_found');
    expect(await readClass(app, campClass)).toMatchObject({ sit: 1, seats: [], waiting: [] });
    await addDueMails(app.services);
    const mail = await app.services.database.collections.outbox.findOne({
      'cause.kind': 'waiting closed',
      userId: student._id,
    });
    expect(mail).toMatchObject({ cause: { isLapsed: true } });

    await holdSeatOf(app, await buildUser(app), campClass);
    await joinList(app, await buildUser(app), campClass);
    await joinList(app, student, campClass);
    const { body } = await app.as(student).call('GET /myWaiting');
    expect(body).toMatchObject([{ state: 'waiting', position: 2 }]);
  });
});

// Rules: R717.
describe('a group', () => {
  it('that waits does not make the class full for people who could take a free seat', async () => {
    const campClass = await buildFullClass(app, {}, 2);
    await campClass.free();
    const [twins, other] = [await buildParent(2), await buildParent(2)];
    await joinList(app, twins, campClass, { childIds: twins.childIds });
    expect(await tryToWait(await buildUser(app), campClass)).toBe('seats_free');
    const either = { childIds: other.childIds, together: false };
    expect(await tryToWait(other, campClass, either)).toBe('seats_free');
    expect(await readOffers(app, campClass)).toEqual([]);
    expect(await tryToHold(other, campClass, other.childIds[0])).toBe('held');
    expect(await tryToWait(other, campClass, { childIds: other.childIds.slice(1) })).toBe('joined');
  });

  it('goes on waiting together while a seat is only held for one of them', async () => {
    const { child, parent, partner } = await buildFamily(app);
    const twin = await buildChild(app, parent);
    const campClass = await buildFullClass(app, {}, 2);
    await campClass.free();
    await joinList(app, parent, campClass, { childIds: [child.id, twin.id] });
    const held = await app.as(partner).call('POST /addClass', {
      body: { classId: campClass.id, email: partner.email, childId: child.id },
    });
    await campClass.free();
    expect(await readOffers(app, campClass)).toEqual([]);
    expect(await readOwn(parent)).toEqual(['waiting, held']);

    const { cartId } = held.body;
    const seat = { params: { cartId }, query: { classId: campClass.id } };
    expect((await app.as(partner).call('DELETE /addClass/:cartId', seat)).status).toBe(200);
    expect(await readOffers(app, campClass)).toEqual([parent.email, parent.email]);
  });

  it('larger than the class is refused, whether one seat is fine or not', async () => {
    const parent = await buildParent(3);
    const campClass = await buildFullClass(app, {}, 2);
    for (const together of [true, false])
      expect(await tryToWait(parent, campClass, { childIds: parent.childIds, together })).toBe(
        'group_too_large',
      );
    const two = { childIds: parent.childIds.slice(1) };
    expect(await tryToWait(parent, campClass, two)).toBe('joined');
  });

  it('that is larger than the class since it shrank keeps nothing, and its page says so', async () => {
    const parent = await buildParent(3);
    const next = await buildUser(app);
    const campClass = await buildFullClass(app, {}, 2);
    const { classes } = app.services.database.collections;
    await classes.updateOne({ _id: campClass._id }, { $set: { sit: 1 } });
    await joinList(app, parent, campClass, { childIds: parent.childIds });
    await classes.updateOne({ _id: campClass._id }, { $set: { sit: 0 } });
    await joinList(app, next, campClass);
    expect(await readOwn(parent)).toEqual(['waiting, class']);
    await campClass.free();
    expect(await readOffers(app, campClass)).toEqual([next.email]);
  });
});
