import { describe, expect, it } from 'vitest';
import { readAuditLog } from '../testing/audit-log.ts';
import { buildClass, useUser } from '../testing/factories.ts';
import { buildFamily } from '../testing/families.ts';
import { findKinds, listMailsTo, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const wish = (child: { id: string }, campClass: { id: string }) => ({
  body: { childId: child.id, classId: campClass.id, note: 'Secret note.' },
});

// Rules: R225.
describe('a class outside a child’s ages', () => {
  it('emails the guardians who book when the school allows the child, without the note', async () => {
    const { child, parent, seer } = await buildFamily(app);
    const campClass = await buildClass(app, { name: 'Camp Band', ageFrom: 12, ageTo: 15 });
    await app.as(admin).call('POST /ageExceptions', wish(child, campClass));

    const { name: className, id } = campClass;
    expect(await readMailTo(app, parent, 'age allowed')).toEqual({
      props: { child: child.name, className, isAllowed: true, path: `/classes/${id}` },
    });
    expect(await findKinds(app, seer)).toEqual([]);
  });

  it('emails them when the school takes that back: the child can no longer join, and the audit log says why', async () => {
    const { child, parent } = await buildFamily(app);
    const campClass = await buildClass(app, { ageFrom: 90, ageTo: 95 });
    const wanted = wish(child, campClass);
    const join = () => {
      const { email } = parent;
      const body = { classId: campClass.id, email, childId: child.id };
      return app.as(parent).call('POST /addClass', { body });
    };
    await app.as(admin).call('POST /ageExceptions', wanted);
    expect((await app.as(admin).call('DELETE /ageExceptions', wanted)).status).toBe(200);

    expect((await join()).body.code).toBe('wrong_age');
    // The first email is not true anymore.
    const lines = await listMailsTo(app, parent);
    const read = await Promise.all(lines.map((line) => readProps(line, app.services)));
    expect(read.flatMap((mail) => mail?.props ?? [])).toMatchObject([{ isAllowed: false }]);
    expect(lines).toHaveLength(2);
    expect(await readAuditLog(app, { action: 'take back age' })).toMatchObject([
      { who: admin.email, target: campClass.name, after: { child: child.id } },
    ]);
    expect((await app.as(admin).call('DELETE /ageExceptions', wanted)).body.code).toBe('not_found');
  });
});
