import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { type GuardianRight, MAX_NAME_LENGTH } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { countOf } from '../../../lib/count-of.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { askForText } from '../../../lib/dialogs.ts';
import { formatDate } from '../../../lib/format.ts';
import { linkToPageOf } from '../../../lib/paths.ts';
import { nameAge } from '../../../lib/name-age.ts';
import { read } from '../../../lib/read.ts';
import { ContactList } from '../../../ui/contact-list.tsx';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { HealthMark } from '../../../ui/health-mark.tsx';
import { AgeException } from './age-exception.tsx';
import { AllowedClasses } from './allowed-classes.tsx';
import { checkNote } from './check-note.ts';
import { ChildBlocks } from './child-blocks.tsx';
import { PaperForm } from './paper-form.tsx';
import { Correction } from '../../../ui/correction.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';

type Props = {
  child: FamilyChild;
  /** The class to choose first; may be empty. */
  classId: string;
};

/** A child as an admin sees it. */
export function FamilyChildCard({ child, classId }: Props) {
  const { name, birthDate, note, guardians } = child;
  return (
    <li className="card bg-base-100 shadow-card content-start gap-5 p-5">
      <div>
        <h3 className="text-xl font-bold break-words">{name}</h3>
        <p className="text-base-content/80">
          Born on {formatDate(birthDate)} · {nameAge(birthDate)}
        </p>
        {note && <p className="mt-1 break-words">{note}</p>}
        <div className="mt-2">
          <HealthMark state={child.health} />
        </div>
        <Link to={linkToPageOf('childRecords', child._id)} className="link mt-2 inline-block">
          Medicine and incidents
          <span className="sr-only"> of {name}</span>
        </Link>
      </div>
      {child.isOnPaper && <PaperForm child={child} />}
      <ChildContacts child={child} />
      <ChildBlocks child={child} />
      {child.hasPhoto && <ChildPhoto child={child} />}
      <section>
        <h4 className="mb-1 font-bold">Guardians</h4>
        <ul className="divide-base-300 divide-y">
          {guardians.map((guardian) => (
            <GuardianItem
              key={guardian._id}
              child={child}
              guardian={guardian}
              isLast={guardians.length === 1}
            />
          ))}
        </ul>
        <CostShareLine child={child} />
      </section>
      <Correction
        title="Correct name or birth date"
        fields={[
          { name: 'name', label: 'Child’s name', maxLength: MAX_NAME_LENGTH, value: name },
          { name: 'birthDate', label: 'Birth date', type: 'date', value: birthDate },
        ]}
        call="PATCH /children/:id"
        toInput={(body) => ({ params: { id: child._id }, body })}
      />
      <AllowedClasses child={child} />
      <AgeException child={child} classId={classId} />
    </li>
  );
}

/** What two guardians agreed about the cost, or one of them asked. */
function CostShareLine({ child: { guardians, costShare } }: { child: FamilyChild }) {
  if (!costShare) return null;
  const nameOf = (id: string) => guardians.find(({ _id }) => _id === id)?.name ?? '';
  const { percent, isAgreed } = costShare;
  const [one, other] = [nameOf(costShare.askedBy), nameOf(costShare.other)];
  return (
    <p className="mt-1 text-sm break-words">
      {isAgreed
        ? `They share the cost: ${other} pays ${percent}%, ${one} ${100 - percent}%.`
        : `${one} has asked ${other} to pay ${percent}%. Nothing is shared yet.`}
    </p>
  );
}

type ItemProps = {
  child: FamilyChild;
  guardian: FamilyChild['guardians'][number];
  isLast: boolean;
};

function GuardianItem({ child, guardian, isLast }: ItemProps) {
  const remove = useChange('DELETE /children/:id/guardians/:guardianId');

  async function askAndRemove() {
    const note = await askForText({
      titleText: `Remove ${guardian.name} from ${child.name}?`,
      text: `${guardian.name} will no longer see or book anything for this child. Seats that they paid for stay.`,
      label: 'Why? This goes into the audit log.',
      type: 'text',
      confirm: LABELS.remove,
      isDangerous: true,
      check: checkNote,
    });
    if (note === undefined) return false;
    await remove.mutateAsync({
      params: { id: child._id, guardianId: guardian._id },
      body: { note: note.trim() },
    });
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{guardian.name}</p>
        <p className="text-base-content/80 break-all">{sayAddress(guardian.email)}</p>
        {guardian.phone && (
          <p>
            <PhoneLink phone={guardian.phone} />
          </p>
        )}
        <p className="text-base-content/80 text-sm">{describeRights(guardian.may)}</p>
      </div>
      {!isLast && (
        <ActionButton
          className="btn-outline btn-error btn-sm"
          aria-label={`Remove ${guardian.name} from ${child.name}`}
          act={askAndRemove}
          success={`${guardian.name} Removed`}
        >
          <UserMinus className="size-4" aria-hidden="true" />
          {LABELS.remove}
        </ActionButton>
      )}
    </li>
  );
}

function describeRights(may: GuardianRight[]): string {
  if (may.length === 2) return 'May see and book';
  return may.includes('see') ? 'May see' : 'May book';
}

/** Whom the school calls about a child. Nothing is read before somebody asks, because each reader is recorded. R223 */
function ChildContacts({ child }: { child: FamilyChild }) {
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

/** Says that a child has a photo, which the office can erase if it shows something else. It is only on the day list. */
function ChildPhoto({ child: { _id, name } }: { child: FamilyChild }) {
  const removing = useChange('DELETE /children/:id/photo');

  async function askAndRemove() {
    const note = await askForText({
      titleText: `Erase the photo of ${name}?`,
      text: 'The family can give another one.',
      label: 'Why? This goes into the audit log.',
      type: 'text',
      confirm: 'Erase',
      isDangerous: true,
      check: checkNote,
    });
    if (note === undefined) return false;
    await removing.mutateAsync({ params: { id: _id }, body: { note: note.trim() } });
  }

  return (
    <section>
      <h4 className="mb-1 font-bold">Photo</h4>
      <p className="mb-2">The team sees it on the day list.</p>
      <ActionButton
        className="btn-outline btn-error btn-sm min-h-11"
        act={askAndRemove}
        success="The photo is erased"
      >
        Erase photo <span className="sr-only">of {name}</span>
      </ActionButton>
    </section>
  );
}
