import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { createMailer, type Mailer } from '../../outside/smtp.ts';
import { type Finding, ok, type Settings, unknown, warning, wrong } from './check.ts';

/** The parts of DNS that we ask. */
type Dns = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

/** Reserved for tests (RFC 2606): DNS knows nothing about them. */
const RESERVED = /\.(test|example|invalid|localhost)$/;

/**
 * Checks that the mail server accepts our login, and that the domain of MAIL_FROM allows us to send for it.
 * @param options.sendTo whom to send a short email; nobody if it is missing
 */
export async function checkMail(
  { SMTP_URL, MAIL_FROM, NODE_ENV }: Settings,
  { sendTo, dns = new Resolver({ timeout: 3_000, tries: 2 }) }: { sendTo?: string; dns?: Dns } = {},
): Promise<Finding[]> {
  if (!SMTP_URL || !MAIL_FROM?.includes('@') || !URL.canParse(SMTP_URL))
    return sendTo ? [wrong('Email', 'cannot be sent: set SMTP_URL and MAIL_FROM')] : [];
  const mailer = createMailer({
    SMTP_URL,
    MAIL_FROM,
    NODE_ENV: NODE_ENV === 'production' ? 'production' : 'development',
  });
  if (!mailer) return [];
  const domain = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1);
  const [login, ...others] = await Promise.all([
    checkLogin(mailer),
    ...(RESERVED.test(domain)
      ? []
      : [checkSpf(domain, dns), checkDmarc(domain, dns), checkAnswers(domain, dns)]),
  ]);
  const isReady = login.state === 'ok' && sendTo;
  return [login, ...others, ...(isReady ? [await sendOne(mailer, sendTo)] : [])];
}

async function checkLogin(mailer: Mailer): Promise<Finding> {
  const about = 'Email login';
  const problem = await mailer.check();
  return problem
    ? wrong(about, `does not work (SMTP_URL): ${problem}`)
    : ok(about, 'the mail server accepts it');
}

async function checkSpf(domain: string, dns: Dns): Promise<Finding> {
  const about = 'Email SPF';
  const records = await readText(domain, dns);
  if (!records) return unknown(about, `the records of ${domain} could not be read`);
  const found = records.filter((record) => /^v=spf1( |$)/i.test(record));
  if (found.length === 0)
    return warning(about, `${domain} has no SPF record, so emails may be taken for spam`);
  if (found.length > 1)
    return wrong(about, `${domain} has several SPF records, so none of them counts`);
  return ok(about, `${domain} says which servers send for it`);
}

async function checkDmarc(domain: string, dns: Dns): Promise<Finding> {
  const about = 'Email DMARC';
  // A subdomain without its own record uses its parent domain's.
  const above = domain.split('.').slice(1).join('.');
  const names = above.includes('.') ? [domain, above] : [domain];
  const answers = await Promise.all(names.map((name) => readText(`_dmarc.${name}`, dns)));
  if (answers.some((records) => records?.some((record) => /^v=DMARC1\b/i.test(record))))
    return ok(about, `${domain} says what to do with emails that others send in its name`);
  if (answers.includes(undefined))
    return unknown(about, `the records of ${domain} could not be read`);
  return warning(about, `${domain} has no DMARC record, which large mail providers ask for`);
}

/** Reports about emails that could not be delivered go to MAIL_FROM. */
async function checkAnswers(domain: string, dns: Dns): Promise<Finding> {
  const about = 'Email bounces';
  const servers = await orNothing(dns.resolveMx(domain));
  if (!servers) return unknown(about, `the mail servers of ${domain} could not be read`);
  if (servers.length === 0)
    return warning(about, `${domain} has no mailbox, so nobody reads what comes back to MAIL_FROM`);
  return ok(about, `${domain} has mailboxes; make sure that somebody reads the one in MAIL_FROM`);
}

async function sendOne(mailer: Mailer, address: string): Promise<Finding> {
  const about = 'Email';
  const text = 'This email was sent by the doctor of your school. Emails work.';
  const delivery = await mailer.send({
    id: `doctor-${randomUUID()}`,
    to: { name: '', address },
    subject: 'A test of your school’s emails',
    text,
    html: `<p>${text}</p>`,
    attachments: [],
  });
  if (delivery.result !== 'sent') return wrong(about, `was not sent: ${delivery.reason}`);
  return ok(about, `sent to ${address}; make sure that it did not land in the spam folder`);
}

/** @returns the TXT records of a name; undefined if they could not be read */
async function readText(name: string, dns: Dns): Promise<string[] | undefined> {
  const records = await orNothing(dns.resolveTxt(name));
  return records?.map((parts) => parts.join(''));
}

/** @returns an empty list if there are no such records, and undefined if nobody answers */
async function orNothing<T>(answer: Promise<T[]>): Promise<T[] | undefined> {
  try {
    return await answer;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return ['ENODATA', 'ENOTFOUND'].includes(code) ? [] : undefined;
  }
}
