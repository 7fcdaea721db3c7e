import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { EditCourse } from '../../features/class-admin/edit/edit-class.tsx';
import { paths } from '../../lib/paths.ts';

/** The course comes in the navigation's state (spec section 2), or by its id in the address: reload, pasted link. */
export function AdminEditCoursePage() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  return (
    <EditCourse
      key={id}
      id={id}
      listed={readCourse(state)}
      onUpdated={() => void navigate(paths.updateCourse)}
    />
  );
}

/** What the list's link brings along. */
function readCourse(state: unknown): Pick<CampClass, 'name' | 'image'> | undefined {
  if (typeof state !== 'object' || !state || !('course' in state)) return undefined;
  const { course } = state;
  if (typeof course !== 'object' || !course || !('name' in course) || !('image' in course))
    return undefined;
  const { name, image } = course;
  return typeof name === 'string' && typeof image === 'string' ? { name, image } : undefined;
}
