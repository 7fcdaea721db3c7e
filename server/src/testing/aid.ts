import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { addDays, readToday } from '../school-time.ts';
import type { TestApp } from './test-app.ts';

/** Appears in what a family writes, and nowhere else. */
export const AID_WORDS = 'CanaryOfAid: I have lost my job.';
/** Appears in a director's answer, and nowhere else. */
export const AID_ANSWER = 'CanaryOfAid: We are glad to help.';

type Award = NonNullable<Input<Contract['PUT /aidRequests/:id/answer']>['body']['award']>;

/** The calls with which a family asks for financial aid and a director answers. */
export function useAid(app: TestApp, director: UserDocument) {
  const ask = (parent: UserDocument, childId?: string, more = {}) =>
    app.as(parent).call('POST /myAid', {
      body: { words: AID_WORDS, ...(childId && { childId }), ...more },
    });
  const readOwn = async (parent: UserDocument) => (await app.as(parent).call('GET /myAid')).body;
  const makeAward = (award: Partial<Award> = {}): Award => ({
    ...{ percent: 50, amount: null, isForAll: false, classIds: [] },
    until: addDays(readToday(app.services), 30),
    ...award,
  });
  const answer = (id: string, award: Award | null, by = director) =>
    app.as(by).call('PUT /aidRequests/:id/answer', {
      params: { id },
      body: { award, text: AID_ANSWER },
    });
  return {
    ask,
    readOwn,
    makeAward,
    answer,
    listOpen: async (by = director) => (await app.as(by).call('GET /aidRequests')).body,
    end: (id: string, by = director) =>
      app.as(by).call('DELETE /aidRequests/:id/award', { params: { id } }),
    /** A parent asks, and a director awards. @returns the request's id */
    async award(parent: UserDocument, childId?: string, award: Partial<Award> = {}) {
      const asked = await ask(parent, childId);
      const id = (await readOwn(parent))[0]?._id ?? '';
      const given = await answer(id, makeAward(award));
      if (asked.status !== 200 || given.status !== 200) throw new Error('No aid was awarded.');
      return id;
    },
  };
}
