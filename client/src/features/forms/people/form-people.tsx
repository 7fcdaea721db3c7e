import type { FormPerson, OfficeForm } from '@speakifyr/contract/forms.ts';
import { slugText } from '@speakifyr/contract/format.ts';
import { useQuery } from '@tanstack/react-query';
import { Mail, Printer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { countOf } from '../../../lib/count-of.ts';
import { saveCsv } from '../../../lib/csv.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { saveWorkbook } from '../../../lib/workbook.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { hasNewFile, isLacking, listAnswerRows } from './answer-file.ts';
import { FormPersonRow } from './form-person-row.tsx';
import { PrintedSignatures } from './printed-signatures.tsx';

const readId = (text: string) => (/^[0-9a-f]{24}$/.test(text) ? text : undefined);
const FILTERS = {
  form: readId,
  class: readId,
  family: readId,
  show: oneOf(['lacking', 'documents']),
};

/** Who has answered which form, and what is missing: of a form, in a class, or of a family. R667 */
export function FormPeople() {
  const { filters, setFilter } = useListAddress(FILTERS);
  const { form: formId, class: classId, family: familyId } = filters;
  const forms = useQuery(read('GET /forms'));
  const classes = useQuery(read('GET /classChoices'));
  const people = useQuery(
    read('GET /formPeople', {
      query: {
        ...(formId && { formId }),
        ...(classId && { classId }),
        ...(familyId && { familyId }),
      },
    }),
  );
  const asked = (forms.data ?? []).filter(
    ({ published, isArchived, _id }) => published && (!isArchived || _id === formId),
  );
  const all = people.data ?? [];
  const lacking = all.filter(isLacking);
  const toLookAt = all.filter(hasNewFile);
  const shown = { lacking, documents: toLookAt, all }[filters.show ?? 'all'];
  const writeTo = new URLSearchParams({
    group: 'forms missing',
    ...(classId && { class: classId }),
    ...(formId && { form: formId }),
  });
  return (
    <>
      <PageHeading
        lead={
          people.data &&
          [
            lacking.length === 0
              ? 'Nothing is missing here.'
              : `${countOf(lacking.length, 'answer')} still missing.`,
            toLookAt.length > 0 && `${countOf(toLookAt.length, 'document')} to look at.`,
          ]
            .filter(Boolean)
            .join(' ')
        }
      >
        Answers to forms
      </PageHeading>
      <ListFilters>
        <FilterSelect
          label="Form"
          all="All forms"
          options={asked.map(({ _id, published }) => ({
            value: _id,
            label: published?.name ?? '',
          }))}
          value={formId}
          onChange={(value) => setFilter('form', value)}
        />
        <FilterSelect
          label="Class"
          all="All coming classes"
          options={(classes.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
          value={classId}
          onChange={(value) => setFilter('class', value)}
        />
        <FilterSelect
          label="Show"
          all="Everybody"
          options={[
            { value: 'lacking', label: 'Missing answers' },
            { value: 'documents', label: 'To look at' },
          ]}
          value={filters.show}
          onChange={(value) => setFilter('show', value)}
        />
        <Link
          to={`${paths.familyMessage}?${writeTo.toString()}`}
          className="btn btn-outline btn-primary col-span-2"
        >
          <Mail className="size-4" aria-hidden="true" />
          <span>
            {formId ? 'Write to those who lack this form' : 'Write to those with missing forms'}
          </span>
        </Link>
      </ListFilters>
      {people.data && forms.data ? (
        shown.length === 0 ? (
          <EmptyState
            title="Nobody here"
            text={
              filters.show === 'documents'
                ? 'You have looked at all files.'
                : 'Nobody with a paid seat is asked, or all have answered.'
            }
          />
        ) : (
          forms.data.map((form) => (
            <OfForm
              key={form._id}
              form={form}
              people={shown.filter((one) => one.formId === form._id)}
            />
          ))
        )
      ) : people.isError ? (
        <LoadProblem what="The answers" query={people} />
      ) : forms.isError ? (
        <LoadProblem what="The forms" query={forms} />
      ) : (
        <div className="skeleton h-96" role="status" aria-label="Loading" />
      )}
    </>
  );
}

function OfForm({ form, people }: { form: OfficeForm; people: FormPerson[] }) {
  const { published } = form;
  if (!published || people.length === 0) return null;
  const rows = listAnswerRows(published, people);
  const name = slugText(published.name) || 'form';
  return (
    <>
      <div className={published.kind === 'waiver' ? 'print:hidden' : ''}>
        <PageSection title={`${published.name} : ${people.length}`}>
          <div className="mb-3 flex flex-wrap gap-3 print:hidden">
            <ExportButton
              label="Export CSV"
              fileName={`${name}.csv`}
              onSave={async () => Promise.resolve(saveCsv(`${name}.csv`, rows))}
            />
            <ExportButton
              label="Export XLSX"
              fileName={`${name}.xlsx`}
              onSave={() => saveWorkbook(`${name}.xlsx`, rows)}
            />
            <button
              type="button"
              className="btn btn-outline btn-primary"
              onClick={() => window.print()}
            >
              <Printer className="size-4" aria-hidden="true" />
              <span>Print</span>
            </button>
          </div>
          <ul className="grid gap-3 lg:grid-cols-2">
            {people.map((person) => (
              <FormPersonRow key={person.personId} form={form} person={person} />
            ))}
          </ul>
        </PageSection>
      </div>
      {published.kind === 'waiver' && <PrintedSignatures form={form} people={people} />}
    </>
  );
}
