import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { read } from '../../../lib/read.ts';
import { ContactList } from '../../../ui/contact-list.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';

/** Whom the school calls about a child. Nothing is read before somebody asks, because each reader is recorded. R223 */
export function ChildContacts({ child }: { child: FamilyChild }) {
  const [isOpen, setOpen] = useState(false);
  const count = child.contacts;
  return (
    <section>
      <h4 className="mb-1 font-bold">Contacts</h4>
      {count === 0 && (
        <p className="text-error font-medium">The parents haven’t named anyone yet.</p>
      )}
      {count > 0 && !isOpen && (
        <button
          type="button"
          className="btn btn-outline btn-sm min-h-11"
          onClick={() => setOpen(true)}
        >
          <span>{`Show ${countOf(count, 'contact')}`}</span>{' '}
          <span className="sr-only">of {child.name}</span>
        </button>
      )}
      {isOpen && <OpenContacts childId={child._id} />}
      {count > 0 && (
        <p className="text-base-content/75 mt-1 text-sm">The audit log records who reads them.</p>
      )}
    </section>
  );
}

function OpenContacts({ childId }: { childId: string }) {
  const contacts = useQuery(read('GET /children/:id/contacts', { params: { id: childId } }));
  if (contacts.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-20 w-full" />;
  if (contacts.isError) return <FormProblem>{readApiError(contacts.error).message}</FormProblem>;
  return <ContactList contacts={contacts.data} />;
}
