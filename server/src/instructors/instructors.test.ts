import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';
import { buildClass, buildUser, useUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { repairAssignments } from './instructors.service.ts';

const app = useTestApp();
const admin = useUser(app, 'admin');

const idOf = ({ _id }: UserDocument) => ({ params: { id: _id.toHexString() } });
const unassign = (user: UserDocument) =>
  app.as(admin).call('PATCH /unassignCourse/:id', idOf(user));
const remove = (user: UserDocument) =>
  app.as(admin).call('DELETE /removeInstructor/:id', idOf(user));
const roleOf = async ({ _id }: UserDocument) =>
  (await app.services.database.collections.users.findOne({ _id }))?.role;

// Rules: R24, R32.
describe('instructors', () => {
  it('are listed with their course, or as not-assigned', async () => {
    const [busy, free] = [await buildUser(app, 'instructor'), await buildUser(app, 'instructor')];
    const campClass = await buildClass(app, { name: 'Kites', instructorId: busy._id });
    const { body } = await app.call('GET /instructors');
    expect(body.find(({ email }) => email === busy.email)).toMatchObject({
      course: 'Kites',
      courseID: campClass.id,
      tag: campClass.course_tag,
    });
    expect(body.find(({ email }) => email === free.email)).toMatchObject({
      course: 'not-assigned',
      courseID: 'not-assigned',
      tag: 'not-assigned',
    });
    const unassigned = await app.as(admin).call('GET /newInstructor');
    const emails = unassigned.body.map(({ email }) => email);
    expect(emails).toContain(free.email);
    expect(emails).not.toContain(busy.email);
  });

  it('can be unassigned from their course once', async () => {
    const instructor = await buildUser(app, 'instructor');
    const campClass = await buildClass(app, { instructorId: instructor._id });
    expect((await unassign(instructor)).body).toEqual({ status: true });
    expect((await unassign(instructor)).body.code).toBe('instructor_not_assigned');
    const shown = await app.call('GET /classes/:id', { params: { id: campClass.id } });
    expect(shown.body).toMatchObject({
      instructor: 'not-assigned',
      instructor_email: 'not-assigned',
    });
  });

  it('become students again when removed, which is only possible without a course', async () => {
    const instructor = await buildUser(app, 'instructor');
    await buildClass(app, { instructorId: instructor._id });
    expect((await remove(instructor)).body).toMatchObject({
      code: 'instructor_assigned',
      message: 'Cannot Remove! Firstly Unassign Instructor In Update Instructor',
    });
    await unassign(instructor);
    expect((await remove(instructor)).body).toEqual({ status: true });
    expect(await roleOf(instructor)).toBe('student');
    expect((await remove(instructor)).status).toBe(404);
  });

  it('can only be unassigned or removed by their own id', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    expect((await unassign(student)).status).toBe(404);
    expect((await remove(student)).status).toBe(404);
    for (const id of [campClass.id, new ObjectId().toHexString()])
      expect(
        (await app.as(admin).call('DELETE /removeInstructor/:id', { params: { id } })).status,
      ).toBe(404);
  });
});

describe('an instructor who is removed while getting a class', () => {
  it('never ends up with a class but without the role', async () => {
    for (let round = 0; round < 10; round += 1) {
      const instructor = await buildUser(app, 'instructor');
      const campClass = await buildClass(app, { sit: 3 });
      await Promise.all([
        remove(instructor),
        app.as(admin).call('PATCH /updateClass/:id', {
          params: { id: campClass.id },
          body: {
            name: campClass.name,
            sit: 3,
            price: campClass.price,
            assign_room: 1,
            course_tag: campClass.course_tag,
            inst_email: instructor.email,
          },
        }),
      ]);
      const taught = await app.services.database.collections.classes.findOne({
        instructorId: instructor._id,
      });
      if (taught) expect(await roleOf(instructor)).toBe('instructor');
    }
  });

  it('is repaired at the next start if the server was killed in between', async () => {
    const instructor = await buildUser(app, 'instructor');
    const campClass = await buildClass(app, { instructorId: instructor._id });
    // As if the server had been killed after changing the role and before looking at the class.
    const cutOff: Services = {
      ...app.services,
      database: {
        ...app.services.database,
        collections: {
          ...app.services.database.collections,
          classes: {
            find: () => ({ toArray: () => Promise.resolve([]) }),
            updateMany: () => Promise.resolve({ matchedCount: 0 }),
          } as never,
        },
      },
    };
    const { removeInstructor } = await import('./instructors.service.ts');
    await removeInstructor(instructor._id.toHexString(), admin, cutOff);
    expect(await roleOf(instructor)).toBe('student');

    await repairAssignments(app.services);
    const shown = await app.call('GET /classes/:id', { params: { id: campClass.id } });
    expect(shown.body.instructor).toBe('not-assigned');
  });
});
