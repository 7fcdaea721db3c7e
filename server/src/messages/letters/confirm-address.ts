import type { Letter } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { LetterFacts } from './facts.ts';

/** Asks the reader whether they want an account's emails. It may be a stranger, so it names nobody. */
export function writeConfirmAddress({ token }: LetterFacts['confirm address']): Letter {
  return {
    subject: 'Is this your address?',
    greeting: 'Hi there,',
    parts: [
      {
        kind: 'text',
        text: `Someone at ${SCHOOL.name} says that emails for an account here should go to this address. If that is you, log in and confirm. If not, do nothing.`,
      },
      {
        kind: 'link',
        label: 'Log in and confirm',
        path: `/dashboard/profile?${new URLSearchParams({ confirmMail: token })}`,
      },
    ],
  };
}
