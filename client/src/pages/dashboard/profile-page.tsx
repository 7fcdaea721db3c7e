import { ProfileForm } from '../../features/account/profile-form.tsx';
import { MailAddress } from '../../features/account/mail-address.tsx';
import { linkToDashboard } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';
import { isParent } from '../../session/is-parent.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

/** Where everybody changes their name, photo and phone. */
export function ProfilePage() {
  const { user, readUserAgain } = useSession();
  if (!user) return null;
  const back = { to: linkToDashboard(user.role), label: 'Dashboard' };
  return (
    <>
      <BackLink {...back} />
      <PageHeading
        lead={
          isParent(user)
            ? 'Classes that you join yourself list you under this name. Receipts keep the name that they were made out to.'
            : 'This is how other people at the school see you.'
        }
      >
        Update Profile
      </PageHeading>
      {/* The new name and photo also belong in the navigation bar. */}
      <ProfileForm user={user} onSaved={() => void readUserAgain()} />
      <MailAddress email={user.email} />
    </>
  );
}
