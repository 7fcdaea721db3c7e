import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { DayAndTime } from '../../ui/day-and-time.tsx';

/** What has become of an email, or what comes next: when it was sent, when it is tried again, or why it was not sent. */
export function MailProgress({ mail }: { mail: ListedMail }) {
  const { state, attempts, lastError, nextAt, sentAt } = mail;
  switch (state) {
    case 'sent':
      return sentAt && <DayAndTime at={sentAt} />;
    case 'sending':
      return 'On its way to the mail server';
    case 'failed':
      return lastError ?? 'The reason is not known';
    case 'stale':
      return lastError ?? 'It was no longer true when its turn came';
    case 'queued':
      if (attempts === 0 && !lastError) return 'Goes out when its turn comes';
      return (
        <>
          {lastError && <span className="block">{lastError}</span>}
          {nextAt && (
            <>
              Next try: <DayAndTime at={nextAt} />
            </>
          )}
        </>
      );
  }
}
