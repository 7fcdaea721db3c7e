import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import type { TestApp } from './test-app.ts';

type Of = { child: ChildDocument & { id: string } };
type Two = Of & { parent: UserDocument; partner: UserDocument };
type Seen = { accept: boolean; askedBy: UserDocument; percent?: number };

export const idOf = ({ _id }: { _id: ObjectId }) => _id.toHexString();

/** The calls with which two guardians share what a child's classes cost. */
export function useCostShare(app: TestApp) {
  const ask = ({ child }: Of, from: UserDocument, other: UserDocument, percent = 40) =>
    app.as(from).call('POST /myChildren/:id/costShare', {
      params: { id: child.id },
      body: { guardianId: idOf(other), percent },
    });
  const answer = ({ child }: Of, from: UserDocument, { accept, askedBy, percent = 40 }: Seen) =>
    app.as(from).call('PUT /myChildren/:id/costShare', {
      params: { id: child.id },
      body: { accept, askedBy: idOf(askedBy), percent },
    });
  return {
    ask,
    answer,
    end: ({ child }: Of, from: UserDocument) =>
      app.as(from).call('DELETE /myChildren/:id/costShare', { params: { id: child.id } }),
    removeGuardian: ({ child }: Of, from: UserDocument, guardian: UserDocument) =>
      app.as(from).call('DELETE /myChildren/:id/guardians/:guardianId', {
        params: { id: child.id, guardianId: idOf(guardian) },
      }),
    readShare: async ({ child }: Of) =>
      (await app.services.database.collections.children.findOne({ _id: child._id }))?.costShare,
    seenBy: async ({ child }: Of, person: UserDocument) =>
      (await app.as(person).call('GET /myChildren/:id', { params: { id: child.id } })).body
        .costShare,
    /** The parent asks the partner to pay 40%, and they accept. */
    async share<T extends Two>(family: T): Promise<T> {
      const { parent, partner } = family;
      const asked = await ask(family, parent, partner);
      const accepted = await answer(family, partner, { accept: true, askedBy: parent });
      if (asked.status !== 200 || accepted.status !== 200) throw new Error('They don’t share.');
      return family;
    },
  };
}
