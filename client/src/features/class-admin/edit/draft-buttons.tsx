import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { CalendarPlus, CopyPlus, EyeOff, Megaphone } from 'lucide-react';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatDays } from '../../../lib/format.ts';
import { confirmStart } from './confirm-start.ts';
import { type CopyTo } from './class-admin.queries.ts';

type DuplicateProps = {
  course: AdminClass;
  to: CopyTo;
  /** Called with the draft's id. */
  onDuplicated: (id: string) => void;
};

/** Copies a course as a draft for next year or next week. */
export function DuplicateButton({ course, to, onDuplicated }: DuplicateProps) {
  const Icon = to === 'week' ? CalendarPlus : CopyPlus;
  const duplication = useChange('POST /duplicateCourse/:id');

  return (
    <ActionButton
      className="btn-ghost btn-sm min-h-11"
      act={async () => {
        const { insertedId } = await duplication.mutateAsync({
          params: { id: course._id },
          query: { to },
        });
        onDuplicated(insertedId);
      }}
      success="Copied as a draft"
    >
      <Icon className="size-4" aria-hidden="true" />
      <span>{to === 'week' ? 'Copy to next week' : 'Copy for next year'}</span>
      <span className="sr-only">: {course.name}</span>
    </ActionButton>
  );
}

/** Makes a class that nobody has joined a draft again. */
export function UnpublishButton({ course: { _id, name } }: { course: AdminClass }) {
  const change = useChange('DELETE /publishCourse/:id');
  return (
    <ActionButton
      className="btn-ghost btn-sm min-h-11"
      question={{
        titleText: `Make ${name} a draft again?`,
        text: 'Only admins see it then. You can publish it again.',
        confirm: 'Yes, Make It a Draft!',
      }}
      act={() => change.mutateAsync({ params: { id: _id } })}
      success="It is a draft again"
    >
      <EyeOff className="size-4" aria-hidden="true" />
      Make it a draft<span className="sr-only">: {name}</span>
    </ActionButton>
  );
}

/** Makes a draft public. */
export function PublishButton({ course }: { course: AdminClass }) {
  const publication = useChange('POST /publishCourse/:id');
  const { name, camp_start, camp_end } = course;

  return (
    <ActionButton
      className="btn-primary btn-sm min-h-11"
      question={{
        titleText: `Publish ${name}?`,
        text: `Everybody sees it and can join: ${formatDays(camp_start, camp_end)}.`,
        confirm: 'Yes, Publish!',
      }}
      act={() =>
        confirmStart(camp_start, 'Publish', (body) =>
          publication.mutateAsync({ params: { id: course._id }, body }),
        )
      }
      success="Published!"
    >
      <Megaphone className="size-4" aria-hidden="true" />
      Publish<span className="sr-only">: {name}</span>
    </ActionButton>
  );
}
