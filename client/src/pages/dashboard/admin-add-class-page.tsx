import { useNavigate } from 'react-router-dom';
import { AddCourseForm } from '../../features/class-admin/edit/add-class-form.tsx';
import { paths } from '../../lib/paths.ts';

export function AdminAddCoursePage() {
  const navigate = useNavigate();
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">Add a Course</h1>
      <AddCourseForm onAdded={() => void navigate(paths.updateCourse)} />
    </>
  );
}
