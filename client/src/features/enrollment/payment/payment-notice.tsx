import type { LucideIcon } from 'lucide-react';
import { type ReactNode } from 'react';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';

type Props = {
  icon: LucideIcon;
  tone: 'success' | 'warning' | 'info';
  title: string;
  children: ReactNode;
  actions: ReactNode;
};

const TONES = {
  success: 'bg-success/15 text-success',
  warning: 'bg-accent/25 text-base-content',
  info: 'bg-primary/15 text-primary',
};

/** A message in place of the card form. Takes the focus, so that screen readers read it. */
export function PaymentNotice({ icon: Icon, tone, title, children, actions }: Props) {
  const heading = useFocusedHeading();

  return (
    <div>
      <span className={`mb-4 grid size-12 place-items-center rounded-full ${TONES[tone]}`}>
        <Icon className="size-6" aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {title}
      </h2>
      <div className="text-base-content/80 mt-2 space-y-2">{children}</div>
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}
