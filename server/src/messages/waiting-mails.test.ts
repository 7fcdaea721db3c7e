import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { ClassDocument, HeldSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { answerHealth, HEALTH_TEXT } from '../testing/families.ts';
import { findKinds, findMail, listNews, readMailTo } from '../testing/mails.ts';
import { makeHeldSeat } from '../testing/seats.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { checkWaiting, startOfferClocks } from '../waiting/tend-lists.ts';
import { addDueMails } from './add-due-mails.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();

const collections = () => app.services.database.collections;

function makeEntry(
  { _id: userId }: UserDocument,
  children: ChildDocument[] = [],
  fields: Partial<WaitingEntry> = {},
): WaitingEntry {
  return {
    waitId: new ObjectId(),
    userId,
    people: children.length > 0 ? children.map((one) => ({ childId: one._id })) : [{}],
    together: true,
    priority: 0,
    joinedAt: app.services.now(),
    lapses: 0,
    ...fields,
  };
}

/** A seat that is offered to a person of an entry, with its email not out yet. */
function makeOffered(user: UserDocument, entry: WaitingEntry, child?: ChildDocument): HeldSeat {
  const offeredAt = entry.joinedAt;
  return {
    ...makeHeldSeat(user, offeredAt, child),
    heldUntil: new Date(offeredAt.getTime() + 7 * 24 * 60 * 60_000),
    offer: { entry, price: 20, offeredAt, keepUntil: offeredAt },
  };
}

/** A parent with two children, and their entry. */
async function buildFamily(fields: Partial<WaitingEntry> = {}) {
  const parent = await buildUser(app);
  const mia = await buildChild(app, parent, { name: 'Mia' });
  const tom = await buildChild(app, parent, { name: 'Tom' });
  return { parent, mia, tom, entry: makeEntry(parent, [mia, tom], fields) };
}

const change = ({ _id }: { _id: ObjectId }, fields: Partial<ClassDocument>) =>
  collections().classes.updateOne({ _id }, { $set: fields });

const leave = (user: UserDocument, child: ChildDocument) =>
  collections().children.updateOne(
    { _id: child._id },
    { $pull: { guardians: { userId: user._id } } },
  );

// Rules: R185, R186, R256.
describe('a person who joins a waiting list', () => {
  it('reads what happens next, once, for all siblings together', async () => {
    const { parent, entry, mia } = await buildFamily();
    const early = await buildUser(app);
    const first = makeEntry(early, [], { joinedAt: new Date(0) });
    await answerHealth(app, mia, parent);
    await buildClass(app, { name: 'Kites', sit: 0, waiting: [entry, first] });
    expect(await findMail(app, parent, 'waiting joined')).toMatchObject({
      _id: `waiting-${entry.waitId.toHexString()}`,
      isEssential: true,
    });
    const mail = await readMailTo(app, parent, 'waiting joined');
    expect(mail).toMatchObject({
      props: {
        campClass: { name: 'Kites' },
        children: ['Mia', 'Tom'],
        together: true,
        position: 2,
      },
    });
    expect(JSON.stringify(mail)).not.toContain(HEALTH_TEXT);
    // People who joined long ago know.
    expect(await findKinds(app, early)).toEqual([]);
  });

  it('reads nothing about a child whose guardian they are no longer, or once they have left', async () => {
    const [family, left] = [await buildFamily(), await buildFamily()];
    const campClass = await buildClass(app, { sit: 0, waiting: [family.entry, left.entry] });
    await addDueMails(app.services);
    await leave(family.parent, family.mia);
    expect(await readMailTo(app, family.parent, 'waiting joined')).toMatchObject({
      props: { children: ['Tom'] },
    });
    await leave(family.parent, family.tom);
    expect(await readMailTo(app, family.parent, 'waiting joined')).toBeUndefined();
    await change(campClass, { waiting: [family.entry] });
    expect(await readMailTo(app, left.parent, 'waiting joined')).toBeUndefined();
  });
});

it('a seat that is kept for siblings is announced with its deadline, once, and not after it', async () => {
  const until = new Date(app.services.now().getTime() + 5 * 60 * 60_000);
  const long = new Date(0);
  const { parent, entry } = await buildFamily({ joinedAt: long, kept: { seats: 1, until } });
  await buildClass(app, { name: 'Kites', sit: 0, waiting: [entry] });
  expect(await findMail(app, parent, 'seat kept')).toMatchObject({
    _id: `kept-${entry.waitId.toHexString()}-${until.getTime()}`,
    notAfter: until,
  });
  expect(await readMailTo(app, parent, 'seat kept')).toMatchObject({
    props: { campClass: { name: 'Kites' }, children: ['Mia', 'Tom'], seats: 1, until },
  });
  const shown = await app.as(parent).call('GET /myWaiting');
  expect(shown.body).toMatchObject([{ state: 'kept', until: until.toISOString() }]);
  app.passMinutes(5 * 60);
  expect(await readMailTo(app, parent, 'seat kept')).toBeUndefined();
});

describe('an offer', () => {
  /** Two seats that are offered to siblings. */
  async function buildOffer() {
    const family = await buildFamily();
    const seats = [family.mia, family.tom].map((child) =>
      makeOffered(family.parent, family.entry, child),
    );
    const campClass = await buildClass(app, { sit: 0, price: 49.5, waiting: [], seats });
    return { ...family, campClass, seats };
  }

  it('is one email for siblings, with the price on the day of the offer and a time, also by two servers', async () => {
    const { parent, entry, seats } = await buildOffer();
    const other = await startSecondServer(app);
    await Promise.all([addDueMails(app.services), addDueMails(other.services)]);
    await other.close();
    const { seatId: cartId } = seats[0]!;
    expect(await findMail(app, parent, 'seat offered')).toMatchObject({
      _id: `offer-${entry.waitId.toHexString()}-${cartId.toHexString()}`,
      isEssential: true,
      cause: { seatIds: seats.map((seat) => seat.seatId) },
    });
    const mail = await readMailTo(app, parent, 'seat offered');
    expect(mail).toMatchObject({ props: { children: ['Mia', 'Tom'], prices: [20, 20] } });
    const { until } = mail!.props as { until: Date };
    const hours = (until.getTime() - app.services.now().getTime()) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(4);
    expect(hours).toBeLessThanOrEqual(36);
  });

  it('says the exact time once it is known', async () => {
    const { parent, campClass, seats } = await buildOffer();
    await addDueMails(app.services);
    const heldUntil = new Date(app.services.now().getTime() + 5 * 60 * 60_000);
    const notified = seats.map((seat) => ({
      ...seat,
      heldUntil,
      offer: { ...seat.offer!, notifiedAt: app.services.now() },
    }));
    await change(campClass, { seats: notified });
    expect(await readMailTo(app, parent, 'seat offered')).toMatchObject({
      props: { until: heldUntil },
    });
  });

  it('is not sent again for the seats that are left when one of them is given back', async () => {
    const { parent, campClass, seats } = await buildOffer();
    await addDueMails(app.services);
    await change(campClass, { seats: seats.slice(1) });
    expect(await findKinds(app, parent)).toEqual(['seat offered']);
    expect(await readMailTo(app, parent, 'seat offered')).toMatchObject({
      props: { children: ['Tom'] },
    });
  });

  it('is no longer true once the seats are gone, or the child is no longer theirs', async () => {
    const [taken, left] = [await buildOffer(), await buildOffer()];
    await addDueMails(app.services);
    await change(taken.campClass, { seats: [] });
    expect(await readMailTo(app, taken.parent, 'seat offered')).toBeUndefined();
    for (const child of [left.mia, left.tom]) await leave(left.parent, child);
    expect(await readMailTo(app, left.parent, 'seat offered')).toBeUndefined();
  });

  it('has no time before its email is out or can’t be sent anymore, also if one of its seats is given back', async () => {
    const { parent, campClass, seats } = await buildOffer();
    const readOffers = async () => {
      await startOfferClocks(app.services);
      const found = await collections().classes.findOne({ _id: campClass._id });
      return found?.seats.map((seat) => 'offer' in seat && seat.offer?.notifiedAt);
    };
    expect(await readOffers()).toEqual([undefined, undefined]);
    const { _id } = await findMail(app, parent, 'seat offered');
    expect(await readOffers()).toEqual([undefined, undefined]);
    await change(campClass, { seats: seats.slice(1) });
    const sentAt = app.services.now();
    await collections().outbox.updateOne({ _id }, { $set: { state: 'sent', sentAt } });
    expect(await readOffers()).toEqual([sentAt]);
    await change(campClass, { seats });
    await collections().outbox.updateOne(
      { _id },
      { $set: { state: 'failed' }, $unset: { sentAt: true } },
    );
    expect(await readOffers()).toEqual([expect.any(Date), expect.any(Date)]);
  });

  it('is brought to mind two hours before it ends, once its time has begun', async () => {
    const { parent, campClass, seats } = await buildOffer();
    const soon = new Date(app.services.now().getTime() + 115 * 60_000);
    const ending = seats.map((seat) => ({ ...seat, heldUntil: soon }));
    await change(campClass, { seats: ending });
    expect(await findKinds(app, parent)).toEqual(['seat offered']);
    await change(campClass, {
      seats: ending.map((seat) => ({ ...seat, offer: { ...seat.offer!, notifiedAt: soon } })),
    });
    expect(await findKinds(app, parent)).toEqual(['seat held', 'seat offered']);
    expect(await readMailTo(app, parent, 'seat held')).toMatchObject({
      // The price of the offer.
      props: { seats: [{ child: 'Mia', price: 20, heldUntil: soon }, { child: 'Tom' }] },
    });
  });

  it('that ran out asks whether they still want a seat, once for each time', async () => {
    const { parent, entry } = await buildFamily({ isPaused: true, lapses: 1 });
    const campClass = await buildClass(app, { sit: 0, waiting: [entry] });
    expect(await findMail(app, parent, 'offer ended')).toMatchObject({
      _id: `lapsed-${entry.waitId.toHexString()}-1`,
    });
    expect(await readMailTo(app, parent, 'offer ended')).toMatchObject({
      props: { children: ['Mia', 'Tom'] },
    });
    await change(campClass, { waiting: [{ ...entry, lapses: 2 }] });
    expect(await findKinds(app, parent)).toEqual(['offer ended', 'offer ended']);
    const { isPaused: _isPaused, ...active } = entry;
    await change(campClass, { waiting: [{ ...active, lapses: 2 }] });
    const lines = await collections().outbox.find({ userId: parent._id }).toArray();
    for (const line of lines) expect(await readProps(line, app.services)).toBeUndefined();
  });
});

describe('seats that are free shortly before a class', () => {
  const soon = { camp_start: inDays(2), camp_end: inDays(6) };

  it('are announced to everybody on the list at once, but not to people who let an offer run out', async () => {
    const [one, two, paused] = [await buildUser(app), await buildUser(app), await buildUser(app)];
    const waiting = [makeEntry(one), makeEntry(two), makeEntry(paused, [], { isPaused: true })];
    const campClass = await buildClass(app, { ...soon, sit: 3, price: 49.5, waiting });
    for (const user of [one, two]) {
      expect(await findKinds(app, user)).toEqual(['seats free']);
      expect(await readMailTo(app, user, 'seats free')).toMatchObject({
        props: { free: 3, price: 49.5, path: `/classes/${campClass.id}` },
      });
    }
    expect(await findKinds(app, paused)).toEqual([]);
    await change(campClass, { sit: 0 });
    expect(await readMailTo(app, one, 'seats free')).toBeUndefined();
  });

  it('are not told while there are none, or some days earlier', async () => {
    const [one, two] = [await buildUser(app), await buildUser(app)];
    const joinedAt = new Date(0);
    await buildClass(app, { ...soon, sit: 0, waiting: [makeEntry(one)] });
    const waiting = [makeEntry(two, [], { joinedAt })];
    await buildClass(app, { ...soon, camp_start: inDays(4), sit: 3, waiting });
    expect(await findKinds(app, one)).toEqual([]);
    expect(await findKinds(app, two)).toEqual([]);
  });
});

describe('a waiting list that is closed', () => {
  it('is announced to people who waited or had an offer when an admin removes the class', async () => {
    const [waiting, offered] = [await buildUser(app), await buildUser(app)];
    const admin = await buildUser(app, 'admin');
    const entries = [makeEntry(waiting), makeEntry(offered)];
    const campClass = await buildClass(app, {
      name: 'Kites',
      sit: 0,
      waiting: entries.slice(0, 1),
      seats: [makeOffered(offered, entries[1]!)],
    });
    await addDueMails(app.services);
    const { status } = await app
      .as(admin)
      .call('DELETE /removeCourse/:id', { params: { id: campClass.id } });
    expect(status).toBe(200);
    for (const user of [waiting, offered])
      expect(await readMailTo(app, user, 'waiting closed')).toEqual({
        props: { className: 'Kites', why: 'canceled' },
      });
    expect(await listNews(app, 'waiting ended')).toEqual([]);
  });

  it('is announced once the class can’t be joined anymore', async () => {
    const user = await buildUser(app);
    await buildClass(app, {
      name: 'Kites',
      camp_start: inDays(-1),
      camp_end: inDays(5),
      waiting: [makeEntry(user)],
    });
    await checkWaiting(app.services);
    expect(await readMailTo(app, user, 'waiting closed')).toEqual({
      props: { className: 'Kites', why: 'started' },
    });
    expect(await findKinds(app, user)).toEqual(['waiting closed']);
  });

  it('is not told to a removed user', async () => {
    const removed = await buildUser(app);
    await collections().users.updateOne({ _id: removed._id }, { $set: { status: 'removed' } });
    await buildClass(app, { sit: 0, waiting: [makeEntry(removed)] });
    expect(await findKinds(app, removed)).toEqual([]);
  });
});
