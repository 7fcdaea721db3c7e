import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { useQuery } from '@tanstack/react-query';
import { readApiError } from '../../../lib/api.ts';
import { read } from '../../../lib/read.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ContactEditor } from '../children/contacts.tsx';
import type { SignedPaper } from '../children/signed-paper.ts';

type Props = { child: FamilyChild; signed: SignedPaper; onClosed: () => void };

/** The contacts on a paper. Those that are there are read first, which is recorded, because all of them are replaced. */
export function PaperContacts({ child, signed, onClosed }: Props) {
  const contacts = useQuery(read('GET /children/:id/contacts', { params: { id: child._id } }));
  if (contacts.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-20 w-full" />;
  if (contacts.isError) return <FormProblem>{readApiError(contacts.error).message}</FormProblem>;
  const signer = child.guardians.find(({ _id }) => _id === signed.paper.by);
  return (
    <ContactEditor
      child={child}
      contacts={contacts.data}
      canChange
      self={signer ?? { name: signed.signer }}
      paper={signed}
      onClosed={onClosed}
    />
  );
}
