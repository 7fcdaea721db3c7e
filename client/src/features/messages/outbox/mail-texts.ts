import { type MailKind, type MailState, nameKind } from '@speakifyr/contract/mail-kinds.ts';

/** What an admin reads for the state of an email. */
export const STATE_LABELS: Record<MailState, string> = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  stale: 'Not needed',
  'to call': 'To call',
  called: 'Called',
};

/** An email's subject, or its kind before it is written. */
export function nameMail({ subject, kind }: { subject: string; kind: MailKind }): string {
  return subject || nameKind(kind);
}
