import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { ERRORS } from '@speakifyr/contract/errors.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { readApiError } from '../../../lib/api.ts';
import { askForText, showError, showSuccess } from '../../../lib/dialogs.ts';
import { useChange } from '../../../lib/use-change.ts';
import { courseOptions } from './class-admin.queries.ts';
import { describeRemoval } from './describe-removal.ts';

/**
 * Archives a course after saying who has paid how much, and after the person has typed its name.
 * @param onRemoved called after the person has closed the success message
 */
export function useCourseRemoval(course: AdminClass, onRemoved: () => void) {
  const queryClient = useQueryClient();
  const removal = useChange('DELETE /removeCourse/:id');

  async function remove(): Promise<void> {
    if (removal.isPending) return;
    try {
      // The page may be older than the last payment.
      const now =
        (await queryClient.fetchQuery({ ...courseOptions(course._id), staleTime: 0 })) ?? course;
      if (now.instructor_email !== NOT_ASSIGNED) {
        await showError(ERRORS.instructor_assigned.message);
        return;
      }
      if (!(await confirmRemoval(now))) return;
      await removal.mutateAsync({ params: { id: now._id } });
    } catch (error) {
      await showError(readApiError(error).message);
      return;
    }
    await showSuccess('Archived!');
    onRemoved();
  }

  return { remove, isRemoving: removal.isPending };
}

async function confirmRemoval(course: AdminClass): Promise<boolean> {
  const typed = await askForText({
    titleText: `Archive ${course.name}?`,
    text: describeRemoval(course),
    label: `Type “${course.name}” to archive it`,
    type: 'text',
    confirm: 'Yes, Archive!',
    isDangerous: true,
    check: (text) =>
      simplify(text) === simplify(course.name) ? undefined : `Please type ${course.name}`,
  });
  return typed !== undefined;
}

/** Capitals and extra spaces don't matter. */
function simplify(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
