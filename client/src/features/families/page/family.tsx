import type { Family as FamilyData } from '@speakifyr/contract/families.ts';
import type { ListedMail } from '@speakifyr/contract/mail.ts';
import type { EnrolledPerson } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef } from 'react';
import { Link } from 'react-router-dom';
import { linkToFormPeople } from '../../../lib/dashboard-links.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { AgreedTexts } from '../../../ui/agreed-texts.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { AddChild } from './add-child.tsx';
import { FamilyAdults } from './family-adults.tsx';
import { FamilyChildCard } from './family-child.tsx';
import { FamilyNotes } from './family-notes.tsx';
import { CanceledSeats, Statements, WaitingEntries } from './family-past.tsx';
import { FamilySeats, type SeatClass } from './family-seats.tsx';

type Props = {
  id: string;
  /** The class for which the admin wants to allow a child; may be empty. */
  classId: string;
  /** The transfer of the bank that is to be booked for the family, if there is one. */
  renderTransfer: (family: FamilyData) => ReactNode;
  /** Shows until when a seat is held. */
  renderHold: (heldUntil: string) => ReactNode;
  /** The buttons that reserve a seat for the family, and put it on a waiting list. */
  renderReserve: (family: FamilyData, onChanged: () => void) => ReactNode;
  /** The buttons for a seat that the account holds. */
  renderHeldActions: (
    seat: FamilyData['held'][number],
    family: FamilyData,
    onChanged: () => void,
  ) => ReactNode;
  /** The buttons for a paid seat. @param onChanged call it after a change: the focus moves to the heading */
  renderActions: (
    person: EnrolledPerson,
    campClass: SeatClass,
    family: FamilyData,
    onChanged: () => void,
  ) => ReactNode;
  /** The family's credit, if it has some. */
  renderCredit: (family: FamilyData, onChanged: () => void) => ReactNode;
  /** A row for a payment: when, who, what for, how much. */
  renderPayment: (payment: FamilyData['payments'][number], onChanged: () => void) => ReactNode;
  /** What the account is to be called about. */
  renderCalls: (family: FamilyData) => ReactNode;
  /** A row for an email: when, to whom, what about, its state. */
  renderMail: (mail: ListedMail) => ReactNode;
};

/** A family for the office: everything that it needs when somebody calls, and where each act begins. R495 */
export function Family(props: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const family = useQuery(read('GET /families/:id', { params: { id: props.id } }));
  if (family.isPending)
    return (
      <div role="status" aria-label="Loading">
        <PageHeading>
          <span className="skeleton inline-block h-[0.8em] w-64 max-w-full align-baseline" />
        </PageHeading>
        <div className="skeleton mb-8 h-36 w-full" />
        <div className="skeleton mb-8 h-56 w-full" />
        <div className="skeleton h-72 w-full" />
      </div>
    );
  if (family.isError)
    return (
      <>
        <PageHeading>Family</PageHeading>
        <LoadProblem
          what="The family"
          query={family}
          gone={{
            title: 'This family does not exist',
            text: 'The link may be incomplete, or the account was deleted.',
            link: { to: paths.families, label: 'Find a family' },
          }}
        />
      </>
    );
  return (
    <LoadedFamily
      {...props}
      family={family.data}
      headingRef={heading}
      onChanged={() => heading.current?.focus()}
    />
  );
}

type LoadedProps = Props & {
  family: FamilyData;
  headingRef: Ref<HTMLHeadingElement>;
  onChanged: () => void;
};

function LoadedFamily({ family, headingRef, onChanged, ...props }: LoadedProps) {
  const { account, others, children, enrolled, held, canceled, payments, waiting, mails } = family;
  return (
    <>
      <PageHeading ref={headingRef}>{account.name}</PageHeading>
      {family.isOwn && (
        <p className="alert alert-warning mb-6">
          <span>
            This is your own family. Please ask a colleague: the school’s team does nothing for
            their own family here. As a parent, you book and cancel on your own pages.
          </span>
        </p>
      )}
      <fieldset disabled={family.isOwn} className="min-w-0">
        {account.status === 'active' && props.renderTransfer(family)}
        <div className="grid items-start gap-x-6 xl:grid-cols-2">
          <PageSection title="Contact">
            <FamilyAdults account={account} others={others} onDone={onChanged} />
          </PageSection>
          <PageSection title={`Notes of the office : ${family.notes.length}`}>
            <FamilyNotes familyId={account._id} notes={family.notes} />
          </PageSection>
        </div>
        <PageSection title={`Children : ${children.length}`}>
          {account.status === 'active' && (
            <div className="mb-4">
              <AddChild familyId={account._id} onDone={onChanged} />
            </div>
          )}
          {children.length > 0 && (
            <ul className="grid gap-5 xl:grid-cols-2">
              {children.map((child) => (
                <FamilyChildCard key={child._id} child={child} classId={props.classId} />
              ))}
            </ul>
          )}
        </PageSection>
        {enrolled.length > 0 && (
          <PageSection title="Forms">
            <Link to={linkToFormPeople({ family: account._id })} className="btn btn-outline">
              Answers, and what is lacking
            </Link>
          </PageSection>
        )}
        <PageSection title={`Seats : ${enrolled.length + held.length}`}>
          {account.status === 'active' && (
            <div className="mb-4 flex flex-wrap gap-3">
              {props.renderReserve(family, onChanged)}
            </div>
          )}
          {enrolled.length + held.length > 0 && (
            <FamilySeats
              family={family}
              renderHold={props.renderHold}
              renderHeldActions={(seat) => props.renderHeldActions(seat, family, onChanged)}
              renderActions={(person, campClass) =>
                props.renderActions(person, campClass, family, onChanged)
              }
            />
          )}
        </PageSection>
        {canceled.length > 0 && (
          <PageSection title={`Canceled seats : ${canceled.length}`}>
            <CanceledSeats seats={canceled} />
          </PageSection>
        )}
        {props.renderCredit(family, onChanged)}
        {waiting.length > 0 && (
          <PageSection title={`Waiting lists : ${waiting.length}`}>
            <WaitingEntries
              entries={waiting}
              familyId={account._id}
              isActive={account.status === 'active'}
            />
          </PageSection>
        )}
        <PageSection title={`Payments : ${payments.length}`} none="No payments.">
          {payments.length > 0 && (
            <DataTable label="Payments" columns={['Date', 'Paid by', 'Classes', 'Payment']}>
              {payments.map((payment) => props.renderPayment(payment, onChanged))}
            </DataTable>
          )}
        </PageSection>
        {family.statements.length > 0 && (
          <PageSection title={`Statements : ${family.statements.length}`}>
            <Statements statements={family.statements} />
          </PageSection>
        )}
        {family.agreements.length > 0 && (
          <PageSection title={`What they agreed to : ${family.agreements.length}`}>
            <AgreedTexts list={family.agreements} />
          </PageSection>
        )}
        {family.calls.length > 0 && (
          <PageSection title={`To tell by phone or letter : ${family.calls.length}`}>
            {props.renderCalls(family)}
          </PageSection>
        )}
        <PageSection title={`Emails : ${mails.length}`} none="No emails in the last year.">
          {mails.length > 0 && (
            <DataTable label="Emails" columns={['When', 'To', 'Email', 'State']}>
              {mails.map(props.renderMail)}
            </DataTable>
          )}
        </PageSection>
      </fieldset>
    </>
  );
}
