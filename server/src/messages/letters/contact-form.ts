import type { Letter } from '@speakifyr/contract/mail.ts';
import { cleanLine, cleanText } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, sayMoment, subjectOf } from './say.ts';

/** Passes a message from the contact form on to an admin. A reply goes to its sender. */
export function writeContactForm(
  { name, email, message, at }: LetterFacts['contact form'],
  { to, timeZone }: LetterContext,
): Letter {
  const sender = cleanLine(name) || email;
  return {
    subject: subjectOf('Message from ', sender),
    greeting: greet(to),
    parts: [
      { kind: 'text', text: 'Somebody has sent the school a message with the contact form:' },
      {
        kind: 'facts',
        facts: [
          { label: 'From', value: sender },
          { label: 'Email', value: email },
          { label: 'When', value: sayMoment(at, timeZone) },
        ],
      },
      { kind: 'quote', text: cleanText(message) || '–' },
      {
        kind: 'text',
        text: `Reply in the Contact Inbox, so that all admins see it. If you reply to this email, your reply goes to ${email}: mark the message as done then, so that nobody else replies too.`,
      },
      { kind: 'link', label: 'Open the Contact Inbox', path: '/dashboard/messages' },
    ],
  };
}

/** A copy of the message, for its sender. */
export function writeContactCopy(
  { message, at }: LetterFacts['contact copy'],
  { to, timeZone }: LetterContext,
): Letter {
  return {
    subject: 'Your message to the school',
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Thank you for your message of ${sayMoment(at, timeZone)}. We answer to this address. This is a copy of what you wrote:`,
      },
      { kind: 'quote', text: cleanText(message) || '–' },
    ],
  };
}

/** What the school replies to the sender of a message. */
export function writeContactReply(
  { reply, message, at }: LetterFacts['contact reply'],
  { to, timeZone }: LetterContext,
): Letter {
  return {
    subject: 'Our reply to your message',
    greeting: greet(to),
    parts: [
      { kind: 'text', text: `You wrote to us on ${sayMoment(at, timeZone)}. This is our reply:` },
      { kind: 'quote', text: cleanText(reply) || '–' },
      ...(message === null
        ? []
        : ([
            { kind: 'text', text: 'Your message was:' },
            { kind: 'quote', text: cleanText(message) || '–' },
          ] satisfies Letter['parts'])),
      { kind: 'text', text: 'If you reply to this email, your reply goes to the school.' },
    ],
  };
}
