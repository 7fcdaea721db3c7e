import { useNavigate } from 'react-router-dom';
import { CourseList } from '../../features/class-admin/edit/editable-classes.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { linkToEditCourse } from '../../lib/paths.ts';
import { TaskPage } from './task-page.tsx';

export function AdminUpdateCoursePage() {
  const navigate = useNavigate();
  return (
    <TaskPage head={DASHBOARD_HEADS.updateCourse}>
      <CourseList onDuplicated={(id) => void navigate(linkToEditCourse(id))} />
    </TaskPage>
  );
}
