import { addDays } from '@speakifyr/contract/days.ts';
import { nameDay, nameDays } from '@speakifyr/contract/format.ts';
import { expect, it } from 'vitest';
import type { EnrolledSeat } from '../database/class-document.ts';
import { findHour, readToday } from '../school-time.ts';
import { buildChild, buildClass, buildUser, useUser } from '../testing/factories.ts';
import { answerHealth } from '../testing/families.ts';
import { findKinds, listMailsTo } from '../testing/mails.ts';
import { makeEnrolledSeat } from '../testing/seats.ts';
import { makeByDay } from '../testing/documents.ts';
import { useTestApp } from '../testing/test-app.ts';
import { SAMPLE_CONTEXT } from '../testing/write-sample.ts';
import { readProps, writeMail } from './write-mail.ts';

/** What emails say about seats for some days of a class. */

const ZONE = 'America/New_York';
const app = useTestApp(undefined, {}, { timeZone: ZONE });
const admin = useUser(app, 'admin');

/** A week far ahead of the server's today, and a family with two children in a class of that week. */
async function buildWeek(chosen: (number[] | undefined)[], { isKnown = true } = {}) {
  const first = addDays(readToday(app.services), 40);
  const days = [0, 1, 2, 3, 4].map((count) => addDays(first, count));
  const parent = await buildUser(app);
  const at = app.services.now();
  const seats: EnrolledSeat[] = [];
  for (const [place, wanted] of chosen.entries()) {
    const child = await buildChild(app, parent, { name: ['Mia', 'Tom'][place] ?? 'Ida' });
    if (isKnown) await answerHealth(app, child, parent);
    const own = wanted?.map((day) => days[day]!);
    const code = { entry_code: `KTS-10${place + 1}`, ...(own && { days: own }) };
    seats.push(makeEnrolledSeat(parent, at, child, code));
  }
  const campClass = await buildClass(app, { ...makeByDay(days), name: 'Kites', seats });
  return { parent, days, campClass };
}

function moveTo(day: string, hour: number): void {
  const moment = findHour(day, hour, ZONE);
  app.passMinutes((moment.getTime() - app.services.now().getTime()) / 60_000);
}

/** The texts of all emails of a kind to somebody that are due, and still true. */
async function readMails(person: { email: string; name: string }, kind: string) {
  const found = (await listMailsTo(app, person)).filter(({ cause }) => cause.kind === kind);
  const texts = await Promise.all(
    found.map(async (line) => {
      const read = await readProps(line, app.services);
      if (!read) return [];
      const to = { name: person.name, address: person.email };
      const turnOffLink = kind === 'reminder' ? 'https://camp.example/off' : undefined;
      const context = { ...SAMPLE_CONTEXT, timeZone: ZONE, to, turnOffLink };
      const mail = writeMail(line.cause.kind, read.props as never, context);
      const { text, attachments } = mail;
      const { subject } = mail.content;
      const calendar = attachments.map(({ content }) => String(content)).join('\n');
      return [{ subject, text, calendar }];
    }),
  );
  return texts.flat();
}

const compact = (day: string) => day.replaceAll('-', '');

// Rules: R96, R647.
it('a reminder comes before the seat’s own first day, once for each child with another one', async () => {
  const { parent, days } = await buildWeek([[1, 2], [3]]);
  const read = () => readMails(parent, 'reminder');
  moveTo(addDays(days[0]!, -1), 9);
  // A week before Tom's and Mia's first days, neither before the class's.
  moveTo(addDays(days[1]!, -1), 9);
  const [tomorrow] = (await read()).filter(({ subject }) => subject.startsWith('Tomorrow'));
  expect(tomorrow?.text).toContain(`The first day in Kites is tomorrow, ${nameDay(days[1]!)}`);
  expect(tomorrow?.text).toContain('Mia');
  expect(tomorrow?.text).not.toContain('Tom');
  expect(tomorrow?.text).toContain(nameDays(days[1]!, days[2]!));
  moveTo(addDays(days[3]!, -1), 9);
  const last = (await read()).filter(({ text }) => text.includes('tomorrow'));
  expect(last.map(({ text }) => /Mia|Tom/.exec(text)?.[0])).toContain('Tom');
});

// Rules: R95, R647.
it('who has chosen days hears of a change only if it concerns them, and each code names its days', async () => {
  const [some, mixed] = [await buildWeek([[0, 2]]), await buildWeek([[0, 2], undefined])];
  const { classes } = app.services.database.collections;
  const change = async ({ campClass, days: all }: typeof some, fields: object) => {
    const found = (await classes.findOne({ _id: campClass._id }))!;
    const { sit, price, assign_room, course_tag, name, byDay, revision } = found;
    // The last day is taken out.
    const [days, confirm_affected] = [all.slice(0, 4), found.seats.length];
    const body = {
      ...{ sit, price, assign_room, course_tag, name, byDay, revision, confirm_affected },
      ...{ days, camp_start: days[0]!, camp_end: days[3]!, ...fields },
    };
    const params = { id: campClass.id };
    const answer = await app
      .as(admin)
      .call('PATCH /updateClass/:id', { params, body: body as never });
    expect(answer.status).toBe(200);
  };
  for (const one of [some, mixed]) await change(one, {});
  expect(await findKinds(app, some.parent)).not.toContain('class changed');
  const [told] = await readMails(mixed.parent, 'class changed');
  // Mia's days are as before.
  expect(told?.text).toContain('Tom');
  expect(told?.text).not.toContain('Mia');

  for (const one of [some, mixed]) await change(one, { assign_room: 7, place: 'Harbor 77' });
  const [own] = await readMails(some.parent, 'class changed');
  expect(own?.text).toContain('77');
  const monday = compact(some.days[0]!);
  expect(own?.calendar).toContain(monday);
  const both = (await readMails(mixed.parent, 'class changed')).find(({ text }) =>
    text.includes('Mia'),
  );
  expect(both?.text).toMatch(/KTS-101 \(Mia, .*\)/);
  expect(both?.text).toContain('KTS-102 (Tom, all days)');
});

// Rules: R105, R647.
it('missing health is asked for before the child’s own first day, and not after its last', async () => {
  const { days, parent } = await buildWeek([[3]], { isKnown: false });
  const count = async () => (await readMails(parent, 'health question')).length;
  moveTo(addDays(days[0]!, -2), 10);
  const before = await count();
  moveTo(addDays(days[3]!, -2), 10);
  expect(await count()).toBe(before + 1);
});

// Rules: R95, R647.
it('a canceled class says the days that each seat had', async () => {
  const { parent, days, campClass } = await buildWeek([[0, 2]]);
  const answer = await app.as(admin).call('POST /cancelClass/:id', {
    params: { id: campClass.id },
    body: { confirm_affected: 1, note: 'Too few' },
  });
  expect(answer.status).toBe(200);
  const [mail] = await readMails(parent, 'class canceled');
  expect(mail?.text).toContain(nameDays(days[0]!, days[2]!));
  expect(mail?.calendar).not.toContain(compact(days[3]!));
});
