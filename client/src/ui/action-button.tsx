import { type Action, useAction } from '../lib/use-action.ts';
import { Button, type ButtonProps } from './button.tsx';

type Props = Omit<ButtonProps, 'onClick'> & Action;

/** Asks if it has a question, does it, and says what happened. */
export function ActionButton(props: Props) {
  const {
    question,
    act,
    success,
    failure,
    failureTitle,
    onDone,
    isBusy = false,
    ...button
  } = props;
  const action = useAction();
  return (
    <Button
      {...button}
      isBusy={isBusy || action.isBusy}
      onClick={() => void action.run({ question, act, success, failure, failureTitle, onDone })}
    />
  );
}
