import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { MailChoices } from '../../features/messages/own/mail-choices.tsx';
import { OwnMessages } from '../../features/messages/own/own-messages.tsx';
import { read } from '../../lib/read.ts';
import { useSession } from '../../session/auth.tsx';
import { useRole } from '../../session/use-role.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

/** What the school has emailed to the person, and which emails they want. */
export function OwnMessagesPage() {
  const { role } = useRole();
  const { user } = useSession();
  const messages = useQuery(read('GET /myMessages'));
  return (
    <>
      <PageHeading
        lead={
          <>What the school has emailed to you in the last {KEEP_MAIL_DAYS} days, newest first.</>
        }
      >
        {role === 'admin' ? 'My Messages' : 'Messages'}
      </PageHeading>
      <OwnMessages />
      {/* Its place depends on how many messages there are. */}
      {!messages.isPending && (
        <MailChoices isConfirmed={user?.isVerified ?? true} isFamily={role === 'student'} />
      )}
    </>
  );
}
