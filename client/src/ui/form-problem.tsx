import type { ReactNode } from 'react';
import { useFormState } from './form-state.ts';

/** What is wrong with a form as a whole; read out when it appears. Without children, what the `Form` around it says. */
export function FormProblem({ children }: { children?: ReactNode }) {
  const { findError } = useFormState();
  const problem = children ?? findError('root');
  if (!problem) return null;
  return (
    <p role="alert" className="bg-error/12 text-error rounded-xl p-3 font-medium">
      {problem}
    </p>
  );
}
