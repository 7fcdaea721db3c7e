import { findCertificateProblems } from '@speakifyr/contract/certificate-state.ts';
import type { CertificateFacts } from '@speakifyr/contract/certificates.ts';
import { describeProblem } from '../lib/certificate-words.ts';
import { WarningLine } from './warning-line.tsx';

type Props = {
  /** In the order in which they were added. */
  certificates: CertificateFacts[];
  today: string;
  /** The last day on which they should count, yyyy-mm-dd. */
  until: string;
};

/** What is wrong with somebody's certificates, a line each. Renders nothing if all is well. R416 */
export function CertificateWarnings({ certificates, ...days }: Props) {
  return findCertificateProblems(certificates, days).map((problem) => (
    <WarningLine key={problem.name}>{describeProblem(problem)}</WarningLine>
  ));
}
