import { readApiError } from '../../../lib/api.ts';
import { confirmAction } from '../../../lib/dialogs.ts';
import { formatDay } from '../../../lib/format.ts';

/**
 * Makes a call for a course. If the course starts in the past, asks the person and makes the call again. The server
 * knows what day it is at the school.
 * @param start its first day, yyyy-mm-dd
 * @param act what happens to it: 'Add' asks 'Add it anyway?'
 * @param send makes the call, with the confirmation the second time
 * @throws what the call throws, even if the person does not confirm
 */
export async function confirmStart(
  start: string,
  act: 'Add' | 'Save' | 'Publish',
  send: (confirmation: { confirm_past?: true }) => Promise<unknown>,
): Promise<void> {
  try {
    await send({});
  } catch (error) {
    if (readApiError(error).code !== 'starts_in_past') throw error;
    const isConfirmed = await confirmAction({
      titleText: `This class starts in the past (${formatDay(start)}). ${act} it anyway?`,
      text: 'Students may be too late to join it.',
      confirm: `Yes, ${act} It!`,
    });
    if (!isConfirmed) throw error;
    await send({ confirm_past: true });
  }
}
