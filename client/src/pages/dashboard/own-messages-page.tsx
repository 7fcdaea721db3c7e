import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { MailChoices } from '../../features/messages/own/mail-choices.tsx';
import { ownMessagesOptions } from '../../features/messages/own/own-messages.queries.ts';
import { OwnMessages } from '../../features/messages/own/own-messages.tsx';
import { useSession } from '../../session/auth.tsx';
import { useRole } from '../../session/use-role.ts';

/** What the school has emailed to the person, and which emails they want. */
export function OwnMessagesPage() {
  const { role } = useRole();
  const { user } = useSession();
  const messages = useQuery(ownMessagesOptions());
  return (
    <>
      <header className="mb-6">
        <h1 className="text-3xl font-extrabold">{role === 'admin' ? 'My Messages' : 'Messages'}</h1>
        <p className="text-base-content/80 mt-1 max-w-prose">
          What the school has emailed to you in the last {KEEP_MAIL_DAYS} days, newest first.
        </p>
      </header>
      <OwnMessages />
      {/* Its place depends on how many messages there are. */}
      {!messages.isPending && (
        <MailChoices isConfirmed={user?.isVerified ?? true} isFamily={role === 'student'} />
      )}
    </>
  );
}
