import type { ClassTeam, TeamMember } from '@speakifyr/contract/team.ts';
import { capitalize } from '../../../lib/capitalize.ts';
import { formatDays } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CertificateWarnings } from '../../../ui/certificate-warnings.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
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
          {(dialog) => <DaysForm {...{ classId, team, member, dialog }} />}
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
    <span>
      {text}
      <span className="sr-only">: {name}</span>
    </span>
  );
}

function DaysForm({
  classId,
  team,
  member,
  dialog,
}: Omit<Props, 'onDone'> & { dialog: DialogForm }) {
  const { memberId, name, from, to } = member;
  const form = useCallForm('PATCH /classTeam/:classId/:memberId', {
    defaultValues: { from, to },
    toInput: (body: Stay) => ({ params: { classId, memberId }, body }),
  });

  return (
    <StayForm
      dialog={dialog}
      form={form}
      label="Save"
      say={() => `The days of ${name} are changed`}
    >
      <StayFields days={[from, ...team.days].sort()} />
    </StayForm>
  );
}
