import type { BankFile, ColumnRole } from '@speakifyr/contract/bank-transfers.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { WarningLine } from '../../../ui/warning-line.tsx';
import { ROLE_LABELS, ROLES } from './column-roles.ts';

/** Of these there may be several. */
const MANY: ColumnRole[] = ['currency', 'state', 'reference', 'name', 'other'];

type Props = {
  file: BankFile;
  /** undefined: as the names of the columns say. */
  onRoles: (roles: ColumnRole[] | undefined) => void;
};

/** Which column was taken for what. The office can say it better, and the next file of this kind is read so. R554 */
export function FileColumns({ file, onRoles }: Props) {
  const { format, columns, questions } = file;
  if (columns.length === 0) return <p className="mb-6">{`Read as ${format}.`}</p>;
  const roles = columns.map(({ role }) => role);
  // Nothing is read until the office has answered.
  const isWaiting = questions.length > 0 && file.transfers.length + file.leftOut.length === 0;
  const used = columns.filter(({ role }) => role !== 'other');
  const change = (changed: number, role: ColumnRole) =>
    onRoles(
      roles.map((one, place) => {
        if (place === changed) return role;
        return one === role && !MANY.includes(role) ? 'other' : one;
      }),
    );
  return (
    <section aria-label="How the file was read" className="mb-8">
      {questions.map((question) => (
        <WarningLine key={question}>{question}</WarningLine>
      ))}
      <p className="mb-2 [overflow-wrap:anywhere]">
        {`Read as ${format}. ${used.map(({ name, role }) => `${ROLE_LABELS[role]}: “${name}”`).join(', ')}.`}
      </p>
      <details open={isWaiting}>
        <summary className="link cursor-pointer font-semibold">Change what a column is</summary>
        <p className="text-base-content/80 mt-2 mb-4 max-w-prose">
          The file is read again with your choice. This browser uses it for the next file with these
          columns, too.
        </p>
        <div className="mb-4 grid max-w-4xl gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ name, role }, place) => (
            <SelectField
              key={place}
              label={name || `Column ${place + 1}`}
              value={role}
              onChange={({ target }) => change(place, target.value as ColumnRole)}
            >
              {ROLES.map((one) => (
                <option key={one} value={one}>
                  {ROLE_LABELS[one]}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        <Button className="btn-outline btn-sm" onClick={() => onRoles(undefined)}>
          Read the columns by their names again
        </Button>
      </details>
    </section>
  );
}
