import type { ChildDocument } from '../../database/family-documents.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { addMarkedMails } from './add-marked-mails.ts';
import { listInvitingChildren, unmarkChildren } from './marks.repo.ts';
import { findRecipients } from './recipients.ts';

/**
 * Tells people that somebody invites them to be a child's guardian. A person who has confirmed the address
 * also reads it on their Messages page.
 */
export async function addInvitationMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = {
    list: listInvitingChildren,
    describe: describeInvitationMails,
    unmark: unmarkChildren,
  };
  await addMarkedMails(marks, services, signal);
}

/** The line names the first invitation of a day, so nobody gets two emails about it. */
async function describeInvitationMails(
  { _id: childId, invitations }: ChildDocument,
  services: Services,
): Promise<NewMail[]> {
  const users = await findRecipients(
    invitations.map(({ email }) => email),
    services,
  );
  return invitations.flatMap(({ _id: invitationId, email, invitedBy, expiresAt, emailedAs }) => {
    const user = users.get(email);
    if (expiresAt <= services.now() || user?.status === 'removed') return [];
    return {
      _id: `invited-${(emailedAs ?? invitationId).toHexString()}`,
      cause: { kind: 'guardian invited' as const, childId, invitationId, invitedBy },
      // Nobody has told us a name.
      to: { name: '', address: email },
      ...(user?.isVerified && { userId: user._id }),
      isEssential: true,
      notAfter: expiresAt,
    };
  });
}
