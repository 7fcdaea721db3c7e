import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';

/** Where the list of classes was. People have it in their bookmarks, and its filters are the same. */
export function AdminClassesPage() {
  const { search } = useLocation();
  return <Navigate to={{ pathname: paths.updateCourse, search }} replace />;
}
