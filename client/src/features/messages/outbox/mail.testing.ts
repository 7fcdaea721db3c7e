import type { FullMail } from '@speakifyr/contract/mail.ts';

/** A receipt that the mail server refused. */
export function buildMail(changes: Partial<FullMail> = {}): FullMail {
  return {
    _id: 'paid-pi_ada',
    kind: 'paid',
    to: { name: 'Ada Byron', address: 'ada@speakifyr.test' },
    subject: 'You are enrolled in Sailing on the Lake',
    state: 'failed',
    isEssential: true,
    attempts: 1,
    lastError: 'The mail server said: no such mailbox',
    createdAt: '2027-05-01T20:00:00.000Z',
    nextAt: null,
    sentAt: null,
    accountId: 'a'.repeat(24),
    content: {
      subject: 'You are enrolled in Sailing on the Lake',
      greeting: 'Hi Ada Byron,',
      parts: [
        { kind: 'text', text: 'Your seat is paid.' },
        { kind: 'link', label: 'See your class', path: '/dashboard/enroll' },
      ],
    },
    text: 'Hi Ada Byron,\n\nYour seat is paid.',
    attachments: [
      { name: 'sailing.ics', type: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR' },
    ],
    ...changes,
  };
}
