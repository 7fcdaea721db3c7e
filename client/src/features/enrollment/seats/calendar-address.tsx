import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Copy } from 'lucide-react';
import { useId } from 'react';
import { apiUrl } from '../../../lib/config.ts';
import { read } from '../../../lib/read.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { useRenewCalendar } from './calendar.queries.ts';
import { ActionButton } from '../../../ui/action-button.tsx';

/** The secret address at which the family's calendar program finds its classes, with ways to use and replace it. */
export function CalendarAddress() {
  const { data, isError } = useQuery(read('GET /myCalendar'));
  const renewal = useRenewCalendar();
  // The page can do without it.
  if (isError && !data) return null;
  const path = data?.path;

  return (
    <section
      aria-labelledby="family-calendar"
      className="card bg-base-100 shadow-card mt-6 p-5 sm:p-8"
    >
      <h2 id="family-calendar" className="text-2xl font-bold">
        Your family’s calendar
      </h2>
      <p className="text-base-content/80 mt-2 max-w-prose">
        Subscribe once, and your phone shows every class at its hours. A class that changes, moves
        or is canceled changes there, too.
      </p>
      {path && <Address key={path} url={new URL(`${apiUrl}${path}`, window.location.href)} />}
      <ActionButton
        className={`mt-3 w-fit ${path ? 'btn-ghost btn-sm -ml-3' : 'btn-primary'}`}
        disabled={!data}
        question={
          path
            ? {
                titleText: 'Get a new address?',
                text: 'The one before stops working at once, in every calendar that uses it.',
                confirm: 'Get a new address',
              }
            : undefined
        }
        act={() => renewal.mutateAsync()}
      >
        {path ? 'Get a new address' : 'Subscribe to the calendar'}
      </ActionButton>
    </section>
  );
}

function Address({ url }: { url: URL }) {
  const id = useId();
  const { field, isCopied, copy } = useCopy(url.href);

  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        {/* Phones and calendar programs open this kind of address themselves. */}
        <a href={url.href.replace(/^https?:/, 'webcal:')} className="btn btn-primary">
          <CalendarPlus className="size-4" aria-hidden="true" />
          Add to calendar
        </a>
        <button type="button" className="btn btn-outline" onClick={() => void copy()}>
          <Copy className="size-4" aria-hidden="true" />
          <span role="status">{isCopied ? 'Copied' : 'Copy link'}</span>
        </button>
      </div>
      <label htmlFor={id} className="mt-4 mb-1.5 block font-semibold">
        Link for Google Calendar and others
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        className="input bg-base-200 w-full font-mono text-sm"
        value={url.href}
        onFocus={(event) => event.target.select()}
      />
      <p className="text-base-content/75 mt-1.5 text-sm">
        Keep it private. Anyone who has it can see where your family is and when. It shows no entry
        codes and nothing about health.
      </p>
    </>
  );
}
