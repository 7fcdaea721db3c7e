import { afterEach, describe, expect, it } from 'vitest';
import type { Collections } from '../database/collections.ts';
import { addDays, readToday } from '../school-time.ts';
import { runJobs } from '../jobs/jobs.ts';
import { makeEnrolledSeat } from '../testing/care.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { buildFamily, makeInvitation } from '../testing/families.ts';
import { findTraces } from '../testing/find-traces.ts';
import { useTestApp } from '../testing/test-app.ts';
import { forgetGuardian, retireGuardian } from './delete-child.ts';

/** Two guardians change the same child at the same moment. */

type Collection = 'children' | 'classes';
/** What happens just before the next write of this collection whose update has this text. */
type Meanwhile = { of: Collection; text: string; run: () => Promise<unknown> };

const world: { meanwhile?: Meanwhile } = {};

function interrupt<C extends object>(name: Collection, collection: C): C {
  return new Proxy(collection, {
    get(target, property) {
      const member = Reflect.get(target, property, target) as unknown;
      if (typeof member !== 'function') return member;
      return (...parts: unknown[]) => {
        const { meanwhile } = world;
        const call = () => Reflect.apply(member, target, parts) as unknown;
        const isIt =
          meanwhile?.of === name && JSON.stringify(parts[1] ?? '').includes(meanwhile.text);
        if (!isIt || !String(property).startsWith('update')) return call();
        world.meanwhile = undefined;
        return meanwhile.run().then(call);
      };
    },
  });
}

const app = useTestApp(({ database }) => {
  const { children, classes } = database.collections;
  const interrupted: Partial<Collections> = {
    children: interrupt('children', children),
    classes: interrupt('classes', classes),
  };
  return {
    database: { ...database, collections: { ...database.collections, ...interrupted } },
  };
});
afterEach(() => expect(world.meanwhile).toBeUndefined());

type Family = Awaited<ReturnType<typeof buildFamily>>;

const remove = ({ child, parent }: Family) =>
  app.as(parent).call('DELETE /myChildren/:id', { params: { id: child.id } });
const rename = ({ child, partner }: Family, name: string) =>
  app.as(partner).call('PATCH /myChildren/:id', { params: { id: child.id }, body: { name } });
const join = ({ child, partner }: Family, classId: string) =>
  app
    .as(partner)
    .call('POST /addClass', { body: { classId, childId: child.id, email: partner.email } });
const readChild = ({ child }: Family) =>
  app.services.database.collections.children.findOne({ _id: child._id });
const readSeats = async ({ child }: Family) => {
  const found = await app.services.database.collections.classes
    .find({ 'seats.childId': child._id })
    .toArray();
  return found.flatMap(({ seats }) => seats);
};

async function buildFamilyInPastClass() {
  const family = await buildFamily(app);
  const today = readToday(app.services);
  const seat = makeEnrolledSeat({ childId: family.child._id });
  await buildClass(app, {
    ...{ camp_start: addDays(today, -9), camp_end: addDays(today, -5) },
    seats: [seat],
  });
  return family;
}

// Rules: R137.
describe('a child', () => {
  it.each([0, 50])('who joins a class for $%s at that moment is not deleted', async (price) => {
    const family = await buildFamily(app);
    const campClass = await buildClass(app, { price });
    const answers: number[] = [];
    world.meanwhile = {
      of: 'children',
      text: 'deletingSince',
      run: async () => answers.push((await join(family, campClass.id)).status),
    };
    expect((await remove(family)).body.code).toBe('child_has_seats');
    expect(answers).toEqual([200]);
    const { guardians } = (await readChild(family)) ?? {};
    expect(guardians).toHaveLength(4);
    const params = { id: family.child.id };
    const details = await app.as(family.parent).call('GET /myChildren/:id', { params });
    expect(details.body).toMatchObject({ name: family.child.name, healthAnswer: {} });
    expect(await readSeats(family)).toHaveLength(1);
  });

  it('whose deletion has begun joins nothing anymore, and a job finishes it', async () => {
    const family = await buildFamily(app);
    const { children } = app.services.database.collections;
    await children.updateOne({ _id: family.child._id }, { $set: { deletingSince: new Date() } });
    expect((await join(family, (await buildClass(app)).id)).body.code).toBe('not_found');
    expect((await app.as(family.parent).call('GET /myChildren')).body.children).toEqual([]);
    await runJobs(app.services);
    expect(await readChild(family)).toBeNull();
    expect(await readSeats(family)).toEqual([]);
  });

  it('with a seat comes back if its deletion was cut off before it was decided', async () => {
    const family = await buildFamily(app);
    await join(family, (await buildClass(app)).id);
    const { children } = app.services.database.collections;
    await children.updateOne({ _id: family.child._id }, { $set: { deletingSince: new Date() } });
    await runJobs(app.services);
    const { body } = await app.as(family.parent).call('GET /myChildren');
    expect(body.children).toMatchObject([{ name: family.child.name, health: 'answered' }]);
  });

  it('stays with the other guardians if the parent who added it loses their account while deleting it', async () => {
    const family = await buildFamily(app);
    world.meanwhile = {
      of: 'children',
      text: 'deletingSince',
      run: () => retireGuardian(family.parent, app.services),
    };
    expect((await remove(family)).body.code).toBe('not_found');
    const { body } = await app.as(family.partner).call('GET /myChildren');
    expect(body.children).toMatchObject([{ name: family.child.name, health: 'outdated' }]);
  });

  it('stays with a guardian who accepts an invitation while the last other guardian deletes their account', async () => {
    const [parent, aunt] = [await buildUser(app), await buildUser(app)];
    const invitation = makeInvitation(aunt.email, parent._id);
    await buildChild(app, parent, { name: 'Mia', invitations: [invitation] });
    const accept = () =>
      app.as(aunt).call('POST /myInvitations/:invitationId', {
        params: { invitationId: invitation._id.toHexString() },
      });
    world.meanwhile = { of: 'children', text: 'guardians":[]', run: accept };
    await forgetGuardian(parent, app.services);
    const { body } = await app.as(aunt).call('GET /myChildren');
    expect(body.children).toMatchObject([{ name: 'Mia' }]);
    const kept = await app.services.database.collections.children.findOne({ name: 'Mia' });
    expect(kept?.guardians).toMatchObject([{ userId: aunt._id, invitedBy: null }]);
  });

  it('that is deleted while another guardian renames it leaves no name behind', async () => {
    const family = await buildFamilyInPastClass();
    const run = () => remove(family);
    world.meanwhile = { of: 'children', text: 'Mia Again', run };
    await rename(family, 'Mia Again');
    expect(await readChild(family)).toBeNull();
    expect(await findTraces(app, 'Mia Again')).toEqual([]);
  });
});
