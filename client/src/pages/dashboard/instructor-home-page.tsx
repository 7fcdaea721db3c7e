import { YourData } from '../../features/account/your-data.tsx';
import { NameSwitch } from '../../features/instructors/name-switch.tsx';
import { InstructorHome } from '../../features/roster/instructor-home.tsx';
import { OwnCertificates } from '../../features/roster/own-certificates.tsx';
import { TeamsLater, TeamsToday } from '../../features/roster/team-days.tsx';
import { useSession } from '../../session/auth.tsx';

export function InstructorHomePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <InstructorHome user={user} today={<TeamsToday />}>
        <TeamsLater>
          <NameSwitch />
        </TeamsLater>
      </InstructorHome>
      <OwnCertificates />
      <YourData user={user} />
    </>
  );
}
