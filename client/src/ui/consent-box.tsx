import { type ConsentName, fillIn } from '@speakifyr/contract/consents.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { readApiError } from '../lib/api-error.ts';
import { read } from '../lib/read.ts';
import { readAgain } from '../lib/use-change.ts';
import { LoadProblem } from './error-state.tsx';
import { TextParts } from './text-parts.tsx';
import { ConsentCheck } from './consent-check.tsx';
import { FoldedConsent } from './folded-consent.tsx';

type Props = {
  name: ConsentName;
  /** The whole name, as the office writes it. */
  child: string;
  /** What the folded part is about, in one line. */
  about: string;
  /** Who has signed it on paper, and when (yyyy-mm-dd): then these are the words of that day. R634 */
  signed?: { by: string; on: string } | undefined;
  /** The version that the answer before this one agreed to. */
  before?: string | undefined;
};

/**
 * The school's consent, with the box with which somebody agrees: the field `consent` of the form around it, whose value is the
 * version of the text. If other words come, nobody has agreed to them yet. R620
 */
export function ConsentBox({ name, child, about, signed, before }: Props) {
  const text = useQuery({
    ...read('GET /texts/:name', { params: { name }, query: signed ? { on: signed.on } : {} }),
    // As it is when the form opens. It changes while somebody reads it only if they could not agree to it anymore.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { register, setValue } = useFormContext<{ consent: string | false }>();
  const version = text.data?.version;
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current && shown.current !== version) setValue('consent', false);
    shown.current = version;
  }, [version, setValue]);
  if (text.isError) return <LoadProblem what="What you agree to" query={text} />;
  if (!text.data) return <div className="skeleton h-24" role="status" aria-label="Loading" />;
  const [sentence, ...rest] = fillIn(text.data.parts, { child });
  const says = typeof sentence === 'object' ? sentence.parts : [];
  return (
    <>
      {rest.length > 0 && (
        <FoldedConsent about={about}>
          <TextParts parts={rest} inNewTab />
        </FoldedConsent>
      )}
      {before && before !== version && (
        <p className="text-sm">These words are new since this was last answered.</p>
      )}
      <ConsentCheck key={version} value={version} {...register('consent')}>
        {signed ? (
          <span>
            <span>{`${signed.by} has signed: “`}</span>
            <TextParts parts={says} inNewTab />
            <span>”</span>
          </span>
        ) : (
          <TextParts parts={says} inNewTab />
        )}
      </ConsentCheck>
    </>
  );
}

/** Shows the new words, if a call was refused because of them. @returns for what the call throws */
export function useNewWords(): (error: unknown) => never {
  const queryClient = useQueryClient();
  return (error) => {
    if (readApiError(error).code === 'text_changed')
      void readAgain(queryClient, ['GET /texts/:name']);
    throw error;
  };
}
