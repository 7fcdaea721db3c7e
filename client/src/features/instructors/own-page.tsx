import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { read } from '../../lib/read.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { NameSwitch } from './name-switch.tsx';
import { OwnPageForm } from './own-page-form.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

type Props = {
  /** Called when the page was saved. */
  onSaved: () => void;
};

/** Where an instructor writes about themselves. R534 */
export function OwnPage({ onSaved }: Props) {
  const page = useQuery(read('GET /myInstructorPage'));
  return (
    <>
      <PageHeading lead="Families read this on the Home page, on the Instructors page and next to your class.">
        My Page
      </PageHeading>
      {page.isPending ? (
        <div role="status" aria-label="Loading your page" className="skeleton h-[34rem]" />
      ) : page.isError ? (
        <LoadProblem what="Your page" query={page} />
      ) : (
        <>
          <NameSwitch />
          <Visibility hasText={page.data.details !== ''} />
          <OwnPageForm page={page.data} onSaved={onSaved} />
        </>
      )}
    </>
  );
}

function Visibility({ hasText }: { hasText: boolean }) {
  return (
    <p
      role="status"
      className={`mb-4 flex items-start gap-3 rounded-xl p-4 ${hasText ? 'bg-success/12' : 'bg-accent/25'}`}
    >
      <Eye className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>
        <span>
          {hasText
            ? 'Your page is public. '
            : `Your name, photo and email are public. Until you save a text about yourself, families read “${LABELS.noInstructorText}” `}
        </span>
        <Link to={paths.instructors} className="link font-semibold">
          See all instructors
        </Link>
      </span>
    </p>
  );
}
