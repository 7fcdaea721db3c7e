import { LABELS } from '@speakifyr/contract/labels.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** What an instructor without a course sees. */
export function NoCourse() {
  return (
    <EmptyState
      title="No course yet"
      text="You have no course at the moment. When an admin assigns one to you, it appears here with its dates, room and students."
      link={{ to: paths.classes, label: LABELS.seeAllClasses }}
    />
  );
}
