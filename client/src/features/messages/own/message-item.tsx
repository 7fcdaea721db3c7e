import { nameTopic } from '@speakifyr/contract/mail-kinds.ts';
import type { OwnMessage } from '@speakifyr/contract/mail.ts';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { AttachmentList } from '../../../ui/attachment-list.tsx';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { MailContent } from '../../../ui/mail-content.tsx';
import { TOPIC_ICONS } from './topic-icons.ts';

type Props = {
  message: OwnMessage;
  /** The address names this message, so it is open and in view. */
  isNamed: boolean;
};

/** One message: its subject, kind and day. The subject opens and closes the rest. */
export function MessageItem({ message: { kind, at, content, attachments }, isNamed }: Props) {
  const [isOpen, setOpen] = useState(isNamed);
  const bodyId = useId();
  const item = useRef<HTMLLIElement>(null);
  const label = nameTopic(kind);
  const Icon = TOPIC_ICONS[label];
  useEffect(() => {
    if (isNamed) item.current?.scrollIntoView();
  }, [isNamed]);

  return (
    <li ref={item} className="bg-base-100 scroll-mt-20">
      <h2 className="font-sans tracking-normal text-wrap">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
          className="hover:bg-base-200 flex w-full items-start gap-4 p-4 text-left outline-offset-[-3px] motion-safe:transition-colors sm:px-6"
        >
          <span className="bg-primary/12 text-primary mt-0.5 hidden size-11 shrink-0 place-items-center rounded-full sm:grid">
            <Icon className="size-5" aria-hidden="true" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
              {content.subject}
            </span>
            <span className="text-base-content/80 mt-1 block text-sm leading-normal font-normal">
              {label} <span aria-hidden="true">·</span> <DayAndTime at={at} />
            </span>
          </span>
          <ChevronDown
            className={`mt-2 size-5 shrink-0 motion-safe:transition-transform ${isOpen ? 'rotate-180' : ''}`}
            aria-hidden="true"
          />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen} className="px-4 pt-2 pb-6 sm:pr-6 sm:pl-[5.25rem]">
        <MailContent content={content} />
        <AttachmentList attachments={attachments} />
      </div>
    </li>
  );
}
