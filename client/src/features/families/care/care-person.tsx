import { linkToMail } from '@speakifyr/contract/email-address.ts';
import type { CarePerson, StoredHealth } from '@speakifyr/contract/children.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { Mail, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { listAdults } from '../../../lib/describe-care.ts';
import { describeMedicine } from '../../../lib/describe-medicine.ts';
import { formatDay } from '../../../lib/format.ts';
import { BlockedPeople } from '../../../ui/blocked-people.tsx';
import { AdultLines, LeavesAlone } from '../../../ui/care-facts.tsx';
import { HealthMissingBadge } from '../../../ui/health-badges.tsx';
import { ContactList } from '../../../ui/contact-list.tsx';

type Props = {
  person: CarePerson;
  /** The last day of the class. */
  campEnd: string;
};

/** A person of the care sheet. Severe allergies come first. A printed page never ends inside of a person. */
export function CarePersonCard({ person, campEnd }: Props) {
  const { name, age, entry_code, note, childId, health, formFacts = [], contacts } = person;
  const { guardians, mayLeaveAloneFrom } = person;
  const severe = health?.allergies.filter(({ isSevere }) => isSevere) ?? [];
  return (
    <li
      className={`card bg-base-100 shadow-card overflow-hidden print:mb-4 print:break-inside-avoid print:rounded-none print:border-2 print:border-black print:shadow-none ${severe.length > 0 ? 'border-error border-2' : ''}`}
    >
      {severe.length > 0 && (
        <div className="bg-error text-error-content flex items-start gap-3 p-4 print:border-b-2 print:border-black print:bg-white print:p-2 print:text-black">
          <TriangleAlert className="mt-0.5 size-6 shrink-0" aria-hidden="true" />
          <div className="min-w-0">
            <p className="text-lg font-extrabold">Severe allergy</p>
            <Allergies allergies={severe} />
          </div>
        </div>
      )}
      <div className="grid gap-4 p-4 sm:p-5 print:gap-2 print:p-2 print:text-sm">
        <div>
          <h2 className="text-xl font-bold break-words">
            <span>{name.trim() || 'Not Found'}</span>
            {age !== null && <span className="font-semibold">, age {age}</span>}
          </h2>
          <p className="text-base-content/80 font-display font-bold tracking-wide">{entry_code}</p>
          {note && <p className="mt-1 break-words">{note}</p>}
        </div>
        <BlockedPeople {...person}>
          If they come, keep {name} with you and call the office.
        </BlockedPeople>
        <LeavesAlone from={mayLeaveAloneFrom} />
        <div className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
          <Part title="Health">
            {childId === null ? (
              <p>Joined for themselves, so the school asks nothing about health.</p>
            ) : health ? (
              <Health health={health} />
            ) : (
              <HealthMissingBadge />
            )}
            {formFacts.length > 0 && (
              <dl className="mt-2 space-y-2">
                {formFacts.map(({ label, text }, index) => (
                  <Answer key={index} term={label}>
                    {text}
                  </Answer>
                ))}
              </dl>
            )}
          </Part>
          {childId !== null && (
            <Part title="Contacts and pick-up">
              <ContactList contacts={contacts} campEnd={campEnd} />
            </Part>
          )}
          {guardians.length > 0 && (
            <Part title={childId === null ? 'Phone and email' : 'Guardians'}>
              <AdultLines adults={listAdults({ childId, guardians, contacts: [] })} />
              <ul className="mt-1 space-y-1">
                {guardians.map((guardian, index) => (
                  <li key={index} className="break-words">
                    {hasMailbox(guardian.email) ? (
                      <a className="link break-all" href={linkToMail(guardian.email)}>
                        <Mail className="mr-1 inline size-4 print:hidden" aria-hidden="true" />
                        {guardian.email}
                      </a>
                    ) : (
                      <span className="text-base-content/80">{guardian.email}</span>
                    )}
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </div>
      </div>
    </li>
  );
}

function Health({ health }: { health: StoredHealth }) {
  const { medicines, medication, notes, nothingToTell, confirmedAt } = health;
  const others = health.allergies.filter(({ isSevere }) => !isSevere);
  const hasSevere = others.length < health.allergies.length;
  return (
    <dl className="space-y-2">
      {nothingToTell ? (
        <Answer term="Allergies, medication and notes">The parents have nothing to report.</Answer>
      ) : (
        <>
          <Answer term="Allergies">
            {hasSevere && <p>The severe ones are at the top.</p>}
            {others.length > 0 && <Allergies allergies={others} />}
            {health.allergies.length === 0 && <span>None</span>}
          </Answer>
          {medicines.length > 0 && (
            <Answer term="Medicine that we give">
              {medicines.map(describeMedicine).join('\n')}
            </Answer>
          )}
          <Answer term="Other medication">{medication || 'None'}</Answer>
          {notes && <Answer term="Notes">{notes}</Answer>}
        </>
      )}
      <Answer term="Confirmed by the parents">{formatDay(new Date(confirmedAt))}</Answer>
    </dl>
  );
}

function Allergies({ allergies }: Pick<StoredHealth, 'allergies'>) {
  return (
    <ul className="space-y-1">
      {allergies.map(({ what, whatToDo }, index) => (
        <li key={index} className="break-words whitespace-pre-line">
          <strong>{what}</strong>
          {whatToDo && <span>{`: ${whatToDo}`}</span>}
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 font-bold">{title}</h3>
      {children}
    </section>
  );
}

function Answer({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-base-content/80 text-sm">{term}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}
