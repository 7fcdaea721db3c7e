import type { HealthState } from '@speakifyr/contract/health-state.ts';
import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon } from 'lucide-react';

const LOOKS: Record<
  Exclude<HealthState, 'hidden'>,
  { text: string; icon: LucideIcon; color: string }
> = {
  missing: { text: 'Health information is missing', icon: CircleAlert, color: 'text-error' },
  answered: { text: 'Health information is there', icon: CircleCheck, color: 'text-success' },
  outdated: {
    text: 'Is the health information still right?',
    icon: CircleHelp,
    color: 'text-secondary',
  },
};

/** Whether the school knows about a child's health. Renders nothing if the person may not know. */
export function HealthMark({ state }: { state: HealthState }) {
  if (state === 'hidden') return null;
  const { text, icon: Icon, color } = LOOKS[state];
  return (
    <p className={`flex items-start gap-2 font-semibold ${color}`}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
