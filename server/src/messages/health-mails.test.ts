import { describe, expect, it } from 'vitest';
import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { addDays, findHour, formatIsoDay } from '../school-time.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildClass, buildUser } from '../testing/factories.ts';
import { findKinds, findMail, listMailsTo, readMailTo } from '../testing/mails.ts';
import { answerHealth, HEALTH_TEXT } from '../testing/families.ts';
import { makeEnrolledSeat } from '../testing/seats.ts';
import { startSecondServer, useTestApp } from '../testing/test-app.ts';
import { addDueMails } from './add-due-mails.ts';

const ZONE = 'America/New_York';

const app = useTestApp(undefined, {}, { timeZone: ZONE });

const collections = () => app.services.database.collections;
const today = () => formatIsoDay(app.services.now(), ZONE);

/** Moves the clock to nine o'clock of a day by the school's clock. */
function moveTo(day: string, minutes = 0): void {
  const moment = findHour(day, 9, ZONE).getTime() + minutes * 60_000;
  app.passMinutes((moment - app.services.now().getTime()) / 60_000);
}

/** Enrolls a child now, in a class that starts on this day. */
async function enroll(parent: UserDocument, child: ChildDocument, camp_start: string) {
  const seats = [makeEnrolledSeat(parent, app.services.now(), child)];
  return buildClass(app, { name: 'Kites', camp_start, camp_end: addDays(camp_start, 4), seats });
}

const listDays = async (person: { email: string }) =>
  (await listMailsTo(app, person)).flatMap(({ _id, cause }) =>
    cause.kind === 'health question'
      ? [_id.slice('health-'.length, 'health-yyyy-mm-dd'.length)]
      : [],
  );

// Rules: R105.
describe('the question about health', () => {
  it('comes on the day after the enrollment, then 14, 7 and 2 days before the class, at nine', async () => {
    const parent = await buildUser(app);
    const start = addDays(today(), 30);
    await enroll(parent, await buildChild(app, parent), start);
    const due = [addDays(today(), 1), ...[14, 7, 2].map((days) => addDays(start, -days))];
    for (const [index, day] of due.entries()) {
      moveTo(day, -1);
      expect(await listDays(parent)).toEqual(due.slice(0, index));
      moveTo(day);
      expect(await listDays(parent)).toEqual(due.slice(0, index + 1));
    }
    moveTo(start);
    expect(await listDays(parent)).toEqual(due);
  });

  it('is one essential email about all children, also from two servers', async () => {
    const parent = await buildUser(app);
    const [mia, tom] = [
      await buildChild(app, parent, { name: 'Mia' }),
      await buildChild(app, parent, { name: 'Tom' }),
    ];
    const start = addDays(today(), 40);
    await enroll(parent, mia, start);
    await enroll(parent, tom, start);
    const day = addDays(today(), 1);
    moveTo(day);
    const other = await startSecondServer(app);
    other.passMinutes((app.services.now().getTime() - other.services.now().getTime()) / 60_000);
    await Promise.all([addDueMails(app.services), addDueMails(other.services)]);
    await other.close();
    expect(await findMail(app, parent, 'health question')).toMatchObject({
      _id: `health-${day}-${parent._id.toHexString()}`,
      isEssential: true,
      notAfter: findHour(addDays(day, 1), 9, ZONE),
    });
    expect(await readMailTo(app, parent, 'health question')).toEqual({
      props: {
        children: [mia, tom].map(({ name, id }) => ({
          ...{ name, className: 'Kites', camp_start: start },
          path: `/dashboard/children/${id}#health`,
        })),
      },
    });
  });

  it('goes only to guardians with every right and a confirmed address', async () => {
    const parent = await buildUser(app);
    const guardians = [makeGuardian(parent._id)];
    const others: UserDocument[] = [];
    for (const may of [['see'], ['book'], ['see', 'book']] as GuardianRight[][]) {
      const other = await buildUser(app);
      others.push(other);
      guardians.push(makeGuardian(other._id, { may, invitedBy: parent._id }));
    }
    const child = await buildChild(app, parent, { guardians });
    await collections().users.updateOne({ _id: parent._id }, { $set: { isVerified: false } });
    await enroll(parent, child, addDays(today(), 40));
    moveTo(addDays(today(), 1));
    const kinds = await Promise.all([parent, ...others].map((user) => findKinds(app, user)));
    expect(kinds).toEqual([[], [], [], ['health question']]);
  });

  it('is not asked of people who have answered, and no email says what they answered', async () => {
    const parent = await buildUser(app);
    const [mia, tom] = [await buildChild(app, parent), await buildChild(app, parent)];
    const start = addDays(today(), 40);
    await answerHealth(app, mia, parent);
    await enroll(parent, mia, start);
    await enroll(parent, tom, start);
    moveTo(addDays(today(), 1));
    const read = await readMailTo(app, parent, 'health question');
    expect(read).toMatchObject({ props: { children: [{ name: tom.name }] } });
    await answerHealth(app, tom, parent);
    expect(await readMailTo(app, parent, 'health question')).toBeUndefined();
    const lines = await collections().outbox.find().toArray();
    expect(JSON.stringify(lines)).not.toContain(HEALTH_TEXT);
  });

  it('is no longer asked if the seat is gone, the class is canceled, or the guardian is', async () => {
    const build = async () => {
      const parent = await buildUser(app);
      const child = await buildChild(app, parent);
      return { parent, child, campClass: await enroll(parent, child, addDays(today(), 40)) };
    };
    const [left, canceled, removed] = [await build(), await build(), await build()];
    moveTo(addDays(today(), 1));
    const { classes, children } = collections();
    for (const { parent } of [left, canceled, removed])
      expect(await readMailTo(app, parent, 'health question')).toBeDefined();
    await classes.updateOne({ _id: left.campClass._id }, { $set: { seats: [] } });
    await classes.updateOne({ _id: canceled.campClass._id }, { $set: { status: 'archived' } });
    await children.updateOne({ _id: removed.child._id }, { $set: { guardians: [] } });
    for (const { parent } of [left, canceled, removed])
      expect(await readMailTo(app, parent, 'health question')).toBeUndefined();
  });
});
