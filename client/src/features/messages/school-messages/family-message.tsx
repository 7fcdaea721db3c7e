import { MESSAGE_GROUPS, type MessageGroup } from '@speakifyr/contract/message-groups.ts';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { linkToSentMessages } from '../../../lib/dashboard-links.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { ClassPicker } from '../../../ui/class-picker.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { MessageComposer } from './message-composer.tsx';
import type { MessageValues } from './message-fields.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

const GROUP_LABELS: Record<MessageGroup, string> = {
  enrolled: 'Everyone enrolled',
  'health missing': 'Enrolled, answer about health missing',
  'contact missing': 'Enrolled, no emergency contact',
  'forms missing': 'Enrolled, with forms left to answer',
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
  const [params] = useSearchParams();
  const group = MESSAGE_GROUPS.find((one) => one === params.get('group'));
  const classId = params.get('class');
  const formId = params.get('form') ?? undefined;
  const ids = classes.map(({ _id }) => _id).filter((id) => !classId || id === classId);
  if (classes.length === 0)
    return <EmptyState title="No coming classes" text="When there are some, write to them here." />;
  return (
    <MessageComposer
      place={{ author, to: 'families' }}
      target={{ classIds: [], group: 'enrolled' }}
      wanted={group && { classIds: ids, group, formId }}
      back={{ to: paths.messages, label: 'Contact Inbox' }}
      outbox={linkToSentMessages()}
      chooser={<TargetFields classes={classes} />}
    />
  );
}

function TargetFields({ classes }: { classes: ListedClass[] }) {
  const { register, control } = useFormContext<MessageValues>();
  const group = useWatch({ control, name: 'group' });
  return (
    <>
      <SelectField label="Who gets it" {...register('group')}>
        {MESSAGE_GROUPS.map((one) => (
          <option key={one} value={one}>
            {GROUP_LABELS[one]}
          </option>
        ))}
      </SelectField>
      {group === 'forms missing' && <FormField />}
      <ClassPicker
        classes={classes.map((one) => ({ ...one, note: `${one.enrolled} enrolled` }))}
        name="classIds"
      />
    </>
  );
}

/** Any form, or one of those that families are asked. */
function FormField() {
  const { register } = useFormContext<MessageValues>();
  const forms = useQuery(read('GET /forms'));
  if (!forms.data)
    return forms.error ? (
      <LoadProblem what="The forms" query={forms} />
    ) : (
      <div className="skeleton h-20" role="status" aria-label="Loading" />
    );
  const asked = forms.data.flatMap(({ _id, isArchived, published }) =>
    published && !isArchived && published.about !== 'instructor'
      ? { _id, name: published.name }
      : [],
  );
  return (
    <SelectField
      label="Which form they lack"
      {...register('formId', {
        setValueAs: (value?: string) => value || undefined,
        shouldUnregister: true,
      })}
    >
      <option value="">Any form</option>
      {asked.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
