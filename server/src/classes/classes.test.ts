import { describe, expect, it } from 'vitest';
import { buildClass, buildUser, holdSeatOf } from '../testing/factories.ts';
import { inDays } from '../testing/today.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

// Rules: R29, R44.
describe('the catalog', () => {
  it('lists open classes by start day and shows nothing about their students', async () => {
    const late = await buildClass(app, { camp_start: inDays(80) });
    const early = await buildClass(app, { camp_start: inDays(10) });
    await buildClass(app, { status: 'archived' });
    const student = await buildUser(app);
    await holdSeatOf(app, student, early);

    const { body } = await app.call('GET /classes');
    expect(body.map(({ _id }) => _id)).toEqual([early.id, late.id]);
    expect(body[0]).toMatchObject({ sit: 4, price: 49.5, course_tag: early.course_tag });
    expect(JSON.stringify(body)).not.toContain(student.email);
    expect(JSON.stringify(body)).not.toContain('seats');
  });

  it('says whether a class can still be joined', async () => {
    const days = { camp_start: inDays(-2), camp_end: inDays(2) };
    const { id } = await buildClass(app, days);
    const { body } = await app.call('GET /classes/:id', { params: { id } });
    expect(body.joining).toBe('started');
  });

  it('shows the six most expensive classes as popular', async () => {
    for (const price of [10, 200, 30, 150, 99.5, 60, 70]) await buildClass(app, { price });
    const { body } = await app.call('GET /popularclass');
    expect(body.map(({ price }) => price)).toEqual([200, 150, 99.5, 70, 60, 49.5]);
  });
});

it('counts the visits of each day', async () => {
  const body = {
    date: '21/11/2026',
    time: '3:05:00 PM',
    browser: 'x',
    platform: 'y',
    language: 'z',
  };
  const first = await app.call('POST /connect', { body });
  const second = await app.call('POST /connect', { body });
  expect(second.body).toEqual({ connected: true, visitsToday: first.body.visitsToday + 1 });
});
