import { MAX_FRIENDS } from '@speakifyr/contract/fill-groups.ts';
import { MAX_WRONG_CODES_OF_PERSON } from '@speakifyr/contract/pick-up.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { getOwnData } from '../account/account.service.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { createMoves } from '../testing/moves.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { buildChildSeat, buildMove, move, moveTo } = createMoves(() => app);

type Seated = { parent: UserDocument; cartId: string };
type Act = 'make' | 'end' | 'ask' | 'accept' | 'remove' | 'leave';

const read = async ({ parent, cartId }: Seated) =>
  app.as(parent).call('GET /friends/:cartId', { params: { cartId } });
const act = ({ parent, cartId }: Seated, what: Act, more: { code?: string; who?: string } = {}) =>
  app.as(parent).call('PUT /friends/:cartId', { params: { cartId }, body: { act: what, ...more } });

const names = (people: { name: string | null }[]) => people.map(({ name }) => name);
const readClass = async ({ _id }: { _id: ObjectId }) =>
  (await app.services.database.collections.classes.findOne({ _id })) as ClassDocument;

/** A class with a child of each of these names, each of a family of its own. */
async function buildFamilies<N extends string>(...all: N[]) {
  const seats: EnrolledSeat[] = [];
  const families = {} as Record<N, Seated & { childId: string }>;
  for (const name of all) {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent, { name });
    const seat = makeEnrolledSeat({
      ...{ userId: parent._id, childId: child._id, entry_code: `EXM-${101 + seats.length}` },
    });
    seats.push(seat);
    families[name] = { parent, cartId: seat.seatId.toHexString(), childId: child.id };
  }
  const campClass = await buildClass(app, { seats, sit: 5 });
  return { campClass, families };
}

async function makeCode(maker: Seated): Promise<string> {
  const { status, body } = await act(maker, 'make');
  expect(status).toBe(200);
  return body.code ?? '';
}

/** Ada's family made a code, and Ben's has used it. */
async function buildAsked() {
  const built = await buildFamilies('Ada', 'Ben', 'Cleo');
  const { Ada, Ben } = built.families;
  const code = await makeCode(Ada);
  expect((await act(Ben, 'ask', { code: code.toLowerCase() })).status).toBe(200);
  return { ...built, ...built.families, code };
}

const readOffice = async ({ id }: { id: string }) =>
  (await app.as(admin).call('GET /classPeople/:id', { params: { id } })).body;

// Rules: R687, R688.
describe('friends', () => {
  it('ask with a code; the maker’s child is named after its family’s yes, and to nobody else', async () => {
    const { Ada, Ben, Cleo, campClass } = await buildAsked();
    expect((await read(Ben)).body).toMatchObject({ joined: [{ name: null }], friends: [] });
    expect(names((await read(Ada)).body.asked)).toEqual(['Ben']);
    expect(await readOffice(campClass)).not.toHaveProperty('wishes');

    await act(Ada, 'accept', { who: Ben.cartId });
    expect(names((await read(Ben)).body.joined)).toEqual(['Ada']);
    expect((await read(Ada)).body).toMatchObject({ asked: [], friends: [{ name: 'Ben' }] });
    expect((await read(Cleo)).body).toMatchObject({ asked: [], friends: [], joined: [] });
    expect((await readOffice(campClass)).wishes).toEqual([[Ada.cartId, Ben.cartId]]);
  });

  it('either family ends it, and then nobody is named anymore', async () => {
    const { Ada, Ben, code } = await buildAsked();
    await act(Ada, 'accept', { who: Ben.cartId });
    await act(Ada, 'remove', { who: Ben.cartId });
    expect((await read(Ben)).body.joined).toEqual([]);
    await act(Ben, 'ask', { code });
    await act(Ada, 'accept', { who: Ben.cartId });
    const [circle] = (await read(Ben)).body.joined;
    await act(Ben, 'leave', { who: circle?.circleId ?? '' });
    expect((await read(Ada)).body.friends).toEqual([]);
    await act(Ben, 'ask', { code });
    await act(Ada, 'end');
    expect((await read(Ben)).body.joined).toEqual([]);
    expect((await act(Ben, 'ask', { code })).body).toMatchObject({ code: 'code_unknown' });
  });

  it('a new code replaces the old one, and who came in stays', async () => {
    const { Ada, Ben, Cleo, code } = await buildAsked();
    await act(Ada, 'accept', { who: Ben.cartId });
    const next = await makeCode(Ada);
    expect((await act(Cleo, 'ask', { code })).body).toMatchObject({ code: 'code_unknown' });
    expect((await act(Cleo, 'ask', { code: next })).status).toBe(200);
    expect(names((await read(Ada)).body.friends)).toEqual(['Ben']);
  });

  it('a code ends after 14 days, is of one class, and is stored only as a hash', async () => {
    const { Ada, Cleo, code } = await buildAsked();
    const other = await buildFamilies('Dora');
    expect((await act(other.families.Dora, 'ask', { code })).body.code).toBe('code_unknown');
    expect(await findTraces(app, code)).toEqual([]);
    expect(await findTraces(app, code.replaceAll('-', ''))).toEqual([]);
    app.passMinutes(14 * 24 * 60 + 1);
    expect((await act(Cleo, 'ask', { code })).body.code).toBe('code_unknown');
    expect((await read(Ada)).body.until).toBeNull();
  });

  it('at most four, also if all are let in at the same moment', async () => {
    const { families } = await buildFamilies('Ada', 'B', 'C', 'D', 'E', 'F');
    const { Ada, ...others } = families;
    const code = await makeCode(Ada);
    for (const other of Object.values(others)) await act(other, 'ask', { code });
    const answers = await Promise.all(
      Object.values(others).map(({ cartId }) => act(Ada, 'accept', { who: cartId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_FRIENDS);
    expect((await read(Ada)).body.friends).toHaveLength(MAX_FRIENDS);
  });

  it('nobody guesses a code', async () => {
    const { Ada, Cleo, code } = await buildAsked();
    for (let tries = 0; tries < MAX_WRONG_CODES_OF_PERSON; tries += 1)
      await act(Cleo, 'ask', { code: 'K7QM-2ZPA-9RXC' });
    expect((await act(Cleo, 'ask', { code })).status).toBe(429);
    expect(names((await read(Ada)).body.asked)).toEqual(['Ben']);
  });

  it('who has no seat, or not the right, neither reads nor changes anything', async () => {
    const { Ada, Ben, Cleo } = await buildAsked();
    const stranger = { parent: await buildUser(app), cartId: Ada.cartId };
    expect([(await read(stranger)).status, (await act(stranger, 'end')).status]).toEqual([
      404, 404,
    ]);
    expect((await act({ ...Cleo, cartId: Ada.cartId }, 'accept', { who: Ben.cartId })).status).toBe(
      404,
    );
    // Cleo's family has not made this circle.
    expect((await act(Cleo, 'accept', { who: Ben.cartId })).status).toBe(404);
    const seer = await buildUser(app);
    await app.services.database.collections.children.updateOne(
      { _id: new ObjectId(Ada.childId) },
      { $push: { guardians: makeGuardian(seer._id, { may: ['see'], invitedBy: Ada.parent._id }) } },
    );
    const asSeer = { parent: seer, cartId: Ada.cartId };
    expect((await read(asSeer)).body).toMatchObject({ asked: [{ name: 'Ben' }], mayChange: false });
    expect((await act(asSeer, 'accept', { who: Ben.cartId })).body.code).toBe('guardian_may_not');
    await app.services.database.collections.children.updateOne(
      { _id: new ObjectId(Ada.childId) },
      { $pull: { guardians: { userId: seer._id } } },
    );
    expect((await read(asSeer)).status).toBe(404);
  });

  it('it ends with the class', async () => {
    const { Ada, campClass } = await buildAsked();
    await app.services.database.collections.classes.updateOne(
      { _id: campClass._id },
      { $set: { status: 'archived' } },
    );
    expect((await read(Ada)).status).toBe(404);
  });

  it('a download of one’s data names no child of another family', async () => {
    const { Ada, Ben } = await buildAsked();
    await act(Ada, 'accept', { who: Ben.cartId });
    expect(JSON.stringify(await getOwnData(Ben.parent, app.services))).not.toContain('Ada');
    expect(JSON.stringify(await getOwnData(Ada.parent, app.services))).not.toContain('Ben');
  });
});

// Rules: R690.
describe('an email', () => {
  const kindsTo = async ({ parent }: Seated) =>
    (await listMailsTo(app, parent)).map(({ cause }) => [cause.kind, cause['news']]);

  it('tells the maker that somebody asks, and the other family of the yes, and names nobody of the other', async () => {
    const { Ada, Ben, Cleo } = await buildAsked();
    expect(await kindsTo(Ada)).toEqual([['friends', 'asked']]);
    expect([await kindsTo(Ben), await kindsTo(Cleo)]).toEqual([[], []]);
    const toAda = await readMailTo(app, Ada.parent, 'friends');
    expect(toAda?.props).toEqual({ news: 'asked', child: 'Ada', className: expect.any(String) });
    await act(Ada, 'accept', { who: Ben.cartId });
    // A second press changes nothing.
    await act(Ada, 'accept', { who: Ben.cartId });
    expect(await kindsTo(Ben)).toEqual([['friends', 'accepted']]);
    expect((await readMailTo(app, Ben.parent, 'friends'))?.props).toMatchObject({ child: 'Ben' });
    // It was answered.
    expect(await readMailTo(app, Ada.parent, 'friends')).toBeUndefined();
  });

  it('is not written once it is no longer true', async () => {
    const { Ada, Ben } = await buildAsked();
    await act(Ada, 'accept', { who: Ben.cartId });
    expect(await readMailTo(app, Ben.parent, 'friends')).toBeDefined();
    await act(Ada, 'remove', { who: Ben.cartId });
    expect(await readMailTo(app, Ben.parent, 'friends')).toBeUndefined();
  });

  it('comes once a day, however often a code is used', async () => {
    const { Ada, Ben, code } = await buildAsked();
    for (let times = 0; times < 3; times += 1) {
      const [circle] = (await read(Ben)).body.joined;
      await act(Ben, 'leave', { who: circle?.circleId ?? '' });
      await act(Ben, 'ask', { code });
    }
    expect(await kindsTo(Ada)).toHaveLength(1);
    expect(await readMailTo(app, Ada.parent, 'friends')).toBeDefined();
  });

  it('goes to each guardian who may book, except who did it', async () => {
    const { families } = await buildFamilies('Ada', 'Ben');
    const { Ada, Ben } = families;
    const [booker, seer] = [await buildUser(app), await buildUser(app)];
    const { children } = app.services.database.collections;
    const guardians = [
      makeGuardian(booker._id, { may: ['see', 'book'], invitedBy: Ada.parent._id }),
      makeGuardian(seer._id, { may: ['see'], invitedBy: Ada.parent._id }),
      // They ask for Ben.
      makeGuardian(Ben.parent._id, { may: ['see', 'book'], invitedBy: Ada.parent._id }),
    ];
    const _id = new ObjectId(Ada.childId);
    await children.updateOne({ _id }, { $push: { guardians: { $each: guardians } } });
    await act(Ben, 'ask', { code: await makeCode(Ada) });
    expect(await kindsTo({ ...Ada, parent: booker })).toEqual([['friends', 'asked']]);
    expect(await kindsTo({ ...Ada, parent: seer })).toEqual([]);
    expect(await kindsTo(Ben)).toEqual([]);
    await children.updateOne({ _id }, { $pull: { guardians: { userId: booker._id } } });
    expect(await readMailTo(app, booker, 'friends')).toBeUndefined();
    expect(await readMailTo(app, Ada.parent, 'friends')).toBeDefined();
  });
});

// Rules: R689.
describe('a circle ends with either seat, in the same update', () => {
  it('when a seat moves to another class', async () => {
    const moving = await buildMove(60);
    const other = await buildMove(60);
    const maker = { parent: moving.student as UserDocument, cartId: moving.cartId };
    const code = await makeCode(maker);
    const seat = makeEnrolledSeat({
      userId: (other.student as UserDocument)._id,
      entry_code: 'EXM-150',
    });
    await app.services.database.collections.classes.updateOne(
      { _id: moving.from._id },
      { $push: { seats: seat } },
    );
    const guest = { parent: other.student as UserDocument, cartId: seat.seatId.toHexString() };
    await act(guest, 'ask', { code });
    await act(maker, 'accept', { who: guest.cartId });
    await moveTo(moving, moving.to);
    expect((await read(guest)).body.joined).toEqual([]);
    expect((await readClass(moving.to)).seats[0]).not.toHaveProperty('friends');
  });

  it('when a seat gets another child, who is named to nobody', async () => {
    const seat = await buildChildSeat();
    const sibling = await buildChild(app, seat.parent, { name: 'Sibling' });
    const { families } = await buildFamilies('Ada');
    const ada = makeEnrolledSeat({ userId: families.Ada.parent._id, entry_code: 'EXM-151' });
    await app.services.database.collections.classes.updateOne(
      { _id: seat.from._id },
      { $push: { seats: ada } },
    );
    const maker = { parent: families.Ada.parent, cartId: ada.seatId.toHexString() };
    const code = await makeCode(maker);
    await act(seat, 'ask', { code });
    await act(maker, 'accept', { who: seat.cartId });
    expect((await move(seat, { childId: sibling.id })).body).toMatchObject({ state: 'moved' });
    expect((await read(maker)).body.friends).toEqual([]);
  });
});
