import type { ReactNode } from 'react';

/** What is wrong with a form as a whole; read out when it appears. */
export function FormProblem({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className="bg-error/12 text-error rounded-xl p-3 font-medium">
      {children}
    </p>
  );
}
