import jwt from 'jsonwebtoken';
import { ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { makeSessionToken } from '../testing/documents.ts';
import { buildUser } from '../testing/factories.ts';
import { mergeAccounts } from '../testing/merging.ts';
import { useTestApp } from '../testing/test-app.ts';
import { makeOptOutLinks } from './my-mail.ts';

const PUBLIC_URL = 'https://camp.example';

/** Until somebody chooses. */
const USUAL = { reminders: true, news: true, campDay: false };

const app = useTestApp(undefined, { PUBLIC_URL });
let rosa: UserDocument;
beforeEach(async () => {
  rosa = await buildUser(app);
});

const readChoice = async (person = rosa) => (await app.as(person).call('GET /myMail')).body;
const choose = (body: object, person = rosa) => app.as(person).call('PATCH /myMail', { body });
const turnOff = (token: string) => app.call('POST /mailOptOut', { query: { token } });

function makeToken(
  kind: 'reminder' | 'seat held' | 'school message' | 'came or left',
  id = rosa._id,
): string {
  const links = makeOptOutLinks(id, kind, app.services);
  return new URL(links?.call ?? '').searchParams.get('token') ?? '';
}

// Rules: R83.
describe('a person’s choice of emails', () => {
  it('is all of them but those about arrival and pick-up until they choose, and each can be turned off and on by itself', async () => {
    expect(await readChoice()).toEqual(USUAL);
    expect((await choose({ news: false })).body).toEqual({ ...USUAL, news: false });
    expect((await choose({ reminders: false })).body).toEqual({
      ...USUAL,
      reminders: false,
      news: false,
    });
    expect((await choose({ news: true })).body).toEqual({ ...USUAL, reminders: false });
    expect((await choose({})).body).toEqual({ ...USUAL, reminders: false });
    expect((await choose({ campDay: true })).body).toEqual({
      ...USUAL,
      reminders: false,
      campDay: true,
    });
    expect(await readChoice()).toEqual({ ...USUAL, reminders: false, campDay: true });
  });

  it('is turned off for the account that stays, by an email from before two families merged', async () => {
    const into = await buildUser(app);
    const token = makeToken('reminder');
    const admin = await buildUser(app, 'admin');
    await mergeAccounts(app, admin, { from: rosa, into });
    await turnOff(token);
    expect(await readChoice(into)).toEqual({ ...USUAL, reminders: false });
    const gone = await app.services.database.collections.users.findOne({ _id: rosa._id });
    expect(gone).not.toHaveProperty('mail');
  });

  it('is their own: nobody else’s changes', async () => {
    const other = await buildUser(app);
    await choose({ reminders: false, news: false, email: other.email, _id: other._id });
    expect(await readChoice(other)).toEqual(USUAL);
  });

  it('keeps both of two changes at once', async () => {
    await Promise.all([choose({ news: false }), choose({ reminders: false })]);
    expect(await readChoice()).toEqual({ ...USUAL, reminders: false, news: false });
  });

  it.each([{ news: 'no' }, { reminders: null }, { news: { $ne: true } }])(
    'refuses %j',
    async (body) => {
      expect((await choose(body)).status).toBe(400);
    },
  );
});

describe('the link that turns an email off', () => {
  it.each([
    ['reminder', { ...USUAL, reminders: false }],
    ['seat held', { ...USUAL, reminders: false }],
    ['school message', { ...USUAL, news: false }],
    ['came or left', USUAL],
  ] as const)('of a %s turns off its kind only, as often as it is used', async (kind, choice) => {
    await choose({ campDay: kind === 'came or left' });
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await turnOff(makeToken(kind));
      expect(status).toBe(200);
      expect(choice[body.choice]).toBe(false);
      expect(await readChoice()).toEqual(choice);
    }
  });

  it('exists for no essential email', () => {
    expect(makeOptOutLinks(rosa._id, 'paid', app.services)).toBeUndefined();
  });

  it('works with one click in a mail program (RFC 8058), without a session and whatever the form says', async () => {
    const url = new URL(makeOptOutLinks(rosa._id, 'reminder', app.services)?.call ?? '');
    expect(url.origin).toBe(PUBLIC_URL);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      await app.http
        .post(`${url.pathname}${url.search}`)
        .set('Content-Type', type)
        .send('List-Unsubscribe=One-Click')
        .expect(200, { choice: 'reminders' });
    expect(await readChoice()).toEqual({ ...USUAL, reminders: false });
  });

  it('changes nothing when a mail scanner opens it, and leads to the page with the button', async () => {
    const links = makeOptOutLinks(rosa._id, 'reminder', app.services);
    const url = new URL(links?.call ?? '');
    for (const method of ['get', 'head'] as const) {
      const { status, headers } = await app.http[method](`${url.pathname}${url.search}`);
      expect(status).toBe(303);
      expect(`${PUBLIC_URL}${headers.location}`).toBe(links?.page);
    }
    expect(await readChoice()).toEqual(USUAL);
  });

  it('never leads to another site', async () => {
    for (const query of [
      '',
      '?token=//evil.example',
      '?token[]=a',
      '?token=a&token=b',
      '?token=%0d%0aX: y',
    ]) {
      const { status, headers } = await app.http.get(`/api/mailOptOut${query}`);
      expect(status, query).toBe(303);
      expect(headers.location, query).toMatch(/^\/emails\/turn-off\?token=[\w%+.-]*$/);
    }
  });

  it('still answers after the account is gone', async () => {
    const { status, body } = await turnOff(makeToken('reminder', new ObjectId()));
    expect([status, body]).toEqual([200, { choice: 'reminders' }]);
  });

  it('is refused if it was changed, or made by somebody else', async () => {
    const token = makeToken('reminder');
    const [header = '', , signature = ''] = token.split('.');
    const claims = { sub: (await buildUser(app))._id.toHexString(), choice: 'reminders' };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const options = { issuer: 'speakifyr emails', noTimestamp: true } as const;
    const wrong = [
      '',
      'x',
      `${header}.${payload}.${signature}`,
      jwt.sign(claims, 'not-our-secret-but-a-long-one-000', options),
      jwt.sign(claims, app.services.environment.JWT_SECRET, options),
      jwt.sign(claims, '', { ...options, algorithm: 'none' }),
    ];
    for (const bad of wrong) expect((await turnOff(bad)).body.code, bad).toBe('link_invalid');
    expect(await readChoice()).toEqual(USUAL);
  });

  it('is no session, and a session is no such link', async () => {
    const session = makeSessionToken(rosa, app.services);
    expect((await turnOff(session)).body.code).toBe('link_invalid');
    const asSession = app.withAuthorization(`Bearer ${makeToken('reminder')}`);
    expect((await asSession.call('GET /myMail')).status).toBe(401);
  });
});
