import { MESSAGE_GROUPS, type MessageGroup } from '@speakifyr/contract/message-groups.ts';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { linkToSentMessages } from '../../../lib/dashboard-links.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { ClassPicker } from '../../../ui/class-picker.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { MessageComposer } from './message-composer.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

const GROUP_LABELS: Record<MessageGroup, string> = {
  enrolled: 'Everyone enrolled',
  'health missing': 'Enrolled, answer about health missing',
  'contact missing': 'Enrolled, no emergency contact',
  waiting: 'Everyone on the waiting list',
};

/** Writes one email to the families of several classes, or to those of them who lack something. */
export function FamilyMessage({ author }: { author: string }) {
  const classes = useQuery(
    read('GET /classList', {
      query: { status: 'open', season: 'coming', sort: 'camp_start' },
    }),
  );
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
          <ClassPicker
            classes={classes.map((one) => ({ ...one, note: `${one.enrolled} enrolled` }))}
            chosen={chosen}
            onChange={setChosen}
          />
        </div>
      }
    />
  );
}
