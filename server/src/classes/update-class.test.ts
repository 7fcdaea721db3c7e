import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { PICTURE } from '../testing/documents.ts';
import {
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  buildUser,
  recordPayment,
  useUser,
} from '../testing/factories.ts';
import { inDays } from '../testing/today.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

type Changes = Input<Contract['PATCH /updateClass/:id']>['body'];

const update = (id: string, body: Changes) =>
  app.as(admin).call('PATCH /updateClass/:id', { params: { id }, body });
const show = async (id: string) => (await app.call('GET /classes/:id', { params: { id } })).body;

// Rules: R68.
describe('changing what students plan with', () => {
  const form = ({
    name,
    sit,
    price,
    assign_room,
    course_tag,
  }: Awaited<ReturnType<typeof buildClass>>) => ({ name, sit, price, assign_room, course_tag });
  const later = { camp_start: inDays(60), camp_end: inDays(64) };

  it('saves days, picture and details, also of a course with an instructor', async () => {
    const { _id: instructorId, name } = await buildUser(app, 'instructor');
    const campClass = await buildClass(app, { instructorId });
    const changes = { ...later, image: PICTURE, details: 'New details' };
    expect((await update(campClass.id, { ...form(campClass), ...changes })).status).toBe(200);
    expect(await show(campClass.id)).toMatchObject({ ...changes, instructor: name });
  });

  it('needs the number of enrolled students, as it is now', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    await buildEnrolledSeat(app, campClass);
    const save = (changes: Partial<Changes>) =>
      update(campClass.id, { ...form(campClass), sit: 4, ...changes });
    const changes = [later, { dailyStart: '09:00', dailyEnd: '12:00' }, { place: 'Barn' }];
    for (const change of changes)
      for (const confirm_affected of [undefined, 0, 2])
        expect((await save({ ...change, confirm_affected })).body.code).toBe('students_affected');
    expect((await show(campClass.id)).camp_start).toBe(campClass.camp_start);
    for (const change of changes)
      expect((await save({ ...change, confirm_affected: 1 })).status).toBe(200);
    expect(await show(campClass.id)).toMatchObject({ ...later, place: 'Barn' });
  });

  it('is refused if a held seat is paid in the same moment', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    const seat = await buildPaidSeat(app, campClass);
    const answers = await Promise.all([
      update(campClass.id, { ...form(campClass), sit: 4, ...later, confirm_affected: 0 }),
      recordPayment(app, seat.student, seat.paymentId),
    ]);
    const isMoved = (await show(campClass.id)).camp_start === later.camp_start;
    expect(answers[1].status).toBe(200);
    expect(answers[0].status).toBe(isMoved ? 200 : 409);
    const again = { ...form(campClass), sit: 4, place: 'Barn', confirm_affected: 0 };
    expect((await update(campClass.id, again)).body.code).toBe('students_affected');
  });

  it('the room alone may change without that number, as in the spec’s form', async () => {
    const campClass = await buildClass(app, { sit: 5 });
    await buildEnrolledSeat(app, campClass);
    const room = { ...form(campClass), sit: 4, assign_room: 77 };
    expect((await update(campClass.id, { ...room, confirm_affected: 2 })).body.code).toBe(
      'students_affected',
    );
    expect((await update(campClass.id, room)).status).toBe(200);
    expect((await show(campClass.id)).assign_room).toBe(77);
  });

  it('checks the days', async () => {
    const campClass = await buildClass(app);
    const save = (changes: Partial<Changes>) =>
      update(campClass.id, { ...form(campClass), ...changes });
    const past = { camp_start: inDays(-3), camp_end: inDays(3) };
    expect((await save(past)).body.code).toBe('starts_in_past');
    expect((await save({ camp_start: inDays(5) })).status).toBe(400);
    expect((await save({ camp_start: inDays(5), camp_end: inDays(4) })).status).toBe(400);
    expect((await save({ ...past, confirm_past: true })).status).toBe(200);
  });
});
