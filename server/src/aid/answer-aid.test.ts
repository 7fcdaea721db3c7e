import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { AID_ANSWER, useAid } from '../testing/aid.ts';
import { buildChild, buildClass, buildUser, holdSeatOf, useUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { killAfter } from '../testing/watch-writes.ts';
import { answerAid } from './answer-aid.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
const { answer, ask, makeAward, readOwn } = useAid(app, director);

const readPrices = async ({ email }: { email: string }) => {
  const { body } = await app.as({ email }).call('GET /myclass', { query: { email } });
  return body.map(({ price }) => price);
};
const build = () => buildClass(app, { price: 100 });

// Rules: R451.
describe('an answer', () => {
  it('is given once, also if two directors answer at the same moment', async () => {
    const other = await buildUser(app, 'admin');
    const parent = await buildUser(app);
    await ask(parent);
    const id = (await readOwn(parent))[0]?._id ?? '';
    const answers = await Promise.all([
      answer(id, makeAward({ percent: 10 })),
      answer(id, makeAward({ percent: 90 }), other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('aid_answered');
    const isFirst = answers[0].status === 200;
    expect(await readOwn(parent)).toMatchObject([{ award: { percent: isFirst ? 10 : 90 } }]);
    const late = await app.as(parent).call('DELETE /myAid/:id', { params: { id } });
    expect(late.body.code).toBe('aid_answered');
  });

  it('declines with a text, and then the family can ask again', async () => {
    const parent = await buildUser(app);
    await ask(parent);
    const id = (await readOwn(parent))[0]?._id ?? '';
    const empty = { params: { id }, body: { award: null, text: ' ' } };
    const refused = await app.as(director).call('PUT /aidRequests/:id/answer', empty);
    expect(refused).toMatchObject({ status: 400, body: { fields: { 'body.text': /Say why/ } } });
    expect(await answer(id, null)).toMatchObject({ status: 200 });
    expect(await readOwn(parent)).toMatchObject([{ answer: AID_ANSWER, award: null }]);
    await holdSeatOf(app, parent, await build());
    expect(await readPrices(parent)).toEqual([100]);
    expect(await ask(parent)).toMatchObject({ status: 200 });
  });

  it('is not one’s own', async () => {
    const parent = await buildUser(app, 'admin');
    await buildChild(app, parent);
    const request = { _id: new ObjectId(), userId: parent._id, openFor: parent._id };
    await app.services.database.collections.aidRequests.insertOne({
      ...{ ...request, words: 'Mine.', askedAt: new Date() },
    });
    const refused = await answer(request._id.toHexString(), makeAward(), parent);
    expect(refused).toMatchObject({ status: 409, body: { code: 'own_family' } });
  });

  it.each([1, 2, 3, 4])('that is cut off after %i writes is finished by a job', async (writes) => {
    const parent = await buildUser(app);
    await holdSeatOf(app, parent, await build());
    await ask(parent);
    const id = (await readOwn(parent))[0]?._id ?? '';
    const body = { award: makeAward(), text: '' };
    const killed = killAfter(app.services, writes);
    await answerAid(id, body, director, killed).catch(() => undefined);
    await runJobs(app.services);
    expect(await readPrices(parent)).toEqual([50]);
    const log = await app.as(director).call('GET /auditLog', { query: { action: 'award aid' } });
    expect(log.body.filter(({ target }) => target.includes(id))).toHaveLength(1);
  });
});
