import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { MailContext } from '../messages/content.ts';
import type { Sample } from '../messages/samples/mail-sample.ts';
import { SAMPLE_NOW } from '../messages/samples/mail-samples.ts';
import { writeMail } from '../messages/write-mail.ts';

export const SAMPLE_CONTEXT: Omit<MailContext, 'to'> = {
  publicUrl: 'https://camp.example',
  timeZone: 'Asia/Dhaka',
  entryEnding: '',
  currency: 'USD',
  now: SAMPLE_NOW,
  mail: { words: {}, signature: '', replyTo: '' },
};

/** Kinds that a person can turn off. */
const OPTIONAL: MailKind[] = ['seat held', 'reminder', 'school message'];

/** The email of a sample. */
export function writeSample({ kind, props }: Sample, person: string) {
  return writeMail(kind, props, {
    ...SAMPLE_CONTEXT,
    to: { name: person, address: 'rosa@camp.example' },
    turnOffLink: OPTIONAL.includes(kind)
      ? `${SAMPLE_CONTEXT.publicUrl}/emails/turn-off?token=abc.def`
      : undefined,
  });
}
