import { expect, it } from 'vitest';
import { nameCharge, nameDays } from '@speakifyr/contract/format.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { idOf } from '../testing/cost-share.ts';
import { buildChild, buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { planFor } from '../testing/planned-seat.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');
const { inDays, record } = planFor(app, admin);

const preview = async ({ email }: { email: string }, by: UserDocument = admin) =>
  (await app.as(by).call('GET /removeuser', { query: { email } })).body;
const remove = ({ email }: { email: string }, note?: string, by: UserDocument = admin) =>
  app.as(by).call('DELETE /removeuser', { query: { email }, ...(note && { body: { note } }) });
/** A week of its own for each class: somebody holds one unpaid seat a day. */
const week = (number = 0) => ({
  camp_start: inDays(60 + 7 * number),
  camp_end: inDays(64 + 7 * number),
});

// Rules: R591.
it('a person who leaves nothing behind: the office reads that', async () => {
  expect(await preview(await buildUser(app))).toEqual({ says: [], obstacle: null });
  expect((await preview({ email: 'nobody@example.test' })).code).toBe('not_found');
});

it('the reason is in the audit log, trimmed; one that nobody sees is refused, and none is fine', async () => {
  const [one, two] = [await buildUser(app), await buildUser(app)];
  expect((await remove(one, '\u200b \u00a0')).status).toBe(400);
  expect((await remove(one, '  Moved away ')).status).toBe(200);
  expect((await remove(two)).status).toBe(200);
  const [ofOne, ofTwo] = await Promise.all(
    [one, two].map(async ({ email }) => (await readAuditLog(app, { target: email }))[0]),
  );
  expect(ofOne).toMatchObject({ action: 'remove user', after: { note: 'Moved away' } });
  expect(ofTwo).toMatchObject({ action: 'remove user', after: null });
});

it('the office reads which seats become free, and which stay with whom, before it removes somebody', async () => {
  const { parent, partner, seer, booker, child } = await buildFamily(app);
  const alone = await buildChild(app, parent);
  const others = [partner, seer, booker].map(({ name }) => name);
  const [paid, part, held, own] = await Promise.all(
    ['Kites', 'Rafts', 'Caves', 'Maps'].map((name, number) =>
      buildClass(app, { name, price: 100, ...week(number) }),
    ),
  );
  const when = (number: number) => nameDays(week(number).camp_start, week(number).camp_end);
  const book = async (classId: string, childId: string, amount: number, plan?: object[]) => {
    const body = { classId, childId, until: inDays(3) };
    const params = { id: idOf(parent) };
    const { cartId } = (await app.as(admin).call('POST /families/:id/seats', { params, body }))
      .body;
    const asked = { cartIds: [cartId], amount, method: 'cash' as const, ...(plan && { plan }) };
    expect(await record(idOf(parent), asked as never)).toMatchObject({ status: 200 });
  };
  await book(paid!.id, alone.id, 10_000);
  await book(part!.id, child.id, 2_500, [{ due: inDays(20) }]);
  await holdSeatOf(app, parent, held!);
  const reserved = { classId: own!.id, childId: child.id, until: inDays(3) };
  await app.as(admin).call('POST /families/:id/seats', {
    ...{ params: { id: idOf(parent) }, body: reserved },
  });

  const { says, obstacle } = await preview(parent);
  expect(obstacle).toBeNull();
  const money = (amount: number) => nameCharge(amount, 'USD');
  const stays = `${others.slice(0, -1).join(', ')} and ${others.at(-1)}`;
  expect(says).toEqual(
    expect.arrayContaining([
      `${alone.name} in Kites (${when(0)}): ${money(100)} paid. It stays, without a refund.`,
      `${child.name} in Rafts (${when(1)}): ${money(25)} of ${money(100)} paid. It stays with ${stays}.`,
      expect.stringMatching(/ in Caves \(.*\): held until .*\. It becomes free\.$/),
      expect.stringMatching(/ in Maps \(.*\): reserved until .*\. It becomes free\.$/),
      expect.stringMatching(`Nobody else looks after ${alone.name}\\.`),
      expect.stringMatching(`^${stays} look after ${child.name} from then on\\.`),
    ]),
  );
  const [owed] = says.filter((text) => text.includes(' is owed for '));
  const heir = [partner, booker].find(({ name }) => owed?.includes(`: ${name} owes it`));
  expect(owed).toContain(`${money(75)} is owed for ${child.name} in Rafts`);
  expect(says).toHaveLength(7);

  // What was said comes true.
  expect((await remove(parent, 'Moved away')).status).toBe(200);
  const { classes } = app.services.database.collections;
  const seatsOf = async ({ _id }: { _id: unknown }) =>
    (await classes.findOne({ _id: _id as never }))?.seats ?? [];
  expect(await seatsOf(held!)).toEqual([]);
  expect(await seatsOf(own!)).toEqual([]);
  expect(await seatsOf(paid!)).toMatchObject([{ state: 'enrolled' }]);
  expect(await seatsOf(part!)).toMatchObject([{ plan: { payerId: heir?._id } }]);

  // Taken back, the seat is theirs to see again; who owes by now goes on owing.
  const query = { email: parent.email };
  expect((await app.as(admin).call('POST /removeuser', { query })).status).toBe(200);
  expect(await seatsOf(part!)).toMatchObject([{ plan: { payerId: heir?._id } }]);
  const seen = await app.as({ ...parent, credentials: '' }).call('GET /myEnrolledClass', { query });
  expect(seen.body.map(({ classData }) => classData.name).sort()).toEqual(['Kites', 'Rafts']);
});

it('what nobody else could pay, a class that is taught and the role of an admin forbid it, and the office reads why', async () => {
  const parent = await buildUser(app);
  const child = await buildChild(app, parent);
  const { id: classId } = await buildClass(app, { name: 'Dunes', price: 100, ...week() });
  const params = { id: idOf(parent) };
  const body = { classId, childId: child.id, until: inDays(3) };
  const { cartId } = (await app.as(admin).call('POST /families/:id/seats', { params, body })).body;
  const part = { cartIds: [cartId], amount: 4_000, method: 'cash' as const };
  await record(idOf(parent), { ...part, plan: [{ due: inDays(20) }] });
  const owing = await preview(parent);
  expect(owing.says).toContainEqual(expect.stringMatching(/^\$60 USD is owed .*: nobody else/));
  expect(owing.obstacle).toMatch(/owe/i);
  expect((await remove(parent, 'Gone')).body.message).toBe(owing.obstacle);

  const teacher = await buildUser(app, 'instructor');
  await buildClass(app, { name: 'Owls', instructorId: teacher._id, ...week() });
  const teaching = await preview(teacher);
  expect(teaching.says).toEqual([expect.stringContaining(`${teacher.name} teaches Owls (`)]);
  expect((await remove(teacher, 'Gone')).body.message).toBe(teaching.obstacle);

  const office = await buildUser(app, 'admin', 'office');
  expect((await preview(admin, office)).obstacle).toMatch(/^Only a director can remove an admin/);
  expect((await remove(admin, 'Gone', office)).status).toBe(403);
});
