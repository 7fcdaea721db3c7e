import { MailX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { readClaims } from '../../../lib/read-claims.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';

const ESSENTIAL = 'You still get receipts, and news about changes to your class or your account.';

const TEXTS = {
  reminders: {
    title: 'Turn off reminders?',
    text: 'We email you before a class starts, and before a held seat ends.',
    button: 'Turn off reminders',
    done: 'Reminders are off',
  },
  news: {
    title: 'Turn off news from the school?',
    text: 'We email you what the school writes to your class. You can still read it in your dashboard.',
    button: 'Turn off these emails',
    done: 'News from the school is off',
  },
  campDay: {
    title: 'Turn off emails about arrival and pick-up?',
    text: 'We email you when a child of yours arrives at camp, is collected or is marked absent. You can still read it in your dashboard.',
    button: 'Turn off these emails',
    done: 'Emails about arrival and pick-up are off',
  },
};
type Choice = keyof typeof TEXTS;
const CHOICES = Object.keys(TEXTS) as Choice[];

/**
 * Asks before it turns off the kind of email that a link names, because mail programs open links to check them. R83
 * @param props.token of the link
 */
export function TurnOffMail({ token }: { token: string | null }) {
  const turningOff = useChange('POST /mailOptOut');
  const choice = readChoice(token);
  const problem = turningOff.error && readApiError(turningOff.error);
  if (!token || !choice || problem?.code === 'link_invalid')
    return (
      <Face title="This link does not work" hasFocus={Boolean(problem)}>
        <p>
          Part of it may be missing. Please open it again from the email. You can also log in and
          choose your emails under {MESSAGES_LINK}, in your dashboard.
        </p>
      </Face>
    );
  if (turningOff.isSuccess)
    return (
      <Face title={TEXTS[turningOff.data.choice].done} hasFocus>
        <p>{ESSENTIAL}</p>
        <p>
          You can turn these emails back on at any time: log in, and look under {MESSAGES_LINK} in
          your dashboard.
        </p>
      </Face>
    );
  const { title, text, button } = TEXTS[choice];
  return (
    <Face title={title}>
      <p>{text}</p>
      <p>{ESSENTIAL}</p>
      <FormProblem>{problem?.message}</FormProblem>
      <Button
        className="btn-primary mt-2 justify-self-center"
        isBusy={turningOff.isPending}
        onClick={() => turningOff.mutate({ query: { token } })}
      >
        {button}
      </Button>
    </Face>
  );
}

const MESSAGES_LINK = (
  <Link to={paths.ownMessages} className="link text-primary font-semibold">
    Messages
  </Link>
);

type FaceProps = {
  title: string;
  /** The button that had the focus is gone. */
  hasFocus?: boolean;
  children: ReactNode;
};

function Face({ title, hasFocus = false, children }: FaceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus, title]);
  return (
    <div className="card bg-base-100 shadow-card mx-auto max-w-xl p-6 text-center sm:p-10">
      <span className="note-icon bg-primary/12 text-primary mx-auto">
        <MailX className="size-7" aria-hidden="true" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none sm:text-3xl">
        {title}
      </h1>
      <div className="mt-4 grid gap-3">{children}</div>
    </div>
  );
}

/** Which emails the link turns off. The server checks whether that is true. */
function readChoice(token: string | null): Choice | undefined {
  const { choice } = readClaims(token);
  return CHOICES.find((one) => one === choice);
}
