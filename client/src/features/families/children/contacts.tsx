import type { ChildDetails, KnownContact } from '@speakifyr/contract/children.ts';
import { MAX_CONTACTS } from '@speakifyr/contract/limits.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { showSuccess } from '../../../lib/dialogs.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useSession } from '../../../session/auth.tsx';
import { ChildPanel } from './child-panel.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactItem } from './contact-item.tsx';
import { nameContactsCall, type Self, toContactsInput } from './contact-values.ts';
import { SameContacts } from './same-contacts.tsx';
import type { SignedPaper } from './signed-paper.ts';

type Props = {
  child: ChildDetails;
  /** What the camp lacks next. */
  next: ReactNode;
};

/** Whom the school can call, and who may pick the child up. */
export function Contacts({ child, next }: Props) {
  const { contacts, canChange } = child;
  const heading = useRef<HTMLHeadingElement>(null);
  const { user } = useSession();
  if (!contacts || !user) return null;
  return (
    <ChildPanel id="contacts" title="Contacts" heading={heading}>
      <ContactEditor
        child={child}
        contacts={contacts}
        canChange={canChange}
        self={user}
        onClosed={() => heading.current?.focus()}
        sameContacts={<SameContacts childId={child._id} />}
      />
      {next}
    </ChildPanel>
  );
}

type EditorProps = {
  child: Pick<ChildDetails, '_id' | 'name'>;
  contacts: KnownContact[];
  canChange: boolean;
  /** Who fills the form in, or has signed the paper. */
  self: Self;
  /** Set if the office enters what is on a paper. */
  paper?: SignedPaper;
  /** The button that had the focus is gone. */
  onClosed: () => void;
  /** Offers the contacts of a brother or sister. */
  sameContacts?: ReactNode;
};

/** The contacts of a child, to add, change and remove. */
export function ContactEditor(props: EditorProps) {
  const { child, contacts, canChange, self, paper, onClosed, sameContacts } = props;
  const { name } = child;
  /** The contact that is changed, by its place; the first free place is a new one. */
  const [changed, setChanged] = useState<number>();
  const removing = useChange(nameContactsCall(paper));
  const { run } = useAction();

  function close() {
    setChanged(undefined);
    onClosed();
  }

  const remove = (place: number) =>
    run({
      question: {
        titleText: `Remove ${contacts[place]?.name}?`,
        text: 'The school can no longer call them, and they may no longer pick the child up.',
        confirm: 'Remove',
      },
      act: () =>
        removing.mutateAsync(
          toContactsInput(
            child._id,
            { contacts: contacts.toSpliced(place, 1), seen: contacts },
            paper,
          ),
        ),
      success: 'Removed',
      onDone: onClosed,
    });

  return (
    <div className="space-y-4">
      {contacts.length === 0 && (
        <p className="[overflow-wrap:anywhere]">
          {`Whom should we call if something happens, and who may pick ${name} up? Nobody is named yet.`}
        </p>
      )}
      <ul className="grid items-start gap-3 empty:hidden lg:grid-cols-2">
        {contacts.map((contact, place) => (
          <ContactItem
            key={place}
            contact={contact}
            actions={
              canChange && changed === undefined
                ? { onChange: () => setChanged(place), onRemove: () => void remove(place) }
                : undefined
            }
          />
        ))}
      </ul>
      {changed !== undefined && (
        <ContactForm
          childId={child._id}
          contacts={contacts}
          place={changed}
          paper={paper}
          self={self}
          isSelf={contacts.length === 0}
          onSaved={() => {
            close();
            void showSuccess('Saved');
          }}
          onCancel={close}
        />
      )}
      {canChange && changed === undefined && contacts.length < MAX_CONTACTS && (
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => setChanged(contacts.length)}
          >
            <Plus className="size-5" aria-hidden="true" />
            Add a contact
          </button>
          {contacts.length === 0 && sameContacts}
        </div>
      )}
    </div>
  );
}
