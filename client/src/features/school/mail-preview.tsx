import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, readApiError } from '../../lib/api.ts';
import { MailFrame } from './mail-frame.tsx';
import type { SampleMail } from './sample-mail.ts';
import { TestMail } from './test-mail.tsx';

/** How long somebody has to pause before the email is drawn again. In milliseconds. */
const PAUSE_MS = 500;

/** The email as a family would get it, with what is being typed. The server writes it as it writes every email. R624 */
export function MailPreview({ sample }: { sample: SampleMail }) {
  const settled = usePaused(sample);
  const preview = useQuery({
    queryKey: ['mail preview', settled],
    queryFn: () => call('POST /sampleMail', { body: { ...settled, send: false } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const { data, isError, error } = preview;
  return (
    <div className="grid gap-4">
      {isError && <p role="alert">{explain(error)}</p>}
      {data ? (
        <>
          <p className="[overflow-wrap:anywhere]">
            <b className="block">{data.subject}</b>
            <span>
              {data.replyTo
                ? `Answers go to ${data.replyTo}`
                : 'Answers arrive in the Contact Inbox of this site'}
            </span>
          </p>
          <MailFrame html={data.html} />
        </>
      ) : (
        !isError && <div className="skeleton h-110" role="status" aria-label="Loading" />
      )}
      <TestMail sample={sample} />
    </div>
  );
}

/** What is wrong with what was typed, or why there is no preview. */
function explain(error: unknown): string {
  const { message, fields } = readApiError(error);
  return Object.values(fields ?? {})[0] ?? message;
}

/** @returns a value as it was when it last did not change for a while */
function usePaused<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as T;
}
