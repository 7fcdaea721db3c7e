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
        text: `Your reply to this email goes to ${email}. When you have replied, mark the message as done, so that nobody else replies too.`,
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
