import type { SentHandOver } from '@speakifyr/contract/attendance.ts';
import {
  MAX_WRONG_CODES_OF_CHILD,
  MAX_WRONG_CODES_OF_PERSON,
} from '@speakifyr/contract/pick-up.ts';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { forgetPickupCodes } from '../families/pickup-code.ts';
import { readAuditLog } from '../testing/audit-log.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { buildUser, useUser } from '../testing/factories.ts';
import { findTraces } from '../testing/find-traces.ts';
import { listMailsTo, readMailTo } from '../testing/mails.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { recordTaps } from './record-taps.ts';
import { mergeAccounts } from '../testing/merging.ts';

const { app, goTo, build, makeOut, send, readChild } = useCampDay();
const admin = useUser(app, 'admin');

type Day = Awaited<ReturnType<typeof build>>;
const EVA = 'Eva Stone';

async function makeCode({ child, parent }: Day, by: UserDocument = parent, name = EVA) {
  const params = { childId: child.id };
  return (await app.as(by).call('POST /pickupCode/:childId', { params, body: { name } })).body.code;
}

const withdraw = async (by: UserDocument, { child }: Day) =>
  app.as(by).call('DELETE /pickupCode/:childId', { params: { childId: child.id } });

const check = async (by: UserDocument, { child, campClass }: Day, code: string) =>
  app.as(by).call('POST /pickupCode/:childId/check', {
    params: { childId: child.id },
    body: { classId: campClass.id, code },
  });

const withCode = (code: string, name = EVA): SentHandOver => ({ how: 'code', name, code });

/** A code that is not this one. */
const otherThan = (code: string, by = 1) =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0');

const readCode = async (by: UserDocument, { child }: Day) =>
  (await app.as(by).call('GET /myChildren/:id', { params: { id: child.id } })).body.pickupCode;

// Rules: R393, R394, R541.
describe('a pick-up code', () => {
  it('lets an adult who is not on the list collect the child once: the team sees the name first', async () => {
    const day = await build();
    const code = await makeCode(day);
    expect(code).toMatch(/^\d{6}$/);
    expect(await readCode(day.parent, day)).toMatchObject({ name: EVA, isLocked: false });
    const shown = await check(
      day.instructor,
      day,
      `\u2068${code.slice(0, 3)}\u00a0–${code.slice(3)}\u2069`,
    );
    expect(shown.body).toEqual({ name: EVA, problem: null });
    const out = makeOut(day.child.id, withCode(code));
    expect(await send(day.instructor, day, [out])).toEqual([null]);
    const { attendance } = await readChild(day.instructor, day);
    expect(attendance).toMatchObject({ state: 'gone', out: { collectedBy: { how: 'code' } } });
    expect(attendance.out?.collectedBy).toEqual({ how: 'code', name: EVA });
    // Nobody else leaves with it, and the parent no longer has one.
    expect(await send(admin, day, [makeOut(day.child.id, withCode(code))])).toEqual(['code_used']);
    expect((await check(admin, day, code)).body).toEqual({ name: null, problem: 'code_used' });
    expect(await readCode(day.parent, day)).toBeNull();
  });

  it('is in no document, email and audit entry: only a keyed hash of it', async () => {
    const day = await build();
    const code = await makeCode(day);
    await check(day.instructor, day, code);
    await send(day.instructor, day, [makeOut(day.child.id, withCode(code))]);
    await listMailsTo(app, day.parent);
    expect(await findTraces(app, code)).toEqual([]);
    const entries = await readAuditLog(app, { action: 'make pickup code' });
    const entry = entries.find(({ target }) => target === day.parent.email);
    expect(entry).toMatchObject({ after: { child: day.child.id } });
    expect(JSON.stringify(entry)).not.toContain(EVA);
  });

  it('is used by one of two phones; the same tap may come again, also if the server stopped in between', async () => {
    const day = await build();
    const code = await makeCode(day);
    const taps = [1, 2, 3].map(() => makeOut(day.child.id, withCode(code)));
    const answers = await Promise.all(
      [...taps, taps[0]!].map((one, place) => send(place % 2 ? admin : day.instructor, day, [one])),
    );
    const left = taps.filter((_one, place) => answers[place]?.[0] === null);
    expect(left).toHaveLength(1);
    expect(answers.flat().filter((problem) => problem === 'code_used').length).toBeGreaterThan(1);
    expect(await send(admin, day, left)).toEqual([null]);
    const { attendance } = app.services.database.collections;
    expect(
      await attendance.countDocuments({ 'collectedBy.how': 'code', personId: day.child._id }),
    ).toBe(1);

    // The code is used up, and the server stops before the tap is written.
    const next = await makeCode(day);
    const cut = makeOut(day.child.id, withCode(next));
    const sent = { classId: day.campClass.id, day: CAMP_DAY, taps: [cut] };
    let isStopped = false;
    for (let writes = 1; !isStopped; writes += 1) {
      const stopping = killAfter(app.services, writes);
      await recordTaps(sent, day.instructor, stopping).catch(() => undefined);
      const stored = await app.services.database.collections.childContacts.findOne({
        _id: day.child._id,
      });
      isStopped = stored?.pickupCode?.usedBy === cut._id;
    }
    expect(await send(admin, day, [cut])).toEqual([null]);
    expect(await attendance.countDocuments({ _id: cut._id })).toBe(1);
  });

  it('is refused with a reason: expired, replaced, withdrawn, for another child or another name', async () => {
    const day = await build();
    const other = await build();
    const code = await makeCode(day);
    const answer = async (wanted: string, name = EVA, where = day) =>
      (await send(where.instructor, where, [makeOut(where.child.id, withCode(wanted, name))]))[0];
    expect(await answer(code, 'Somebody Else')).toBe('code_wrong');
    expect(await answer(code, EVA, other)).toBe('code_wrong');
    const second = await makeCode(day);
    if (second !== code) expect(await answer(code)).toBe('code_wrong');
    expect((await withdraw(day.partner, day)).status).toBe(200);
    expect(await answer(second)).toBe('code_wrong');
    const third = await makeCode(day);
    goTo('19:00');
    expect(await answer(third)).toBe('code_expired');
    expect((await check(day.instructor, day, third)).body.problem).toBe('code_expired');
    expect(await readCode(day.parent, day)).toBeNull();
    expect((await readChild(admin, day)).attendance.state).toBe('expected');
    // A job forgets it and its adult the day after.
    goTo('19:00', '2032-07-06');
    await forgetPickupCodes(app.services);
    expect((await check(admin, day, third)).body.problem).toBe('code_wrong');
    const { childContacts } = app.services.database.collections;
    expect(await childContacts.findOne({ _id: day.child._id })).not.toHaveProperty('pickupCode');
  });

  it('does not count without a connection: a tap that waited is marked, unless the code works when it arrives', async () => {
    const day = await build();
    const code = await makeCode(day);
    const offline = { offline: true as const };
    const wrong = makeOut(day.child.id, withCode(otherThan(code)), offline);
    const late = makeOut(day.child.id, withCode(code), offline);
    expect(await send(day.instructor, day, [wrong])).toEqual([null]);
    await withdraw(day.parent, day);
    expect(await send(day.instructor, day, [late])).toEqual([null]);
    expect((await readChild(admin, day)).taps).toMatchObject([
      { notAllowed: 'code_wrong' },
      { notAllowed: 'code_wrong' },
    ]);
  });

  it('ends with its maker’s rights', async () => {
    const day = await build();
    const code = await makeCode(day, day.partner);
    await app.as(day.parent).call('DELETE /myChildren/:id/guardians/:guardianId', {
      params: { id: day.child.id, guardianId: day.partner._id.toHexString() },
    });
    expect(await readCode(day.parent, day)).toBeNull();
    expect((await check(admin, day, code)).body).toEqual({ name: null, problem: 'code_wrong' });
    expect(await send(admin, day, [makeOut(day.child.id, withCode(code))])).toEqual(['code_wrong']);
  });

  it('goes with the child, and with the data of its maker to the account that stays', async () => {
    const day = await build();
    await makeCode(day);
    const into = await buildUser(app);
    const merged = await mergeAccounts(app, admin, { from: day.parent, into });
    expect(merged.status).toBe(200);
    expect(await readCode(into, day)).toMatchObject({ name: EVA });
    const { childContacts, classes } = app.services.database.collections;
    await classes.updateOne({ _id: day.campClass._id }, { $set: { seats: [] } });
    const params = { id: day.child.id };
    expect((await app.as(into).call('DELETE /myChildren/:id', { params })).status).toBe(200);
    expect(await childContacts.findOne({ _id: day.child._id })).toBeNull();
  });
});

describe('guessing a pick-up code', () => {
  it('ends the code after a few tries, also those made at the same moment', async () => {
    const day = await build();
    const code = await makeCode(day);
    const guesses = Array.from({ length: MAX_WRONG_CODES_OF_CHILD + 3 }, (_none, place) =>
      check(place % 2 ? admin : day.instructor, day, otherThan(code, place + 1)),
    );
    const problems = (await Promise.all(guesses)).map(({ body }) => body.problem);
    expect(problems.filter((one) => one === 'code_wrong')).toHaveLength(MAX_WRONG_CODES_OF_CHILD);
    expect(problems.filter((one) => one === 'code_locked')).toHaveLength(3);
    expect((await check(admin, day, code)).body).toEqual({ name: null, problem: 'code_locked' });
    expect(await send(admin, day, [makeOut(day.child.id, withCode(code))])).toEqual([
      'code_locked',
    ]);
    expect(await readCode(day.parent, day)).toMatchObject({ isLocked: true });
    // The family makes a new one.
    const next = await makeCode(day);
    expect(await send(admin, day, [makeOut(day.child.id, withCode(next))])).toEqual([null]);
  });

  it('is limited for each person over all children, for an hour; right codes do not count', async () => {
    const day = await build();
    const curious = await buildUser(app, 'admin');
    const first = await makeCode(day);
    for (let tries = 0; tries <= MAX_WRONG_CODES_OF_PERSON; tries += 1)
      expect((await check(curious, day, first)).body.name).toBe(EVA);
    const guesses: (string | null)[] = [];
    for (let family = 0; family < 3; family += 1) {
      const other = await build();
      const code = await makeCode(other);
      const taps = [1, 2, 3, 4].map((by) => makeOut(other.child.id, withCode(otherThan(code, by))));
      guesses.push(...(await send(curious, other, taps)));
    }
    expect(guesses.filter((one) => one === 'code_wrong')).toHaveLength(MAX_WRONG_CODES_OF_PERSON);
    expect(guesses.filter((one) => one === 'too_many_codes')).toHaveLength(2);
    expect((await check(curious, day, first)).body.problem).toBe('too_many_codes');
    expect((await check(admin, day, first)).body.name).toBe(EVA);
    goTo('10:01');
    expect((await check(curious, day, first)).body.name).toBe(EVA);
  });

  it('is for the team of the child’s class only', async () => {
    const day = await build();
    const other = await build();
    const code = await makeCode(day);
    for (const person of [other.instructor, day.parent, day.seer, day.booker])
      expect((await check(person, day, code)).body).toMatchObject({ code: 'not_allowed' });
    // Not by naming a class that they do teach.
    const strange = await check(other.instructor, { ...day, campClass: other.campClass }, code);
    expect(strange.body).toMatchObject({ code: 'not_found' });
    goTo('09:00', '2032-08-05');
    expect((await check(day.instructor, day, code)).body).toMatchObject({
      code: 'care_sheet_closed',
    });
  });
});

describe('the guardians who may see the child', () => {
  it('hear of a code, of its end, and that the child left with it', async () => {
    const day = await build();
    const code = await makeCode(day);
    for (const person of [day.parent, day.partner, day.seer])
      expect(await readMailTo(app, person, 'pick-up code')).toMatchObject({
        props: { news: 'made', child: day.child.name, adult: EVA },
      });
    expect(await listMailsTo(app, day.booker)).toEqual([]);
    await send(day.instructor, day, [makeOut(day.child.id, withCode(code))]);
    const kinds = async (person: UserDocument) =>
      (await listMailsTo(app, person)).map(({ cause }) => 'news' in cause && cause.news);
    expect((await kinds(day.partner)).sort()).toEqual(['left', 'made']);

    const other = await build();
    await makeCode(other, other.partner);
    await withdraw(other.parent, other);
    await withdraw(other.parent, other);
    expect((await kinds(other.partner)).sort()).toEqual(['made', 'withdrawn']);
  });
});
