import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Message } from './message.ts';

/** Where answers go, and the key with which Mailgun would sign them. */
export interface AnswerTarget {
  url: string;
  key: string;
}

const TIMEOUT_MS = 10_000;

/** Whether an answer to an email arrives at the app, rather than in somebody's mailbox. */
export function canAnswer({ replyTo }: Message): boolean {
  return replyTo?.address.startsWith('reply-') ?? false;
}

/**
 * Delivers an answer to an email to the app, as a route of Mailgun with `store(notify=…)` does. What is answered stands
 * below, as mail programs do it.
 * https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store
 * @param from who answers: the recipient, or somebody who pretends to be
 * @returns what the app said
 */
export async function answerMail(
  message: Message,
  { text, from }: { text: string; from: string },
  { url, key }: AnswerTarget,
): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const token = randomBytes(25).toString('hex');
  const quoted = message.text.split('\n').map((line) => `> ${line}`);
  const headers = [
    ['Message-Id', `<${randomUUID()}@inbox.test>`],
    ['From', from],
    ['Subject', `Re: ${message.subject}`],
  ];
  const fields = {
    timestamp,
    token,
    signature: createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
    recipient: message.replyTo?.address ?? '',
    sender: from,
    from,
    subject: `Re: ${message.subject}`,
    'body-plain': `${text}\n\nOn ${message.sentAt.slice(0, 10)}, the school wrote:\n${quoted.join('\n')}`,
    'stripped-text': text,
    'message-headers': JSON.stringify(headers),
  };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return `${answer.status} ${await answer.text()}`;
  } catch (error) {
    return `The school can’t be reached: ${String(error)}`;
  }
}
