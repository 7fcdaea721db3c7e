import type { User } from '@speakifyr/contract/identity.ts';
import { useLocation } from 'react-router-dom';
import { HealthNotes } from '../../features/children/health-notes.tsx';
import { type Emailed, EnrolledCourses } from '../../features/enrollment/enrolled-courses.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { useSession } from '../../session/auth.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useUnanswered } from './use-unanswered.ts';

/** The enrolled courses of the student and their children. */
export function EnrolledCoursesPage() {
  const { user } = useSession();
  return user && <EnrolledCoursesOf user={user} />;
}

function EnrolledCoursesOf({ user: { email } }: { user: User }) {
  const { state } = useLocation();
  const unanswered = useUnanswered(email);
  return (
    <>
      <PageHead {...DASHBOARD_HEADS.enroll} />
      <h1 className="mb-6 text-3xl font-extrabold">Enrolled Course</h1>
      <EnrolledCourses
        email={email}
        awaiting={readAwaiting(state)}
        emailed={readEmailed(state)}
        notes={unanswered && <HealthNotes unanswered={unanswered} />}
      />
    </>
  );
}

/** The payment that led here, if its enrollment was still to come. */
function readAwaiting(state: unknown): string | undefined {
  if (typeof state !== 'object' || !state || !('awaiting' in state)) return undefined;
  return typeof state.awaiting === 'string' ? state.awaiting : undefined;
}

/** What the step that led here causes to be emailed. */
function readEmailed(state: unknown): Emailed | undefined {
  if (typeof state !== 'object' || !state || !('emailed' in state)) return undefined;
  return state.emailed === 'receipt' || state.emailed === 'confirmation'
    ? state.emailed
    : undefined;
}
