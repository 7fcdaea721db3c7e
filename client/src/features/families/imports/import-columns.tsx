import {
  FIELDS_OF,
  type ImportField,
  type ImportKind,
  labelOf,
} from '@speakifyr/contract/import-fields.ts';
import type { ImportState } from '@speakifyr/contract/imports.ts';
import { SelectField } from '../../../ui/field.tsx';
import { PageSection } from '../../../ui/page-heading.tsx';

type Props = {
  kind: ImportKind;
  columns: NonNullable<ImportState['columns']>;
  onChange: (columns: ImportField[]) => void;
};

/** What each column of the file is read as, with examples from the file. The director can say it better. */
export function ImportColumns({ kind, columns, onChange }: Props) {
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
