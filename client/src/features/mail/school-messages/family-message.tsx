import { MESSAGE_GROUPS, type MessageGroup } from '@speakifyr/contract/message-groups.ts';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDays } from '../../../lib/format.ts';
import { linkToSentMessages } from '../../../lib/dashboard-links.ts';
import { paths } from '../../../lib/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { comingClassesOptions } from './class-message.queries.ts';
import { MessageComposer } from './message-composer.tsx';
import { listStarts } from './start-choices.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';

const GROUP_LABELS: Record<MessageGroup, string> = {
  enrolled: 'Everyone enrolled',
  'health missing': 'Enrolled, answer about health missing',
  'contact missing': 'Enrolled, no emergency contact',
  waiting: 'Everyone on the waiting list',
};

/** Writes one email to the families of several classes, or to those of them who lack something. */
export function FamilyMessage({ author }: { author: string }) {
  const classes = useQuery(comingClassesOptions());
  return (
    <>
      <PageHeading lead="One email to the families of one class or many. A parent with seats in several of them gets it once.">
        Write to families
      </PageHeading>
      {classes.data ? (
        <Writing author={author} classes={classes.data} />
      ) : classes.error ? (
        <LoadProblem what="The classes" query={classes} />
      ) : (
        <div className="skeleton h-[44rem] max-w-3xl" role="status" aria-label="Loading" />
      )}
    </>
  );
}

function Writing({ author, classes }: { author: string; classes: ListedClass[] }) {
  const [group, setGroup] = useState<MessageGroup>('enrolled');
  const [chosen, setChosen] = useState<string[]>([]);
  if (classes.length === 0)
    return <EmptyState title="No coming classes" text="When there are some, write to them here." />;
  return (
    <MessageComposer
      place={{ author, to: 'families' }}
      target={{ classIds: chosen, group }}
      back={{ to: paths.manage, label: 'Manage' }}
      outbox={linkToSentMessages()}
      chooser={
        <div className="card bg-base-100 shadow-card mb-6 grid max-w-3xl gap-6 p-5 sm:p-8">
          <SelectField
            label="Who gets it"
            value={group}
            onChange={(event) => setGroup(event.target.value as MessageGroup)}
          >
            {MESSAGE_GROUPS.map((one) => (
              <option key={one} value={one}>
                {GROUP_LABELS[one]}
              </option>
            ))}
          </SelectField>
          <ClassChoice classes={classes} chosen={chosen} onChange={setChosen} />
        </div>
      }
    />
  );
}

type ChoiceProps = {
  classes: ListedClass[];
  /** Their ids. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
};

/** All classes that start in a week or on a day at once, or one by one. */
function ClassChoice({ classes, chosen, onChange }: ChoiceProps) {
  const starts = listStarts(classes);
  return (
    <>
      <SelectField
        label="Choose all that start"
        value=""
        onChange={(event) => onChange(starts[Number(event.target.value)]?.ids ?? [])}
      >
        <option value="" disabled>
          Choose…
        </option>
        {starts.map(({ label, ids }, place) => (
          <option key={label} value={place}>
            {label} ({ids.length})
          </option>
        ))}
      </SelectField>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-semibold" aria-live="polite">
          Classes: {chosen.length} of {classes.length} chosen
        </legend>
        <ul className="rounded-field border-base-content/25 max-h-72 overflow-y-auto border px-4 py-1">
          {classes.map(({ _id, name, camp_start, camp_end, enrolled }) => (
            <li key={_id}>
              <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
                <input
                  type="checkbox"
                  className="accent-primary mt-0.5 size-5 shrink-0"
                  checked={chosen.includes(_id)}
                  onChange={({ target }) =>
                    onChange(
                      target.checked ? [...chosen, _id] : chosen.filter((one) => one !== _id),
                    )
                  }
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="block font-semibold">{name}</span>
                  <span className="text-base-content/80 text-sm">
                    {formatDays(camp_start, camp_end)}, {enrolled} enrolled
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </>
  );
}
