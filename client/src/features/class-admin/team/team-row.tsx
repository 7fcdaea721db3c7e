import type { ClassTeam, TeamMember } from '@speakifyr/contract/team.ts';
import { useState } from 'react';
import { capitalize } from '../../../lib/capitalize.ts';
import { formatDays } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CertificateWarnings } from '../../../ui/certificate-warnings.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { WarningLine } from '../../../ui/warning-line.tsx';
import { StayFields, StayForm, type Stay } from './stay-form.tsx';

type Props = {
  classId: string;
  team: ClassTeam;
  member: TeamMember;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** An assistant or a substitute with their days, and what an admin can do about them. */
export function TeamRow({ classId, team, member, onDone }: Props) {
  const { memberId, name, role, from, to, clash, certificates } = member;
  const takeOff = useChange('DELETE /classTeam/:classId/:memberId');
  const isOutside = !team.days.some((day) => from <= day && day <= to);
  return (
    <li className="card bg-base-100 shadow-card flex flex-col gap-3 p-4 sm:flex-row sm:items-center">
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-base-content/80">{`${capitalize(role)} · ${formatDays(from, to)}${from <= team.today && !isOutside ? ' · now' : ''}`}</p>
        {isOutside && <WarningLine>The class does not meet on these days anymore.</WarningLine>}
        {clash && <WarningLine>{`Has ${clash} at the same time.`}</WarningLine>}
        <CertificateWarnings certificates={certificates} today={team.today} until={to} />
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        <FormDialog
          className="btn-outline btn-primary flex-1 whitespace-nowrap"
          label={<Named text="Change days" name={name} />}
          title={`Days of ${name}`}
          onDone={onDone}
        >
          {(form) => <DaysForm classId={classId} team={team} member={member} form={form} />}
        </FormDialog>
        <ActionButton
          className="btn-ghost flex-1 whitespace-nowrap"
          question={{
            titleText: `Take ${name} off the team?`,
            text: 'From now on, they see nothing of this class anymore.',
            confirm: 'Yes, take off',
          }}
          act={() => takeOff.mutateAsync({ params: { classId, memberId } })}
          success={`${name} is off the team`}
          onDone={onDone}
        >
          <Named text="Take off" name={name} />
        </ActionButton>
      </div>
    </li>
  );
}

function Named({ text, name }: { text: string; name: string }) {
  return (
    <>
      {text}
      <span className="sr-only">: {name}</span>
    </>
  );
}

function DaysForm({ classId, team, member, form }: Omit<Props, 'onDone'> & { form: DialogForm }) {
  const { memberId, name } = member;
  const change = useChange('PATCH /classTeam/:classId/:memberId');
  const [stay, setStay] = useState<Stay>({ from: member.from, to: member.to });

  async function send(confirm: Pick<Stay, 'confirm_busy'>) {
    await change.mutateAsync({ params: { classId, memberId }, body: { ...stay, ...confirm } });
    return `The days of ${name} are changed`;
  }

  return (
    <StayForm form={form} label="Save" isDisabled={false} error={change.error} send={send}>
      <StayFields
        stay={stay}
        days={[member.from, ...team.days].sort()}
        error={change.error}
        onChange={(changed) => {
          change.reset();
          setStay(changed);
        }}
      />
    </StayForm>
  );
}
