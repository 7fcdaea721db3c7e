import { describe, expect, it } from 'vitest';
import { addDays } from '../school-time.ts';
import { buildClass, buildUser, useUser } from '../testing/factories.ts';
import { listMailsTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

/** A week that starts on any weekday. */
const FIRST = inDays(10);
const SECOND = addDays(FIRST, 1);

async function buildMember() {
  const person = await buildUser(app, 'instructor');
  const campClass = await buildClass(app, { camp_start: FIRST, camp_end: addDays(FIRST, 8) });
  const params = { classId: campClass.id };
  const body = {
    userId: person._id.toHexString(),
    role: 'substitute',
    from: FIRST,
    to: FIRST,
  } as const;
  await app.as(admin).call('POST /classTeam/:classId', { params, body });
  const team = await app.as(admin).call('GET /classTeam/:classId', { params });
  const memberId = team.body.members[0]?.memberId ?? '';
  const read = async () => {
    const lines = await listMailsTo(app, person);
    const found = await Promise.all(lines.map((line) => readProps(line, app.services)));
    return found.flatMap((mail) => mail?.props ?? []);
  };
  return { person, campClass, which: { params: { ...params, memberId } }, read };
}

// Rules: R389.
describe('an assistant or a substitute', () => {
  it('hears that they are on a team, of other days, and that they are taken off, as far as it is still so', async () => {
    const { campClass, which, read } = await buildMember();
    const added = { news: 'added', className: campClass.name };
    expect(await read()).toMatchObject([
      { ...added, stay: { role: 'substitute', from: FIRST, to: FIRST } },
    ]);

    const body = { from: FIRST, to: SECOND };
    await app.as(admin).call('PATCH /classTeam/:classId/:memberId', { ...which, body });
    const both = await read();
    expect(both).toHaveLength(2);
    expect(both).toContainEqual(
      expect.objectContaining({ news: 'changed', stay: { role: 'substitute', ...body } }),
    );

    await app.as(admin).call('DELETE /classTeam/:classId/:memberId', which);
    expect(await read()).toMatchObject([{ news: 'taken off', stay: null }]);
  });

  it('hears that the class is canceled, and only that', async () => {
    const { campClass, read } = await buildMember();
    await app.as(admin).call('POST /cancelClass/:id', {
      params: { id: campClass.id },
      body: { confirm_affected: 0, note: 'Storm' },
    });
    expect(await read()).toMatchObject([{ news: 'canceled', stay: { from: FIRST } }]);
  });

  it('hears nothing anymore once they are no instructor', async () => {
    const { person, read } = await buildMember();
    const { users } = app.services.database.collections;
    await users.updateOne({ _id: person._id }, { $set: { role: 'student' } });
    expect(await read()).toEqual([]);
  });
});
