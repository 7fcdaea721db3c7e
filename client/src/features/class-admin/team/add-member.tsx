import type { ClassTeam, TeamRole } from '@speakifyr/contract/team.ts';
import { UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { CertificateWarnings } from '../../../ui/certificate-warnings.tsx';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { useFormState } from '../../../ui/form-state.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { listStayChoices } from './stay-choices.ts';
import { StayFields, StayForm, type Stay } from './stay-form.tsx';

type Props = {
  classId: string;
  team: ClassTeam;
  role: TeamRole;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** A button with which an admin adds somebody to the team of a class: press, choose who, press Add. */
export function AddMember({ role, onDone, ...props }: Props) {
  const title = role === 'substitute' ? 'Add a substitute' : 'Add an assistant';
  const label = (
    <>
      <UserPlus className="size-4" aria-hidden="true" />
      {title}
    </>
  );
  return (
    <FormDialog className="btn-outline btn-primary" label={label} title={title} onDone={onDone}>
      {(dialog) => <AddForm {...props} role={role} dialog={dialog} />}
    </FormDialog>
  );
}

function AddForm({ classId, team, role, dialog }: Omit<Props, 'onDone'> & { dialog: DialogForm }) {
  const { people, days, today } = team;
  const choices = role === 'substitute' ? listStayChoices(team) : [];
  const form = useCallForm('POST /classTeam/:classId', {
    defaultValues: {
      userId: '',
      // Empty for other days.
      day: choices[0]?.day ?? '',
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
    },
    toInput: ({ day, from, to, ...body }: Stay & { userId: string; day: string }) => ({
      params: { classId },
      body: { ...body, role, from: day || from, to: day || to },
    }),
  });
  const [day, to] = useWatch({ control: form.control, name: ['day', 'to'] });

  return (
    <StayForm
      dialog={dialog}
      form={form}
      label="Add"
      say={(added) =>
        `${people.find(({ userId }) => userId === added.userId)?.name} is on the team`
      }
    >
      <Choices legend="Who" name="userId">
        {people.map(({ userId, name, email, certificates }) => (
          <ChoiceCard key={userId} type="radio" value={userId} {...form.register('userId')}>
            <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
            <span className="text-base-content/80 block text-sm break-all">{email}</span>
            <CertificateWarnings
              certificates={certificates}
              today={today}
              until={day || to || today}
            />
          </ChoiceCard>
        ))}
      </Choices>
      {choices.length > 0 && (
        <Choices legend="When" name="day">
          {choices.map((choice) => (
            <ChoiceCard key={choice.day} type="radio" value={choice.day} {...form.register('day')}>
              {choice.label}
            </ChoiceCard>
          ))}
          <ChoiceCard type="radio" value="" {...form.register('day')}>
            Other days
          </ChoiceCard>
        </Choices>
      )}
      {!day && <StayFields days={days} />}
    </StayForm>
  );
}

function Choices({
  legend,
  name,
  children,
}: {
  legend: string;
  name: string;
  children: ReactNode;
}) {
  const error = useFormState().findError(name);
  return (
    <fieldset aria-describedby={error && `${name}-error`}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid max-h-80 gap-2 overflow-y-auto">{children}</div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
