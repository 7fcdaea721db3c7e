import { useParams } from 'react-router-dom';
import { CareSheet } from '../../features/family/care/care-sheet.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { linkToClassPeople } from '../../lib/paths.ts';
import { TaskPage } from './task-page.tsx';

export function AdminCarePage() {
  const { id = '' } = useParams();
  const back = { to: linkToClassPeople(id), label: 'Students of the class' };
  return (
    <TaskPage head={DASHBOARD_HEADS.classCare} back={back}>
      <CareSheet key={id} classId={id} />
    </TaskPage>
  );
}
