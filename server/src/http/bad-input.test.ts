import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { makeSessionToken } from '../testing/documents.ts';
import { buildClass, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

describe('input that is not what the contract says', () => {
  it('is refused, names the wrong field and holds no seat', async () => {
    const student = await buildUser(app);
    const campClass = await buildClass(app);
    const good = { classId: campClass.id, email: student.email };
    const wrong: [object, string][] = [
      [{ ...good, email: { $ne: null } }, 'body.email'],
      [{ ...good, email: ['a@example.test'] }, 'body.email'],
      [{ ...good, email: 'no e-mail' }, 'body.email'],
      [{ ...good, classId: { $gt: '' } }, 'body.classId'],
      [{ ...good, classId: 'not-an-id' }, 'body.classId'],
      [{ ...good, classId: 7 }, 'body.classId'],
      [{ email: student.email }, 'body.classId'],
      [{ ...good, price: '49.5' }, 'body.price'],
      [{ ...good, price: -1 }, 'body.price'],
      [{ ...good, price: 1.001 }, 'body.price'],
    ];
    for (const [body, field] of wrong) {
      const answer = await app.as(student).call('POST /addClass', { body: body as never });
      expect(answer, JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields: { [field]: expect.any(String) } },
      });
    }
    expect((await app.call('GET /classes/:id', { params: { id: campClass.id } })).body.sit).toBe(5);
  });

  it('is refused in the query too: operators, repeated fields, missing fields', async () => {
    const { email } = await buildUser(app);
    for (const query of ['', '?email[$ne]=x', `?email=${email}&email=${email}`, '?email=']) {
      const answer = await app.http.get(`/api/myclass${query}`).set(sessionOf(email));
      expect(answer.status, query).toBe(400);
      expect(answer.body).toMatchObject({ fields: { 'query.email': expect.any(String) } });
    }
  });

  it('is answered with 404 if the class or the call does not exist', async () => {
    const id = new ObjectId().toHexString();
    expect((await app.call('GET /classes/:id', { params: { id } })).status).toBe(404);
    expect((await app.call('GET /classes/:id', { params: { id: 'x' } })).status).toBe(400);
    await app.http.get('/api/nothing-here').expect(404);
  });
});

describe('a body that can’t be read', () => {
  const post = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const { email } = await buildUser(app);
    return app.http
      .post('/api/addClass')
      .set({ 'Content-Type': 'application/json', ...sessionOf(email), ...headers })
      .serialize((sent) => sent as string)
      .send(body);
  };

  it('is answered with 400 and an error code', async () => {
    const tooLarge = JSON.stringify({ name: 'x'.repeat(40_000) });
    const tooDeep = '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000);
    for (const body of ['{"email":', 'null', '"text"', '[]', '7', tooLarge, tooDeep, '\u0000'])
      expect(await post(body), body.slice(0, 20)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    expect(await post(Buffer.from([0x7b, 0xff, 0xfe]))).toMatchObject({ status: 400 });
    expect(await post('{}', { 'Content-Type': 'text/plain' })).toMatchObject({ status: 400 });
    expect(await post('{}', { 'Content-Encoding': 'br-oken' })).toMatchObject({ status: 400 });
    expect(await post('{}', { 'Content-Type': 'application/json; charset=klingon' })).toMatchObject(
      { status: 400 },
    );
  });

  it('gets an answer without file names or stack traces, and the server keeps running', async () => {
    const answers = [await post('{"a":'), await post('{"__proto__":{"role":"admin"}}')];
    for (const { body } of answers)
      expect(JSON.stringify(body)).not.toMatch(/\bat \S+:\d|node_modules|\.ts\b/);
    await app.http.get('/api/classes/%E0%A4%A').expect(400);
    expect((await app.call('GET /health')).body).toEqual({ status: 'ok' });
  });
});

function sessionOf(email: string): { Authorization: string } {
  return { Authorization: `Bearer ${makeSessionToken({ email }, app.services)}` };
}
