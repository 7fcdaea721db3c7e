import {
  FIELDS_OF,
  IMPORT_DAYS,
  type ImportField,
  type ImportKind,
  labelOf,
  MAX_IMPORT_BYTES,
} from '@speakifyr/contract/import-fields.ts';
import type { ImportState } from '@speakifyr/contract/imports.ts';
import { type ChangeEvent, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { makeId } from '../../../lib/make-id.ts';
import { readText } from '../../../lib/read-text.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { ImportList } from './import-list.tsx';
import { ImportPreview } from './import-preview.tsx';

type Wanted = { id: string; kind: ImportKind; text: string; columns?: ImportField[] };

/**
 * A director brings families or classes from another system: a file, its columns, what it would do, and then the run. Below,
 * what was imported, to undo and to invite. R616, R618
 */
export function Imports() {
  const look = useChange('POST /imports');
  const run = useChange('POST /imports');
  const [wanted, setWanted] = useState<Wanted>({ id: makeId(), kind: 'families', text: '' });
  const [problem, setProblem] = useState('');

  function read(changed: Omit<Wanted, 'id'>) {
    const body = { ...changed, id: makeId() };
    setWanted(body);
    setProblem('');
    run.reset();
    if (body.text) look.mutate({ body });
    else look.reset();
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    const { kind } = wanted;
    try {
      const isLarge = file.size > MAX_IMPORT_BYTES;
      const text = isLarge ? '' : await readText(file);
      read({ kind, text });
      if (isLarge) setProblem('The file has more than 5 MB. Please split it.');
      else if (!text) setProblem('The file is empty.');
    } catch {
      setProblem('The file can’t be read. Choose it again.');
    }
  }

  const error = run.error ?? look.error;
  const plan = look.data;
  return (
    <>
      <PageHeading
        lead={`Bring your families with their children, or your classes, from another system. First you see what would happen. Nobody is emailed, and for ${IMPORT_DAYS} days you can undo what nobody has touched.`}
      >
        Import
      </PageHeading>
      <div className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-2">
        <SelectField
          label="What is in the file"
          value={wanted.kind}
          onChange={({ target }) => read({ kind: target.value as ImportKind, text: wanted.text })}
        >
          <option value="families">Families with their children</option>
          <option value="classes">Classes</option>
        </SelectField>
        <Field
          label="CSV file"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          className="pt-3"
          hint={
            wanted.kind === 'families'
              ? 'One row for each child. Up to 5 MB and 20,000 rows.'
              : 'One row for each class. Up to 5 MB and 20,000 rows.'
          }
          // The same file can be chosen again once it is corrected.
          onClick={({ currentTarget }) => (currentTarget.value = '')}
          onChange={(event) => void choose(event)}
        />
      </div>
      <FormProblem>{problem || (error && readFileProblem(error))}</FormProblem>
      {look.isPending && <div role="status" aria-label="Loading" className="skeleton mb-8 h-40" />}
      {plan && !look.isPending && !run.isSuccess && (
        <>
          <ImportColumns
            kind={wanted.kind}
            columns={plan.columns ?? []}
            onChange={(columns) => read({ kind: wanted.kind, text: wanted.text, columns })}
          />
          <ImportPreview
            kind={wanted.kind}
            plan={plan}
            isBusy={run.isPending}
            onRun={() => run.mutate({ body: { ...wanted, columns: fieldsOf(plan), run: true } })}
          />
        </>
      )}
      {run.isSuccess && (
        <p role="status" className="mb-6">
          The import has begun: see below. You can leave this page.
        </p>
      )}
      <ImportList />
    </>
  );
}

function fieldsOf({ columns = [] }: ImportState): ImportField[] {
  return columns.map(({ field }) => field);
}

function readFileProblem(error: unknown): string {
  const { message, fields } = readApiError(error);
  return fields?.['body.text'] ?? message;
}

type Props = {
  kind: ImportKind;
  columns: NonNullable<ImportState['columns']>;
  onChange: (columns: ImportField[]) => void;
};

/** What each column of the file is read as, with examples from the file. The director can say it better. */
function ImportColumns({ kind, columns, onChange }: Props) {
  const change = (changed: number, field: ImportField) =>
    onChange(
      columns.map((column, place) => {
        if (place === changed) return field;
        return column.field === field ? 'none' : column.field;
      }),
    );
  return (
    <PageSection title="Columns">
      <ul className="grid max-w-4xl gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ name, examples, field }, place) => (
          <li key={place} className="min-w-0 [overflow-wrap:anywhere]">
            {field === 'never' ? (
              <>
                <p className="mb-1.5 font-semibold">{name}</p>
                <p className="text-base-content/80 text-sm">
                  Never imported: health and cards. Families say it themselves.
                </p>
              </>
            ) : (
              <SelectField
                label={name || `Column ${place + 1}`}
                value={field}
                hint={examples.length > 0 ? examples.join(', ') : 'Empty'}
                onChange={({ target }) => change(place, target.value as ImportField)}
              >
                {FIELDS_OF[kind].map((one) => (
                  <option key={one} value={one}>
                    {labelOf(one, kind)}
                  </option>
                ))}
              </SelectField>
            )}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
