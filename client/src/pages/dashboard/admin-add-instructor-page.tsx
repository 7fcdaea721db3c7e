import { AddInstructor } from '../../features/instructors/add-instructor.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { TaskPage } from './task-page.tsx';

export function AdminAddInstructorPage() {
  return (
    <TaskPage head={DASHBOARD_HEADS.addInstructor}>
      <AddInstructor />
    </TaskPage>
  );
}
