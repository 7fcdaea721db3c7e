import type { MailContent as Content, MailPart } from '@speakifyr/contract/mail.ts';
import { Link } from 'react-router-dom';

type Props = {
  content: Content;
  /** Whether it was written to somebody else, whose pages the reader cannot open: its buttons are only named. */
  isOfOthers?: boolean;
};

/** What the school wrote in an email, without its subject. Texts stay texts: none of them becomes HTML. R82 */
export function MailContent({ content: { greeting, parts }, isOfOthers = false }: Props) {
  return (
    <div className="max-w-prose space-y-4 [overflow-wrap:anywhere]">
      {greeting && <p>{greeting}</p>}
      {parts.map((part, index) => (
        // The parts never change their order.
        <Part key={index} part={part} isOfOthers={isOfOthers} />
      ))}
    </div>
  );
}

function Part({ part, isOfOthers }: { part: MailPart; isOfOthers: boolean }) {
  switch (part.kind) {
    case 'text':
      return <p className="whitespace-pre-line">{part.text}</p>;
    case 'quote':
      return (
        <blockquote className="border-primary border-l-4 pl-4 whitespace-pre-line">
          {part.text}
        </blockquote>
      );
    case 'list':
      return (
        <ul className="list-disc space-y-1 pl-6">
          {part.items.map((item, index) => (
            <li key={index}>{item}</li>
          ))}
        </ul>
      );
    case 'facts':
      return (
        <dl className="rounded-box bg-base-200 grid gap-3 p-4 sm:grid-cols-[auto_1fr] sm:gap-x-6 sm:gap-y-2">
          {part.facts.map(({ label, value, was }, index) => (
            <div key={index} className="sm:contents">
              <dt className="text-base-content/80">{label}</dt>
              <dd className="font-medium">
                {value}
                {was !== undefined && (
                  <span className="text-base-content/80 block text-sm font-normal">
                    Before: <del>{was}</del>
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'link':
      return isOfOthers ? (
        <p>
          <span className="font-semibold">{part.label}</span>{' '}
          <span className="text-base-content/80">(a button that leads to {part.path})</span>
        </p>
      ) : (
        <Link to={part.path} className="btn btn-primary h-auto min-h-11 max-w-full py-2">
          {part.label}
        </Link>
      );
  }
}
