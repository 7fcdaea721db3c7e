import { UpdateInstructor } from '../../features/instructors/update-instructor.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { TaskPage } from './task-page.tsx';

export function AdminUpdateInstructorPage() {
  return (
    <TaskPage head={DASHBOARD_HEADS.updateInstructor}>
      <UpdateInstructor />
    </TaskPage>
  );
}
