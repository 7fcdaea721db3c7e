import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { MessageComposer } from './message-composer.tsx';
import type { MessageValues } from './message-fields.tsx';
import { PageTitle } from '../../../ui/page-heading.tsx';

type Props = {
  /** The writer's email address. */
  author: string;
  /** Undefined while it loads. */
  campClass:
    | { id: string; name: string; enrolled: number; groups?: { _id: string; name: string }[] }
    | undefined;
  /** Why the class could not be loaded. */
  error: unknown;
  onRetry: () => void;
  /** The list of the students. */
  back: { to: string; label: string };
  /** Where the writer sees whether the emails have arrived. */
  outbox?: string;
};

/** Writes an email to everyone who is enrolled in a class. */
export function ClassMessage({ campClass, error, onRetry, ...props }: Props) {
  return (
    <>
      <header className="mb-6">
        <PageTitle>Message to the class</PageTitle>
        <p className="text-base-content/80 mt-1 min-h-[1.6em] break-words">
          {campClass?.name ??
            (!error && <span className="skeleton inline-block h-4 w-48 max-w-full" />)}
        </p>
      </header>
      {campClass ? (
        <Body campClass={campClass} {...props} />
      ) : error ? (
        <ErrorState
          title="The class could not be loaded"
          text={readApiError(error).message}
          onRetry={onRetry}
        />
      ) : (
        <div className="skeleton h-[34rem] max-w-3xl" role="status" aria-label="Loading" />
      )}
    </>
  );
}

type BodyProps = Omit<Props, 'error' | 'onRetry'> & {
  campClass: NonNullable<Props['campClass']>;
};

function Body({ campClass, author, back, outbox }: BodyProps): ReactNode {
  const { groups = [] } = campClass;
  if (campClass.enrolled === 0)
    return (
      <EmptyState
        title="Nobody is enrolled yet"
        text="When somebody has a seat, you can write to them here."
        link={{ to: back.to, label: back.label }}
      />
    );
  return (
    <MessageComposer
      key={campClass.id}
      place={{ author, to: campClass.id }}
      target={{ classIds: [campClass.id] }}
      chooser={groups.length > 0 && <GroupField groups={groups} />}
      back={back}
      {...(outbox && { outbox })}
    />
  );
}

/** Everyone in the class, or one of its groups. R685 */
function GroupField({ groups }: { groups: { _id: string; name: string }[] }) {
  const { register } = useFormContext<MessageValues>();
  return (
    <SelectField
      label="Who gets it"
      {...register('groupId', { setValueAs: (value?: string) => value || undefined })}
    >
      <option value="">Everyone enrolled</option>
      {groups.map(({ _id, name }) => (
        <option key={_id} value={_id}>{`The group ${name}`}</option>
      ))}
    </SelectField>
  );
}
