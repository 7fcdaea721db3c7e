import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ClassMessage } from '../../features/messages/school-messages/class-message.tsx';
import { classPeopleOptions } from '../../features/class-admin/people/class-people.queries.ts';
import { linkToSentMessages } from '../../lib/dashboard-links.ts';
import { linkToClassPeople } from '../../lib/paths.ts';
import { useSession } from '../../session/auth.tsx';
import { BackLink } from './back-link.tsx';

export function AdminClassMessagePage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const people = useQuery(classPeopleOptions(id));
  if (!user) return null;
  const back = { to: linkToClassPeople(id), label: 'Students of the class' };
  return (
    <>
      <BackLink {...back} />
      <ClassMessage
        author={user.email}
        campClass={
          people.data && {
            id,
            name: people.data.name,
            enrolled: people.data.enrolled.length,
            groups: people.data.groups.groups,
          }
        }
        error={people.error}
        onRetry={() => void people.refetch()}
        back={back}
        outbox={linkToSentMessages()}
      />
    </>
  );
}
