import type { OfficeForm } from '@speakifyr/contract/forms.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { linkToForm, linkToFormPeople } from '../../../lib/dashboard-links.ts';
import { countOf } from '../../../lib/count-of.ts';
import { formatDate } from '../../../lib/format.ts';
import { makeId } from '../../../lib/make-id.ts';
import { read } from '../../../lib/read.ts';
import { useBundle } from '../../../session/rights.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { TEMPLATES } from './templates.ts';

/** The school's forms, and who still lacks them. Directors write them; the office reads them. R662, R667 */
export function FormList() {
  const forms = useQuery(read('GET /forms'));
  const isDirector = useBundle() === 'director';
  return (
    <>
      <PageHeading lead="What families answer once their seat is safe: questions, waivers, consents and documents. A missing form never frees a seat.">
        Forms
      </PageHeading>
      {forms.data ? (
        <>
          <Group title="Asked now" none="No form is asked yet." isDirector={isDirector}>
            {forms.data.filter((form) => form.published && !form.isArchived)}
          </Group>
          {isDirector && <NewForm />}
          <Group title="Drafts" isDirector={isDirector}>
            {forms.data.filter((form) => !form.published && !form.isArchived)}
          </Group>
          <Group title="Archived" isDirector={isDirector}>
            {forms.data.filter(({ isArchived }) => isArchived)}
          </Group>
        </>
      ) : forms.isError ? (
        <LoadProblem what="The forms" query={forms} />
      ) : (
        <div className="skeleton h-96 max-w-3xl" role="status" aria-label="Loading" />
      )}
    </>
  );
}

function NewForm() {
  const navigate = useNavigate();
  return (
    <PageSection title="A new form from">
      <div className="flex max-w-3xl flex-wrap gap-2">
        {TEMPLATES.map(({ from, label }) => (
          <button
            key={from}
            type="button"
            className="btn btn-outline btn-primary h-auto min-h-11 py-1.5"
            onClick={() => void navigate(`${linkToForm(makeId())}?from=${from}`)}
          >
            {label}
          </button>
        ))}
      </div>
    </PageSection>
  );
}

type GroupProps = { title: string; none?: string; isDirector: boolean; children: OfficeForm[] };

function Group({ title, none, isDirector, children: forms }: GroupProps) {
  if (forms.length === 0 && !none) return null;
  return (
    <PageSection title={title} {...(none && { none })}>
      {forms.length > 0 && (
        <ul className="grid max-w-3xl gap-4">
          {forms.map((form) => (
            <FormRow key={form._id} form={form} isDirector={isDirector} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

function FormRow({ form, isDirector }: { form: OfficeForm; isDirector: boolean }) {
  const { _id, draft, published, versions, asked, lacking, isArchived } = form;
  const terms = published ?? draft;
  const last = versions.at(-1);
  if (!terms) return null;
  return (
    <li className="card bg-base-100 shadow-card space-y-2 p-5 [overflow-wrap:anywhere]">
      <h3 className="text-lg font-bold">{terms.name || 'Without a name'}</h3>
      <p className="text-base-content/80 text-sm">
        {[
          `${KINDS[terms.kind]} about ${ABOUT[terms.about]}`,
          last && `version ${last.version} of ${formatDate(new Date(last.at))}`,
          terms.due && `due ${formatDate(terms.due)}`,
          published && draft && 'with changes that are not published',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {published && !isArchived && (
        <p className="font-semibold">
          {asked === 0
            ? 'Nobody is asked yet.'
            : lacking === 0
              ? `${countOf(asked, 'answer')}, none is missing.`
              : `${lacking} of ${asked} still have to answer.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {published && (
          <Link to={linkToFormPeople({ form: _id })} className="btn btn-primary btn-sm">
            Who has answered <span className="sr-only">{terms.name}</span>
          </Link>
        )}
        {isDirector && (
          <Link to={linkToForm(_id)} className="btn btn-outline btn-sm">
            Change <span className="sr-only">{terms.name}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

const KINDS = {
  questions: 'Questions',
  waiver: 'Waiver',
  consent: 'Consent',
  document: 'Document',
} as const;
const ABOUT = { child: 'a child', family: 'a family', instructor: 'an instructor' } as const;
