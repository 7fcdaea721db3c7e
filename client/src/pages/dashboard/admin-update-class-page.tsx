import { useNavigate } from 'react-router-dom';
import { ClassList } from '../../features/class-admin/edit/class-list.tsx';
import { linkToEditCourse } from '../../lib/dashboard-links.ts';

export function AdminUpdateCoursePage() {
  const navigate = useNavigate();
  return <ClassList onDuplicated={(id) => void navigate(linkToEditCourse(id))} />;
}
