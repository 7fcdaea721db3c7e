import { hasMailbox, standInAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { useQuery } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { readApiError } from '../../lib/api.ts';
import { readOnce } from '../../lib/read.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { NoteField } from '../../ui/usual-fields.tsx';

/** The query by which the calls find an account: by its stored address, also of a family without an email address. */
export function queryOf({ _id, email }: Pick<ListedUser, '_id' | 'email'>): { email: string } {
  return { email: hasMailbox(email) ? email : standInAddress(_id) };
}

/** What the server says before somebody is removed or comes back. */
export function useRemovalPreview(user: ListedUser) {
  return useQuery(readOnce('GET /removeuser', { query: queryOf(user) }));
}

/** The API does not insist on a reason; the office does. */
export function findReasonProblem({ note }: { note: string }) {
  return { note: !hasVisible(note) && 'Say why.' };
}

type Props = {
  preview: ReturnType<typeof useRemovalPreview>;
  title: string;
  /** What stands there instead of an empty list. */
  none?: string;
  /** The field for the reason. */
  note: UseFormRegisterReturn;
};

/** What the server says before the press, each thing as one point, and why it is done; or what forbids it. */
export function RemovalPreview({ preview: { data, error }, title, none, note }: Props) {
  return (
    <>
      <section aria-live="polite">
        <h3 className="mb-1 font-bold">{title}</h3>
        {!data && <p>One moment…</p>}
        {data?.says.length === 0 && <p>{none}</p>}
        <ul className="list-disc space-y-1 pl-5 break-words">
          {data?.says.map((text, place) => (
            // Two seats may say the same.
            <li key={place}>{text}</li>
          ))}
        </ul>
      </section>
      {data?.obstacle === null && <NoteField label="Why?" {...note} />}
      {data?.obstacle && <FormProblem>{data.obstacle}</FormProblem>}
      {error && <FormProblem>{readApiError(error).message}</FormProblem>}
    </>
  );
}
