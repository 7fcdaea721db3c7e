import type { SentHandOver, SentTap } from '@speakifyr/contract/attendance.ts';
import type { CodeProblem } from '@speakifyr/contract/pick-up.ts';
import { readPlainCode } from '@speakifyr/contract/visible-text.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallOffice } from './call-office.tsx';
import { readApiStatus } from '../../lib/api-error.ts';
import { call, readApiError } from '../../lib/api.ts';
import { capitalize } from '../../lib/capitalize.ts';
import { readAgain } from '../../lib/use-change.ts';
import { Field, FieldError } from '../../ui/field.tsx';
import type { ClassDay } from './attendance.queries.ts';
import { LeaveButtons } from './leave-buttons.tsx';
import type { PersonNow } from './read-person.ts';
import { sayProblem } from './tap-problems.ts';
import { findMoment } from './use-taps.ts';

type Props = {
  person: PersonNow;
  list: ClassDay;
  /** The child has left. */
  onDone: () => void;
  onClose: () => void;
};

/** Somebody comes with a code: the team enters it, sees whom the family named, compares, and lets the child go. */
export function CodeFields({ person, list, onDone, onClose }: Props) {
  const { name } = person;
  const [code, setCode] = useState('');
  const [adult, setAdult] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const checking = useCheckCode(person.personId, list.classId);
  const leaving = useLeaveWithCode(person, list);

  async function attempt(act: () => Promise<string | undefined>) {
    setProblem(undefined);
    try {
      setProblem(await act());
    } catch (error) {
      setProblem(describeFailure(error, name));
    }
  }

  const check = () =>
    attempt(async () => {
      const { name: found, problem: why } = await checking.mutateAsync(code);
      setAdult(found);
      return why ? capitalize(sayProblem(why, name)) : undefined;
    });

  const leave = (adultName: string) =>
    attempt(async () => {
      const why = await leaving.mutateAsync({ how: 'code', name: adultName, code });
      if (!why) return void onDone();
      setAdult(null);
      return capitalize(sayProblem(why, name));
    });

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void (adult === null ? check() : leave(adult));
      }}
    >
      <Field
        label="Code"
        hint="Six digits. The family made it in the app. It needs a connection."
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={code}
        readOnly={leaving.isPending}
        onChange={({ target }) => {
          setCode(target.value);
          setAdult(null);
          setProblem(undefined);
        }}
      />
      <div role="status">
        {adult !== null && (
          <div className="border-primary rounded-field border-2 p-3 text-lg">
            <p>
              The family says that <strong className="break-words">{adult}</strong> comes.
            </p>
            <p>Compare the name with an ID card.</p>
          </div>
        )}
      </div>
      {problem && <Problem text={problem} />}
      <LeaveButtons
        isReady={isComplete(code)}
        isBusy={checking.isPending || leaving.isPending}
        onClose={onClose}
      >
        {adult === null ? 'Check the code' : `${name} leaves with ${adult}`}
      </LeaveButtons>
    </form>
  );
}

const isComplete = (code: string) => /^\d{6}$/.test(readPlainCode(code).replace(/[\s-]/g, ''));

/** Nobody leaves on an unknown answer. */
function describeFailure(error: unknown, name: string): string {
  const status = readApiStatus(error);
  if (status === undefined || status >= 500)
    return `There is no connection, and without one a code can’t be checked. Keep ${name} with you and try again, or call the office.`;
  const { message, fields = {} } = readApiError(error);
  return Object.values(fields)[0] ?? message;
}

function Problem({ text }: { text: string }) {
  return (
    <div>
      <FieldError id="code-problem">{text}</FieldError>
      <CallOffice />
    </div>
  );
}

type WithCode = Extract<SentHandOver, { how: 'code' }>;

/** Asks the server who a code is for. Does not use it up. */
function useCheckCode(childId: string, classId: string) {
  return useMutation({
    mutationFn: (code: string) =>
      call('POST /pickupCode/:childId/check', { params: { childId }, body: { classId, code } }),
    gcTime: 0,
  });
}

/**
 * Lets a child leave with a code. Unlike other taps, it does not wait on the phone: the child stays until the server
 * has said yes. Pressed again after a lost answer, it is the same tap, at the same moment.
 * @returns a mutation; it gives why the child may not leave, or null
 */
function useLeaveWithCode(person: PersonNow, list: ClassDay) {
  const { classId, day } = list;
  const queryClient = useQueryClient();
  /** What was sent, and has no answer yet. */
  const tried = useRef<Pick<SentTap, '_id' | 'at'>>(undefined);
  return useMutation({
    mutationFn: async (collectedBy: WithCode) => {
      tried.current ??= {
        _id: crypto.randomUUID(),
        at: findMoment(person, Date.now() + list.clockOffset),
      };
      const { personId } = person;
      const tap = { ...tried.current, personId, kind: 'out' as const, collectedBy };
      const { problems } = await call('POST /attendance', { body: { classId, day, taps: [tap] } });
      tried.current = undefined;
      return (problems[0] ?? null) as CodeProblem | null;
    },
    onSettled: () => {
      void readAgain(queryClient, ['GET /attendanceSheet/:classId']);
      return readAgain(queryClient, ['GET /dayList/:classId/:day']);
    },
    gcTime: 0,
  });
}
