import type { CertificateProblem } from '@speakifyr/contract/certificate-state.ts';
import type { CertificateFacts } from '@speakifyr/contract/certificates.ts';
import { formatDate } from './format.ts';

/** What is wrong with a certificate: `First aid ended on 3 May 2027`, `No background check`. */
export function describeProblem({ name, problem, on }: CertificateProblem): string {
  switch (problem) {
    case 'missing':
      return `No ${name.toLowerCase()}`;
    case 'not_clear':
      return `${name}: not clear`;
    case 'ended':
      return `${name} ended${on ? ` on ${formatDate(on)}` : ''}`;
    case 'ends':
      return `${name} ends${on ? ` on ${formatDate(on)}` : ''}`;
  }
}

/** What it says: `clear, dated 3 May 2026, valid until 3 May 2028`. */
export function describeCertificate({ result, on, expiresOn }: CertificateFacts): string {
  return [
    ...(result ? [result === 'clear' ? 'clear' : 'not clear'] : []),
    `dated ${formatDate(on)}`,
    expiresOn ? `valid until ${formatDate(expiresOn)}` : 'no end date',
  ].join(', ');
}
