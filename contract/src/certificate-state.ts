/** What somebody's certificates say on a day. Apart from certificates.ts, so that the browser loads no schemas. */

export const CERTIFICATE_KINDS = ['first_aid', 'background_check', 'other'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

export const CHECK_RESULTS = ['clear', 'not_clear'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** The most certificates one person can have. */
export const MAX_CERTIFICATES = 30;

/** How many days before its end a certificate is flagged. */
export const CERTIFICATE_WARNING_DAYS = 60;

/** How many days certificates are kept after their owner stops being an instructor. */
export const CERTIFICATE_KEEP_DAYS = 90;

type Certificate = {
  kind: CertificateKind;
  /** What an admin called it; empty unless it is another kind. */
  name: string;
  /** null if it is not a check. */
  result: CheckResult | null;
  /** When it was issued, yyyy-mm-dd. */
  on: string;
  /** Its last valid day, yyyy-mm-dd; null if it has no end. */
  expiresOn: string | null;
};

/** `Background check`, or what an admin called it. */
export function nameCertificate({ kind, name }: Pick<Certificate, 'kind' | 'name'>): string {
  if (kind === 'other') return name;
  return kind === 'first_aid' ? 'First aid' : 'Background check';
}

export const CERTIFICATE_PROBLEMS = ['missing', 'not_clear', 'ended', 'ends'] as const;

export type CertificateProblem = {
  /** What the certificate is called. */
  name: string;
  problem: (typeof CERTIFICATE_PROBLEMS)[number];
  /** Its last day, yyyy-mm-dd, if it has ended or ends. */
  on: string | null;
};

/**
 * What is wrong with one person's certificates: a check that is not clear, one that has ended or ends too early, or no
 * background check at all. Of each kind, the newest one counts. R416
 * @param certificates in the order in which they were added
 * @param days.today yyyy-mm-dd
 * @param days.until the last day on which they should count, yyyy-mm-dd
 */
export function findCertificateProblems(
  certificates: Certificate[],
  { today, until }: { today: string; until: string },
): CertificateProblem[] {
  const newest = pickNewest(certificates);
  const found = newest.flatMap((certificate): CertificateProblem[] => {
    const { result, expiresOn } = certificate;
    const name = nameCertificate(certificate);
    if (result === 'not_clear') return [{ name, problem: 'not_clear', on: null }];
    if (expiresOn === null || expiresOn >= until) return [];
    return [{ name, problem: expiresOn < today ? 'ended' : 'ends', on: expiresOn }];
  });
  const isChecked = newest.some(({ kind }) => kind === 'background_check');
  const missing = nameCertificate({ kind: 'background_check', name: '' });
  return isChecked ? found : [{ name: missing, problem: 'missing', on: null }, ...found];
}

/** Of two from the same day, the one added later. */
function pickNewest(certificates: Certificate[]): Certificate[] {
  const inOrder = [...certificates].sort((a, b) => a.on.localeCompare(b.on));
  return [...new Map(inOrder.map((one) => [`${one.kind} ${fold(one.name)}`, one])).values()];
}

function fold(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
