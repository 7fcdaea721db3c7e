import { useNavigate } from 'react-router-dom';
import { AddCourseForm } from '../../features/class-admin/edit/add-class-form.tsx';
import { paths } from '../../lib/paths.ts';
import { PageHeading } from '../../ui/page-heading.tsx';

export function AdminAddCoursePage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeading>Add a Course</PageHeading>
      <AddCourseForm
        onAdded={(tag) => void navigate(`${paths.updateCourse}?search=${tag.toUpperCase()}`)}
      />
    </>
  );
}
