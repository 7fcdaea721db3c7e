import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { WaitingEntry, WaitingPerson } from '../database/waiting-documents.ts';
import { readPeople } from '../users/participant-names.ts';
import { buildClass, buildUser, holdSeatOf } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** @returns an entry of a waiting list for the account itself, as in the database, unless `fields` say otherwise */
export function makeEntry(
  { _id }: Pick<UserDocument, '_id'>,
  fields: Partial<WaitingEntry> = {},
): WaitingEntry {
  return {
    waitId: new ObjectId(),
    userId: _id,
    people: [{}],
    together: true,
    priority: 0,
    joinedAt: new Date(),
    lapses: 0,
    ...fields,
  };
}

/** @returns children in an entry's form */
export function makePeople(...children: { _id: ObjectId }[]): WaitingPerson[] {
  return children.map(({ _id: childId }) => ({ childId }));
}

/**
 * Adds a class whose seats are all held, each by another student.
 * @returns `free`: one of them gives their seat back
 */
export async function buildFullClass(
  app: TestApp,
  fields: Partial<ClassDocument> = {},
  seats = 1,
): Promise<ClassDocument & { id: string; free: () => Promise<void> }> {
  const campClass = await buildClass(app, { ...fields, sit: seats });
  const held: { email: string; cartId: string }[] = [];
  for (let count = 0; count < seats; count += 1) {
    const { email } = await buildUser(app);
    const { cartId } = await holdSeatOf(app, { email }, campClass);
    held.push({ email, cartId });
  }
  return {
    ...campClass,
    free: async () => {
      const seat = held.pop();
      if (!seat) throw new Error('No seat is held anymore');
      const answer = await app.as(seat).call('DELETE /addClass/:cartId', {
        params: { cartId: seat.cartId },
        query: { classId: campClass.id },
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
  };
}

/** Joins a waiting list, over HTTP. @returns the entry's id */
export async function joinList(
  app: TestApp,
  student: { email: string },
  campClass: { id: string },
  body: { childIds?: string[]; together?: boolean; days?: string[] } = {},
): Promise<string> {
  const params = { classId: campClass.id };
  const answer = await app.as(student).call('POST /waiting/:classId', { params, body });
  if (answer.status !== 200) throw new Error(`Not waiting: ${JSON.stringify(answer.body)}`);
  return answer.body.waitId;
}

/** A class as stored in the database. */
export async function readClass(app: TestApp, { _id }: { _id: ObjectId }): Promise<ClassDocument> {
  const found = await app.services.database.collections.classes.findOne({ _id });
  if (!found) throw new Error('No such class');
  return found;
}

/** The emails of those who are offered a seat, in the order of the seats. */
export async function readOffers(app: TestApp, campClass: { _id: ObjectId }): Promise<string[]> {
  const { seats } = await readClass(app, campClass);
  const personOf = await readPeople(seats, app.services);
  const offered = seats.filter((seat) => seat.state === 'held' && seat.offer);
  return offered.map((seat) => personOf(seat).email);
}
