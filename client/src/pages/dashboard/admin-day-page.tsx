import { useParams } from 'react-router-dom';
import { ClassDay } from '../../features/attendance/class-day.tsx';
import { linkToClassAttendance, linkToClassPeople } from '../../lib/paths.ts';
import { BackLink } from './back-link.tsx';

export function AdminDayPage() {
  const { id = '' } = useParams();
  return (
    <>
      <BackLink to={linkToClassPeople(id)} label="Students of the class" />
      <ClassDay key={id} classId={id} sheet={linkToClassAttendance(id)} mayOverride />
    </>
  );
}
