import { useNavigate } from 'react-router-dom';
import { CourseList } from '../../features/class-admin/edit/editable-classes.tsx';
import { linkToEditCourse } from '../../lib/dashboard-links.ts';

export function AdminUpdateCoursePage() {
  const navigate = useNavigate();
  return <CourseList onDuplicated={(id) => void navigate(linkToEditCourse(id))} />;
}
