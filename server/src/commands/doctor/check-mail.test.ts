import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { runProgram } from '../../testing/run-program.ts';
import { testVariables } from '../../testing/test-app.ts';
import { checkMail } from './check-mail.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.behave();
  server.mails.length = 0;
});

type Records = Partial<Record<'spf' | 'dmarc' | 'mx', string[] | 'no answer'>>;

/** The DNS records of camp.org. Without any, DNS says that there are none. */
function makeDns({ spf, dmarc, mx }: Records) {
  const answer = <T>(records: string[] | 'no answer' | undefined, read: (text: string) => T) =>
    Array.isArray(records)
      ? Promise.resolve(records.map(read))
      : Promise.reject(Object.assign(new Error('DNS'), { code: records ? 'ETIMEOUT' : 'ENODATA' }));
  return {
    resolveTxt: (name: string) =>
      answer(name.startsWith('_dmarc') ? dmarc : spf, (text) => [text.slice(0, 5), text.slice(5)]),
    resolveMx: () => answer(mx, (exchange) => ({ exchange, priority: 1 })),
  };
}

/** @returns state and subject of each finding */
async function check(records: Records, sendTo?: string) {
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'hello@camp.org' };
  const findings = await checkMail(settings, { sendTo, dns: makeDns(records) as never });
  expect(JSON.stringify(findings)).not.toContain('pass-word');
  return findings.map(({ state, about }) => `${about}: ${state}`);
}

const GOOD = {
  spf: ['google-site-verification=1', 'v=spf1 include:mail.example -all'],
  dmarc: ['v=DMARC1; p=quarantine'],
  mx: ['mx.camp.org'],
};

test('the doctor logs in to the mail server, reads the domain’s records, and sends nothing', async () => {
  expect(await check(GOOD)).toEqual([
    'Email login: ok',
    'Email SPF: ok',
    'Email DMARC: ok',
    'Email bounces: ok',
  ]);
  expect(server.mails).toEqual([]);
});

test('with --mail, it sends one email', async () => {
  expect(await check(GOOD, 'me@example.org')).toContain('Email: ok');
  expect(server.mails.map(({ recipients }) => recipients)).toEqual([['me@example.org']]);
  server.behave('says no after the content');
  expect(await check(GOOD, 'me@example.org')).toContain('Email: wrong');
});

describe('each problem is found', () => {
  test.each<[Records, string]>([
    [{ ...GOOD, spf: [] }, 'Email SPF: warning'],
    [{ ...GOOD, spf: ['v=spf1 -all', 'v=spf1 ~all'] }, 'Email SPF: wrong'],
    [{ ...GOOD, spf: 'no answer' }, 'Email SPF: unknown'],
    [{ ...GOOD, dmarc: [] }, 'Email DMARC: warning'],
    [{ ...GOOD, dmarc: 'no answer' }, 'Email DMARC: unknown'],
    [{ ...GOOD, mx: [] }, 'Email bounces: warning'],
    [{ ...GOOD, mx: 'no answer' }, 'Email bounces: unknown'],
  ])('%j', async (records, finding) => {
    const found = await check(records);
    expect(found.filter((line) => !line.endsWith(': ok'))).toEqual([finding]);
  });

  test('a login that the mail server refuses', async () => {
    server.behave('refuses the login');
    expect(await check(GOOD, 'me@example.org')).toContain('Email login: wrong');
    expect(server.mails).toEqual([]);
  });
});

test('without a mail server, there is nothing to check, and --mail says why', async () => {
  expect(await checkMail({})).toEqual([]);
  const [finding] = await checkMail({}, { sendTo: 'me@example.org' });
  expect(finding).toMatchObject({ state: 'wrong', about: 'Email' });
});

test('the command sends an email to the address after --mail', async () => {
  const settings = { ...testVariables('x'), SMTP_URL: server.url, MAIL_FROM: 'hello@camp.test' };
  const { output } = await runProgram('doctor', ['--mail', 'me@example.org'], settings);
  expect(output).toMatch(/^ok +Email +sent to me@example\.org/m);
  expect(output).not.toContain('pass-word');
  expect(server.mails).toHaveLength(1);
  const wrong = await runProgram('doctor', ['--mail'], settings);
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.output).toMatch(/--mail.*argument missing\n.*npm run doctor/);
  const strange = await runProgram('doctor', ['--mail', 'me'], settings);
  expect(strange.output).toContain('Name an email address after --mail');
});
