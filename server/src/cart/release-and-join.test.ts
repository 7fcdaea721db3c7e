import type { Filter, UpdateFilter } from 'mongodb';
import { expect, it } from 'vitest';
import type { ClassDocument } from '../database/class-document.ts';
import { buildClass, buildUser, holdSeatOf } from '../testing/factories.ts';
import { startTestApp } from '../testing/test-app.ts';

// Rules: R51.
it('a class that was held twice can’t be joined again in the moment in which its seat is released', async () => {
  const refusals: string[] = [];
  let joinNow: (() => Promise<void>) | undefined;
  const app = await startTestApp(({ database }) => {
    const { classes } = database.collections;
    const watched = new Proxy(classes, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (name !== 'updateOne') return member.bind(target) as unknown;
        return async (filter: Filter<ClassDocument>, update: UpdateFilter<ClassDocument>) => {
          const result = await classes.updateOne(filter, update);
          if (update.$set?.seats) await joinNow?.();
          return result;
        };
      },
    });
    return {
      database: { ...database, collections: { ...database.collections, classes: watched } },
    };
  });
  try {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const { id: classId } = campClass;
    const remove = (cartId: string) =>
      app.as(student).call('DELETE /addClass/:cartId', { params: { cartId }, query: { classId } });
    await remove((await holdSeatOf(app, student, campClass)).cartId);
    const { cartId } = await holdSeatOf(app, student, campClass);
    app.passMinutes(1);
    joinNow = async () => {
      const body = { classId, email: student.email };
      refusals.push((await app.as(student).call('POST /addClass', { body })).body.code);
    };
    await remove(cartId);
    expect(refusals).toEqual(['held_too_often']);
  } finally {
    await app.close();
  }
});
