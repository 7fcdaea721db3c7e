import type { LucideIcon } from 'lucide-react';
import { type ReactNode } from 'react';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';

export type NoticeProps = {
  icon: LucideIcon;
  tone: 'success' | 'warning' | 'info';
  title: string;
  texts?: string[];
  /** What follows the texts. */
  children?: ReactNode;
  actions: ReactNode;
};

const TONES = {
  success: 'bg-success/15 text-success',
  warning: 'bg-accent/25 text-base-content',
  info: 'bg-primary/15 text-primary',
};

/** A message in place of the card form. Takes the focus, so that screen readers read it. */
export function PaymentNotice(props: NoticeProps) {
  const { icon: Icon, tone, title, texts = [], children, actions } = props;
  const heading = useFocusedHeading();

  return (
    <div>
      <span className={`mb-4 grid size-12 place-items-center rounded-full ${TONES[tone]}`}>
        <Icon className="size-6" aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {title}
      </h2>
      <div className="text-base-content/80 mt-2 space-y-2">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {children}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}
