import { SelectedCourses } from '../../features/cart/selected-courses.tsx';
import { useSession } from '../../session/auth.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export function SelectedCoursesPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <PageTitle title="Selected Course | User dashboard" />
      <SelectedCourses email={user.email} />
    </>
  );
}
