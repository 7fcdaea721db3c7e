import { useParams } from 'react-router-dom';
import { AttendanceSheet } from '../../features/attendance/attendance-sheet.tsx';
import { linkToClassDay } from '../../lib/paths.ts';
import { BackLink } from './back-link.tsx';

export function AdminAttendancePage() {
  const { id = '' } = useParams();
  return (
    <>
      <BackLink to={linkToClassDay(id)} label="Day list" />
      <AttendanceSheet key={id} classId={id} />
    </>
  );
}
