import { Link, useLocation } from 'react-router-dom';
import { linkToPageOf, paths } from '../../lib/paths.ts';
import { ClassDay } from './class-day.tsx';
import { EveryoneNow } from './everyone-now.tsx';
import type { KeptWork } from './kept-work.ts';
import { UnsentNote } from './unsent-note.tsx';

/** The lists that a phone has kept, while nobody can say who the person is: there is no connection. */
export function OfflineLists({ role, days }: KeptWork) {
  const location = useLocation();
  const isEveryone = location.pathname === paths.everyone;
  const address = location.pathname + location.search;
  const shown = days.find(({ classId }) => address.includes(classId)) ?? days[0];
  const linkTo = (classId: string) =>
    role === 'admin'
      ? linkToPageOf('classDay', classId)
      : `${paths.courseDay}?${new URLSearchParams({ class: classId })}`;
  const links = [
    ...days.map(({ classId, className }) => ({
      to: linkTo(classId),
      label: className,
      isShown: !isEveryone && classId === shown?.classId,
    })),
    { to: paths.everyone, label: 'Everyone, now', isShown: isEveryone || !shown },
  ];
  return (
    <div className="bg-base-200 min-h-dvh print:bg-white">
      <UnsentNote />
      <main className="frame mx-auto w-full max-w-6xl px-4 py-6 sm:px-8">
        <nav aria-label="Lists on this phone" className="mb-4 flex flex-wrap gap-2 print:hidden">
          {links.map(({ to, label, isShown }) => (
            <Link
              key={to}
              to={to}
              aria-current={isShown ? 'page' : undefined}
              className={`btn h-auto min-h-12 ${isShown ? 'btn-primary' : 'btn-outline'}`}
            >
              {label}
            </Link>
          ))}
        </nav>
        {isEveryone || !shown ? (
          <EveryoneNow linkToDay={role === 'admin' ? linkTo : undefined} />
        ) : (
          <ClassDay
            key={shown.classId}
            classId={shown.classId}
            sheet={paths.dashboard}
            mayOverride={role === 'admin'}
            showRecords={() => <RecordsNote />}
          />
        )}
      </main>
    </div>
  );
}

/** What a child gets, and what happened to it, is not kept on a phone. decisions/0071 */
function RecordsNote() {
  return (
    <section aria-labelledby="records-heading" className="mt-8">
      <h2 id="records-heading" className="mb-3 text-2xl font-bold">
        Medicine and incidents
      </h2>
      <p>
        They need a connection. Until it is back, look at the printed day list, and write on paper
        what you gave and what happened.
      </p>
    </section>
  );
}
