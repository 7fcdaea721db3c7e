import { useParams } from 'react-router-dom';
import { CareSheet } from '../../features/families/care/care-sheet.tsx';
import { linkToClassPeople } from '../../lib/paths.ts';
import { BackLink } from './back-link.tsx';

export function AdminCarePage() {
  const { id = '' } = useParams();
  const back = { to: linkToClassPeople(id), label: 'Students of the class' };
  return (
    <>
      <BackLink {...back} />
      <CareSheet key={id} classId={id} />
    </>
  );
}
