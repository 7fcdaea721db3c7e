import { email } from '@speakifyr/contract/fields.ts';
import { linkToMail } from '@speakifyr/contract/email-address.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { buildUser, proveSignIn } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { createMailer } from '../outside/smtp.ts';
import { startMailServer } from '../testing/mail-server.ts';

const app = useTestApp();

/** Each is a valid address of RFC 5322 that a log-in service takes. */
const UNUSUAL = [
  ...[
    'rosa&leo',
    'a/b',
    'x#y',
    'a=b',
    "o'brien",
    'rosa+camp',
    '+rosa',
    '=rosa',
    '-rosa',
    'rosa-',
    '_',
  ],
  ...['a!b', 'a$b', 'a%b', '100%', 'a*b', 'a?b', 'a^b', 'a`b', 'a{b}', 'a|b', 'a~b', '1', 'a.b.c'],
].map((local) => `${local}@x.test`);

// Rules: R540, R541.
describe('the account of somebody with an unusual address works', () => {
  it.each([...UNUSUAL, 'rosa@xn--mnchen-3ya.test', 'rosa@xn--80a1acny.xn--p1ai', 'r@a-1.b2.test'])(
    '%s',
    async (address) => {
      const me = app.as({ email: address });
      const body = { name: 'Rosa', photo: '', email: address };
      expect((await me.call('POST /userList', { body })).status).toBe(200);
      const info = await me.call('GET /userInfo', { query: { email: address } });
      expect(info).toMatchObject({ status: 200, body: { email: address, role: 'student' } });
      const params = { email: address };
      expect((await me.call('GET /userList/admin/:email', { params })).status).toBe(200);
    },
  );

  it('the office opens a family with it, and finds it', async () => {
    const admin = app.as(await buildUser(app, 'admin'));
    const family = { name: 'Rosa Kaplan', email: ' Rosa&Leo@office.test\u200b', children: [] };
    const id = new ObjectId().toHexString();
    const { status } = await admin.call('POST /families', { body: { id, ...family } });
    expect(status).toBe(200);
    const found = await admin.call('GET /search', { query: { text: 'rosa&leo@office.test' } });
    expect(found.body.parents).toMatchObject([{ _id: id, email: 'rosa&leo@office.test' }]);
  });

  it.each(UNUSUAL)('an email reaches %s, and no other address', async (address) => {
    const server = await startMailServer();
    const settings = { SMTP_URL: server.url, MAIL_FROM: 'hello@camp.example', NODE_ENV: 'test' };
    const to = { name: 'Rosa, "Lind" <x@y.test>', address };
    const about = { id: 'paid-1', subject: 'Hi', text: 'Hi', html: '<p>Hi</p>', attachments: [] };
    expect(await createMailer(settings as never)?.send({ ...about, to })).toEqual({
      result: 'sent',
    });
    expect(server.mails).toMatchObject([
      { recipients: [address], email: { to: [{ address, name: 'Rosa, "Lind" <x@y.test>' }] } },
    ]);
    await server.stop();
  });

  it.each(UNUSUAL)('a link to %s opens a mail to it', (address) => {
    const { pathname, search, hash } = new URL(linkToMail(address));
    expect([decodeURIComponent(pathname), search, hash]).toEqual([address, '', '']);
  });
});

it.each([
  ['Rosa@X.Test', 'rosa@x.test'],
  [' rosa@x.test\t', 'rosa@x.test'],
  ['\u200brosa@x.test', 'rosa@x.test'],
  ['rosa@x.test\u00a0', 'rosa@x.test'],
  ['\ufeffrosa@x.test\r\n', 'rosa@x.test'],
  ['\u202arosa@x.test\u202c', 'rosa@x.test'],
  ['\u2068rosa@x.test\u2069', 'rosa@x.test'],
  ['rosa\u00ad@x.\u200btest', 'rosa@x.test'],
  ['\u3000rosa@x.test\u2003', 'rosa@x.test'],
  ['ｒｏｓａ＠ｘ．ｔｅｓｔ', 'rosa@x.test'],
  ['rosa＠x.test', 'rosa@x.test'],
  ['mailto:rosa@x.test', 'rosa@x.test'],
  ['rosa@München.test', 'rosa@xn--mnchen-3ya.test'],
  ['rosa@mu\u0308nchen.test', 'rosa@xn--mnchen-3ya.test'],
  ['rosa@почта.рф', 'rosa@xn--80a1acny.xn--p1ai'],
  ['rosa@例え。テスト', 'rosa@xn--r8jz45g.xn--zckzah'],
])('an address that somebody pastes is read without what nobody sees: %j', (typed, address) =>
  expect(email.parse(typed)).toBe(address),
);

it.each([
  ...['', 'rosa', '@x.test', 'rosa@', 'rosa@x', 'rosa@localhost', 'rosa@x..test', 'rosa@-x.test'],
  ...[
    'rosa@x-.test',
    'rosa@x_y.test',
    'rosa@x.t',
    'rosa@1.2.3.4',
    'rosa@[1.2.3.4]',
    'ro sa@x.test',
  ],
  ...['.rosa@x.test', 'rosa.@x.test', 'ro..sa@x.test', '"ro sa"@x.test', 'rosa@x.test, leo@x.test'],
  ...['Rosa <rosa@x.test>', 'rosa@x.test/a', 'rosa@x.test:25', 'rosa@x.test?a', 'rosa@x.test#a'],
  ...[
    'rösa@x.test',
    '\u212aarl@x.test',
    'роса@x.test',
    'rosa@leo@x.test',
    'rosa(a)@x.test',
    'a,b@x.test',
  ],
  ...[
    'a:b@x.test',
    'a;b@x.test',
    'a\\b@x.test',
    'rosa@x.test>',
    'rosa@xn--.test.',
    `${'a'.repeat(250)}@x.test`,
  ],
  ...['rosa@mün/chen.test', 'rosa@mün@chen.test', 'rosa@mün:1.test', 'rosa@mün%2f.test'],
])('what the school can’t write to is refused: %j', (typed) =>
  expect(email.safeParse(typed).success).toBe(false),
);

it.each(['rösa@x.test', 'ro..sa@x.test', 'rosa@münchen.test'])(
  'who is logged in with an address that we can’t take reads whom to call: %s',
  async (address) => {
    const { status, body } = await app
      .withAuthorization(`Bearer ${await proveSignIn({ email: address })}`)
      .call('POST /jwt', { body: { email: 'rosa@x.test' } });
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'address_unusable' } });
    expect(JSON.stringify(body)).toContain(SCHOOL.phone);
  },
);
