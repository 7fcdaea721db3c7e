import { SelectedCourses } from '../../features/cart/selected-courses.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function SelectedCoursesPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.myClasses} />
      <SelectedCourses email={user.email} />
    </>
  );
}
