import type { Letter } from '@speakifyr/contract/mail.ts';
import { cleanLine, cleanText } from '../../plain-text.ts';
import type { LetterContext, LetterFacts } from './facts.ts';
import { greet, sayMoment, subjectOf } from './say.ts';

/** A message of the contact form, to an admin. An answer goes to its sender. */
export function writeContactForm(
  { name, email, message, at }: LetterFacts['contact form'],
  { to, timeZone }: LetterContext,
): Letter {
  const sender = cleanLine(name) || email;
  return {
    subject: subjectOf('Message from ', sender),
    greeting: greet(to),
    parts: [
      { kind: 'text', text: 'Somebody has written to the school with the contact form:' },
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
        text: `If you answer this email, your answer goes to ${email}. Then mark the message as done, so that nobody answers it twice.`,
      },
      { kind: 'link', label: 'Open the inbox', path: '/dashboard/messages' },
    ],
  };
}
