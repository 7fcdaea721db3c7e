import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { readOnce } from '../../lib/read.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ABOUT } from './about-part.tsx';
import { BOOKING } from './booking-part.tsx';
import { DAYS } from './days-part.tsx';
import { EMAILS } from './emails-part.tsx';
import { MONEY } from './money-part.tsx';
import { TEXTS } from './texts-part.tsx';
import { SchoolForm } from './school-form.tsx';
import { SCHOOL_TABS, type SchoolTab } from './school-labels.ts';

const FORMS: Record<SchoolTab, object> = {
  about: ABOUT,
  days: DAYS,
  booking: BOOKING,
  money: MONEY,
  texts: TEXTS,
  emails: EMAILS,
};

/** Where a director says who the school is and how it works. R604 */
export function SchoolSettings() {
  const [query] = useSearchParams();
  const part = query.get('part') ?? 'about';
  const name = part in SCHOOL_TABS ? (part as SchoolTab) : 'about';
  const school = useQuery(readOnce('GET /school'));
  return (
    <>
      <PageHeading lead="Who you are and how you work. Families see it on pages, in emails and on papers within seconds. A tab that is already open shows it after it reloads.">
        School
      </PageHeading>
      <nav aria-label="Parts of the school" className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {Object.entries(SCHOOL_TABS).map(([key, { label }]) => (
            <li key={key}>
              <Link
                to={`${paths.school}?part=${key}`}
                aria-current={key === name ? 'page' : undefined}
                className={`btn ${key === name ? 'btn-primary' : 'btn-outline'}`}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {school.isPending ? (
        <div className="grid gap-6 xl:grid-cols-2" role="status" aria-label="Loading">
          <div className="skeleton h-110" />
          <div className="skeleton h-110" />
        </div>
      ) : school.isError ? (
        <LoadProblem what="The school" query={school} />
      ) : (
        Object.entries(FORMS).map(([key, form]) => (
          <SchoolForm key={key} saved={school.data} part={form as never} isHidden={key !== name} />
        ))
      )}
    </>
  );
}
