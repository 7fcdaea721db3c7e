import { useQuery } from '@tanstack/react-query';
import { CircleHelp, Eye, Lock, type LucideIcon, Printer, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { readApiError } from '../../../lib/api.ts';
import { formatDays } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { CarePersonCard } from './care-person.tsx';
import { PageTitle } from '../../../ui/page-heading.tsx';

type Sheet = Output<Contract['GET /classCare/:classId']>;

/** What those who look after the children of a class must know, also to print. */
export function CareSheet({ classId }: { classId: string }) {
  const sheet = useQuery(read('GET /classCare/:classId', { params: { classId } }));
  if (sheet.isPending)
    return (
      <div role="status" aria-label="Loading">
        <Heading />
        <div className="skeleton mb-6 h-6 w-64 max-w-full" />
        <div className="skeleton mb-5 h-24 w-full" />
        <div className="skeleton mb-5 h-72 w-full" />
        <div className="skeleton h-72 w-full" />
      </div>
    );
  if (sheet.isError) {
    const { code, message } = readApiError(sheet.error);
    return (
      <>
        <Heading />
        {code === 'care_sheet_closed' ? (
          <ClosedNote text={message} />
        ) : code === 'not_found' ? (
          <EmptyState title="This class does not exist" text="The link may be incomplete." />
        ) : (
          <ErrorState
            title="The care sheet could not be loaded"
            text={message}
            onRetry={() => void sheet.refetch()}
          />
        )}
      </>
    );
  }
  return <OpenSheet sheet={sheet.data} />;
}

function OpenSheet({ sheet: { name, camp_start, camp_end, people } }: { sheet: Sheet }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Heading />
        {people.length > 0 && (
          <button
            type="button"
            className="btn btn-outline btn-primary print:hidden"
            onClick={() => window.print()}
          >
            <Printer className="size-4" aria-hidden="true" />
            Print
          </button>
        )}
      </div>
      <p className="mb-4">
        <strong>{name}</strong> · {formatDays(camp_start, camp_end)}
      </p>
      <p className="bg-base-300 mb-5 flex items-start gap-2.5 rounded-xl p-3 print:border print:bg-white">
        <Eye className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span>
          This page is confidential: it is only for those who look after the children. The school
          records who reads it, once a day. Destroy a printed copy after the class.
        </span>
      </p>
      {people.length === 0 ? (
        <EmptyState
          title="Nobody is enrolled yet"
          text="When a child has a paid seat, it appears here."
        />
      ) : (
        <>
          <Overview people={people} />
          <ul className="grid gap-5 print:block">
            {sortBySeverity(people).map((person) => (
              <CarePersonCard key={person.cartId} person={person} campEnd={camp_end} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Children with severe allergies first; within both groups, the order stays. */
function sortBySeverity(people: Sheet['people']): Sheet['people'] {
  return people.toSorted((a, b) => Number(b.hasSevereAllergy) - Number(a.hasSevereAllergy));
}

/** Names whom to look at first. */
function Overview({ people }: Pick<Sheet, 'people'>) {
  const severe = people.filter(({ hasSevereAllergy }) => hasSevereAllergy);
  const missing = people.filter(({ childId, health }) => childId !== null && !health);
  return (
    <div className="mb-5 space-y-1.5">
      {severe.length > 0 && (
        <OverviewLine icon={TriangleAlert} label="Severe allergies" people={severe} />
      )}
      {missing.length > 0 && (
        <OverviewLine icon={CircleHelp} label="Health information is missing" people={missing} />
      )}
    </div>
  );
}

type LineProps = { icon: LucideIcon; label: string; people: Sheet['people'] };

function OverviewLine({ icon: Icon, label, people }: LineProps) {
  return (
    <p className="text-error flex items-start gap-2 font-semibold print:text-black">
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>
        {label}: {people.map(({ name }) => name).join(', ')}
      </span>
    </p>
  );
}

function Heading() {
  return (
    <div className="mb-2">
      <PageTitle>Care sheet</PageTitle>
    </div>
  );
}

function ClosedNote({ text }: { text: ReactNode }) {
  return (
    <div className="note-panel">
      <span className="note-icon bg-accent/25">
        <Lock className="size-7" aria-hidden="true" />
      </span>
      <p className="note-title">The care sheet is closed</p>
      <p className="text-base-content/80">{text}</p>
      <p className="text-base-content/80">
        It has the children’s health and the phone numbers of their families, so it is only open
        around the class.
      </p>
    </div>
  );
}
