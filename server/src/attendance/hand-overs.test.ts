import {
  type SentHandOver,
  sentHandOver,
  type TapProblem,
} from '@speakifyr/contract/attendance.ts';
import { describe, expect, it } from 'vitest';
import type { OutgoingMail } from '../outside/smtp.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { deliverMails } from '../messages/deliver.ts';
import { CAMP_DAY, useCampDay } from '../testing/camp-day.ts';
import { useUser } from '../testing/factories.ts';
import { CONTACT } from '../testing/families.ts';
import { slowIt } from '../testing/slow-tests.ts';

/**
 * Every kind of hand-over, with and without a connection. Online, what is not allowed is refused. Offline it has
 * happened: it is recorded with a mark, and the office and the family hear of it. A new kind fails until it has rows.
 */
const { app, build, makeOut, makeTap, send, readChild } = useCampDay();
const admin = useUser(app, 'admin');

type Day = Awaited<ReturnType<typeof build>>;
type Row = {
  what: string;
  by: 'instructor' | 'admin';
  /** What is true at that time, and how the child leaves. */
  leave: (day: Day) => Promise<SentHandOver> | SentHandOver;
  /** Why it is not allowed; null if it is. */
  problem: TapProblem | null;
};

const LISTED = { how: 'listed' as const, name: CONTACT.name, checked: 'known' as const };
const OVERRIDE = { how: 'override' as const, name: 'Karl Falk', note: 'The office said yes' };

const block = async ({ child }: Day, name: string) => {
  const body = { name, since: CAMP_DAY, note: 'The court said so' };
  const params = { id: child.id };
  await app.as(admin).call('POST /children/:id/mustNotCollect', { params, body });
};

const allowAlone = async ({ parent, child }: Day, from: string) => {
  const params = { id: child.id };
  await app.as(parent).call('PUT /myChildren/:id/mayLeaveAlone', { params, body: { from } });
};

/** @returns a hand-over with the code that a parent made */
const makeCode = async ({ parent, child }: Day, change = 0): Promise<SentHandOver> => {
  const params = { childId: child.id };
  const body = { name: 'Eva Stone' };
  const { code } = (await app.as(parent).call('POST /pickupCode/:childId', { params, body })).body;
  const entered = String((Number(code) + change) % 1_000_000).padStart(6, '0');
  return { how: 'code', name: 'Eva Stone', code: entered };
};

const after = async <T>(first: Promise<unknown>, then: T): Promise<T> => {
  await first;
  return then;
};

const KINDS: Record<SentHandOver['how'], Row[]> = {
  listed: [
    { what: 'on the list', by: 'instructor', leave: () => LISTED, problem: null },
    {
      ...{ what: 'not on the list, with an ID', by: 'instructor', problem: 'not_listed' },
      leave: () => ({ ...LISTED, name: 'Karl Falk', checked: 'id' }),
    },
    {
      ...{ what: 'on the list, and blocked', by: 'instructor', problem: 'must_not_collect' },
      leave: (day) => after(block(day, CONTACT.name), LISTED),
    },
    {
      ...{ what: 'blocked, to an admin', by: 'admin', problem: 'must_not_collect' },
      leave: (day) => after(block(day, CONTACT.name), LISTED),
    },
  ],
  override: [
    { what: 'by an instructor', by: 'instructor', leave: () => OVERRIDE, problem: 'not_listed' },
    { what: 'by an admin', by: 'admin', leave: () => OVERRIDE, problem: null },
    {
      ...{ what: 'of somebody who is blocked', by: 'admin', problem: 'must_not_collect' },
      leave: (day) => after(block(day, OVERRIDE.name), OVERRIDE),
    },
  ],
  self: [
    {
      ...{ what: 'a child', by: 'admin', problem: 'not_listed' },
      leave: () => ({ how: 'self' }),
    },
  ],
  code: [
    { what: 'right', by: 'instructor', leave: (day) => makeCode(day), problem: null },
    { what: 'wrong', by: 'instructor', leave: (day) => makeCode(day, 1), problem: 'code_wrong' },
    {
      ...{ what: 'of somebody who is blocked since', by: 'admin', problem: 'must_not_collect' },
      leave: async (day) => {
        const code = await makeCode(day);
        return after(block(day, 'Eva Stone'), code);
      },
    },
  ],
  alone: [
    {
      ...{ what: 'with the family’s word', by: 'instructor', problem: null },
      leave: (day) => after(allowAlone(day, '09:00'), { how: 'alone' }),
    },
    {
      ...{ what: 'too early', by: 'instructor', problem: 'not_alone' },
      leave: (day) => after(allowAlone(day, '12:00'), { how: 'alone' }),
    },
    {
      ...{ what: 'with an instructor’s note', by: 'instructor', problem: 'not_alone' },
      leave: () => ({ how: 'alone', note: 'The office said yes' }),
    },
    {
      ...{ what: 'with an admin’s note', by: 'admin', problem: null },
      leave: () => ({ how: 'alone', note: 'The mother called' }),
    },
  ],
};

/** @returns who gets an email of each of the two kinds now: their addresses, sorted */
async function listTold({ parent, partner, seer, booker }: Day) {
  const sent: OutgoingMail[] = [];
  const mailer = {
    send: (mail: OutgoingMail) => Promise.resolve({ result: 'sent' as const, at: sent.push(mail) }),
    check: () => Promise.resolve(undefined),
  };
  await addDueMails(app.services);
  await deliverMails({ ...app.services, mailer });
  const mailsOf = (start: string) => sent.filter(({ id }) => id.startsWith(start));
  const isTold = (start: string, { email }: { email: string }) =>
    mailsOf(start).filter(({ to }) => to.address === email).length;
  return {
    office: isTold('check-', admin),
    family: [parent, partner, seer, booker].map((person) => isTold('not-allowed-', person)),
    texts: [...mailsOf('check-'), ...mailsOf('not-allowed-')].map(({ text }) => text),
  };
}

const readToSee = async ({ campClass }: Day) =>
  (await app.as(admin).call('GET /dayList')).body.notAllowed.find(
    ({ classId }) => classId === campClass.id,
  );

const readSheet = async ({ campClass, child }: Day) => {
  const params = { classId: campClass.id };
  const { body } = await app.as(admin).call('GET /attendanceSheet/:classId', { params });
  return body.people
    .find(({ personId }) => personId === child.id)
    ?.days.find(({ day }) => day === CAMP_DAY);
};

const rows = sentHandOver.options.flatMap((option) => {
  const how = option.shape.how.value;
  return (KINDS[how] ?? []).map((row) => ({ how, ...row }));
});

// Rules: R493.
it('each kind has rows', () => {
  const kinds = sentHandOver.options.map((option) => option.shape.how.value);
  expect(Object.keys(KINDS).sort()).toEqual(kinds.sort());
  for (const kind of kinds) expect(KINDS[kind]).not.toEqual([]);
});

describe.each(rows)('$how, $what, by an $by', ({ by, leave, problem }) => {
  it('with a connection', async () => {
    const day = await build();
    const out = makeOut(day.child.id, await leave(day));
    const sender = by === 'admin' ? admin : day.instructor;
    expect(await send(sender, day, [out])).toEqual([problem]);
    const { taps } = await readChild(day.instructor, day);
    expect(taps).toHaveLength(problem ? 0 : 1);
    expect(taps[0]?.notAllowed).toBeUndefined();
    expect(await listTold(day)).toEqual({ office: 0, family: [0, 0, 0, 0], texts: [] });
  });

  slowIt('on a phone without a connection, or that says so', async () => {
    const day = await build();
    const out = makeOut(day.child.id, await leave(day), { offline: true });
    const sender = by === 'admin' ? admin : day.instructor;
    // Also if the phone sends it again, or has tried with a connection.
    for (const tap of [out, out]) expect(await send(sender, day, [tap])).toEqual([null]);
    const toSee = problem
      ? { classId: day.campClass.id, name: day.campClass.name, day: CAMP_DAY, people: 1 }
      : undefined;
    expect(await readToSee(day)).toEqual(toSee);
    const { taps, attendance } = await readChild(day.instructor, day);
    expect(attendance.state).toBe('gone');
    expect(taps.map(({ notAllowed }) => notAllowed)).toEqual([problem ?? undefined]);
    expect(await readSheet(day)).toMatchObject({ state: 'gone', notAllowed: problem });
    const { office, family, texts } = await listTold(day);
    expect({ office, family }).toEqual(
      problem ? { office: 1, family: [1, 1, 1, 0] } : { office: 0, family: [0, 0, 0, 0] },
    );
    // No email names somebody who must not collect a child. R397
    if (problem === 'must_not_collect')
      expect(texts.join(' ')).not.toMatch(/Karl Falk|Eva Stone|Grandpa|court/);
    expect((await listTold(day)).texts).toEqual([]);
    // The office looks until an admin has opened the list.
    expect(await readToSee(day)).toEqual(toSee);
    await readChild(admin, day);
    expect(await readToSee(day)).toBeUndefined();
  });
});

it('a refused hand-over that the phone sends again as one without a connection is marked', async () => {
  const day = await build();
  const out = makeOut(day.child.id, OVERRIDE);
  expect(await send(day.instructor, day, [out])).toEqual(['not_listed']);
  expect(await send(day.instructor, day, [{ ...out, offline: true }])).toEqual([null]);
  expect((await readChild(admin, day)).taps).toMatchObject([{ notAllowed: 'not_listed' }]);
  expect(await listTold(day)).toMatchObject({ office: 1, family: [1, 1, 1, 0] });
});

it('a guardian who must not collect the child is not told that it is about them', async () => {
  const day = await build();
  await block(day, day.partner.name);
  const { name } = day.partner;
  const out = makeOut(day.child.id, { ...LISTED, name }, { offline: true });
  expect(await send(day.instructor, day, [out])).toEqual([null]);
  expect(await listTold(day)).toMatchObject({ office: 1, family: [1, 0, 1, 0] });
});

it('what was undone before the email goes out is not told', async () => {
  const day = await build();
  const out = makeOut(day.child.id, OVERRIDE, { offline: true });
  await send(day.instructor, day, [
    out,
    makeTap(day.child.id, 'undo', { undoes: out._id, offline: true }),
  ]);
  expect(await listTold(day)).toMatchObject({ office: 0, family: [0, 0, 0, 0] });
});
