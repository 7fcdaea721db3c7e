import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { useController, useFormContext } from 'react-hook-form';
import { ChooseDays } from '../../../ui/choose-days.tsx';
import { allIfFree, listDaysLeft } from '../join/chosen-class.ts';

type Props = {
  choice: ClassChoice;
  /** Whether full days can be chosen: somebody waits for them. */
  isWaiting?: boolean;
};

/**
 * The days of a class that is sold by day, as the field `days` of a form of the office: also a single one. Renders nothing for
 * another class. R650
 */
export function OfficeDays({ choice, isWaiting = false }: Props) {
  const { control } = useFormContext<{ days: string[] | null }>();
  const { field, fieldState } = useController({ control, name: 'days' });
  if (!choice.byDay) return null;
  return (
    <ChooseDays
      legend="Days"
      days={listDaysLeft(choice)}
      chosen={field.value ?? []}
      problem={fieldState.error?.message}
      isWaiting={isWaiting}
      onChange={field.onChange}
    />
  );
}

/** The days that are ticked at first: all, if the whole class is free. null if it is not sold by day. */
export function firstOfficeDays(choice: ClassChoice | undefined): string[] | null {
  return choice?.byDay ? allIfFree(listDaysLeft(choice)) : null;
}

/** Whether somebody can get a seat of it: all of it, or a day. */
export function canReserve({ sit, byDay }: ClassChoice): boolean {
  return sit > 0 || (byDay?.left.some((left) => left > 0) ?? false);
}
