import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { NodemailerError } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Environment } from '../environment.ts';
import { cleanLine } from '../plain-text.ts';

/** An email to one person. An `id` always has the same Message-ID, by which mail programs recognize a second copy. */
export type OutgoingMail = {
  id: string;
  to: { name: string; address: string };
  /** Where an answer goes, if not to the school. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; content: string }[];
  headers?: Record<string, string>;
};

/**
 * The result of handing an email to the mail server.
 * - `refused`: the server said no to this email. Unless `isForGood`, it may say yes later.
 * - `unreachable`: the server took nothing from us, so this email is not to blame.
 * - `unknown`: the connection was lost after the server had begun to read. It may have taken the email.
 */
export type Delivery =
  | { result: 'sent' }
  | { result: 'refused'; isForGood: boolean; reason: string }
  | { result: 'unreachable' | 'unknown'; reason: string };

export type Mailer = {
  /** @param signal gives up if the server has not begun to read the email */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Delivery>;
  /** Connects and logs in. @returns what is wrong, or undefined if nothing is */
  check(): Promise<string | undefined>;
};

export const PATIENCE = {
  /** A mail server that doesn't greet us within this time is gone. */
  connectMs: 8_000,
  /** It may scan for viruses before it answers. */
  answerMs: 30_000,
  /** No email takes longer, whatever the mail server does. A line's lease is longer (messages/deliver.ts). */
  limitMs: 60_000,
  /** At most five emails a second, so that the mail server does not take us for a spammer. */
  betweenMs: 200,
};
/** Answers that mean: log in first. https://www.rfc-editor.org/rfc/rfc4954#section-6 */
const LOG_IN_FIRST = [530, 534, 535, 538];
const MAX_REASON = 200;

/**
 * R85, R90
 * @param patience how long to wait for the mail server and between two emails, in milliseconds
 * @returns null without SMTP_URL
 */
export function createMailer(
  environment: Pick<Environment, 'SMTP_URL' | 'MAIL_FROM' | 'NODE_ENV'>,
  patience = PATIENCE,
): Mailer | null {
  const { SMTP_URL, MAIL_FROM } = environment;
  if (!SMTP_URL || !MAIL_FROM) return null;
  const url = new URL(SMTP_URL);
  const login = url.username && {
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  };
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const options = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    // On this machine, nobody listens in, and the mail server's certificate is often self-signed.
    ignoreTLS: isLocal,
    requireTLS: environment.NODE_ENV === 'production' && !isLocal,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    dnsTimeout: patience.connectMs,
    socketTimeout: patience.answerMs,
  };
  let nextAt = 0;

  async function waitForTurn(): Promise<void> {
    const at = performance.now();
    const wait = nextAt - at;
    nextAt = Math.max(at, nextAt) + patience.betweenMs;
    if (wait > 0) await delay(wait);
  }

  /** @param message missing: only log in */
  function hand(
    message?: { to: string; content: Buffer },
    signal?: AbortSignal,
  ): Promise<Delivery> {
    return new Promise((resolve) => {
      const connection = new SMTPConnection(options);
      let stage: Stage = 'connecting';
      const finish = (delivery: Delivery) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        connection.close();
        resolve(delivery);
      };
      const fail = (error: NodemailerError) =>
        finish(judge(error, stage, login ? login.pass : undefined));
      const timer = setTimeout(
        () => fail(new Error('The mail server took too long')),
        patience.limitMs,
      );
      const giveUp = () => {
        if (stage !== 'reading') fail(new Error('The school’s server was stopping'));
      };
      signal?.addEventListener('abort', giveUp);
      const handOver = () => {
        if (!message) return finish({ result: 'sent' });
        stage = 'asking';
        // Read only once the server has said that it wants it.
        const content = Readable.from(
          (function* () {
            stage = 'reading';
            yield message.content;
          })(),
        );
        const envelope = { from: MAIL_FROM, to: [message.to] };
        connection.send(envelope, content, (error) =>
          error ? fail(error) : finish({ result: 'sent' }),
        );
      };
      connection.on('error', fail);
      if (signal?.aborted) return giveUp();
      connection.connect((error) => {
        if (error) fail(error);
        else if (login)
          connection.login(login, (refused) => (refused ? fail(refused) : handOver()));
        else handOver();
      });
    });
  }

  return {
    async send(mail, signal) {
      const { to, attachments } = mail;
      const calendars = attachments.filter(({ type }) => type.startsWith('text/calendar'));
      const content = await new MailComposer({
        from: { name: cleanLine(SCHOOL.name), address: MAIL_FROM },
        // One line each: a line break would start another header.
        to: { name: cleanLine(to.name), address: to.address },
        replyTo: mail.replyTo
          ? { name: cleanLine(mail.replyTo.name), address: mail.replyTo.address }
          : { name: cleanLine(SCHOOL.name), address: SCHOOL.mail.replyTo || SCHOOL.email },
        subject: cleanLine(mail.subject),
        messageId: makeMessageId(mail.id, MAIL_FROM),
        // So that absence notes don't answer. https://www.rfc-editor.org/rfc/rfc3834#section-5
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        text: mail.text,
        html: mail.html,
        // Mail programs offer to add a calendar entry only if it is also an alternative of the text. They would take
        // the last one of several and lose the others, so those are only files.
        alternatives: (calendars.length === 1 ? calendars : []).map(({ type, content: text }) => ({
          contentType: type,
          content: text,
        })),
        attachments: attachments.map(({ name, type, content: text }) => ({
          filename: name,
          contentType: type,
          content: text,
        })),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
        .compile()
        .build();
      await waitForTurn();
      return hand({ to: to.address, content }, signal);
    },
    async check() {
      const delivery = await hand();
      return delivery.result === 'sent' ? undefined : delivery.reason;
    },
  };
}

/** `reading`: the server has begun to read the email. */
type Stage = 'connecting' | 'asking' | 'reading';

// Rules: R86.
function judge(error: NodemailerError, stage: Stage, password: string | undefined): Delivery {
  const reason = cutReason(error, password);
  const { responseCode, command, permanent = false } = error;
  if (stage === 'connecting') return { result: 'unreachable', reason };
  if (!responseCode) return { result: stage === 'reading' ? 'unknown' : 'unreachable', reason };
  // All emails have the same sender, so a server that refuses it accepts none of them.
  if (command === 'MAIL FROM' || LOG_IN_FIRST.includes(responseCode))
    return { result: 'unreachable', reason };
  return { result: 'refused', isForGood: permanent, reason };
}

/** The server's own sentence, or else what happened. Cuts out the password, should a server repeat it. */
function cutReason({ response, message }: NodemailerError, password: string | undefined): string {
  const text = cleanLine(response ?? message);
  return (password ? text.replaceAll(password, '[cut]') : text).slice(0, MAX_REASON);
}

function makeMessageId(id: string, from: string): string {
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return `<${hash}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}
