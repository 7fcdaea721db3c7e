import {
  CERTIFICATE_WARNING_DAYS,
  nameCertificate,
} from '@speakifyr/contract/certificate-state.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { addDays } from '@speakifyr/contract/days.ts';
import { call } from '../../lib/api.ts';
import { describeCertificate } from '../../lib/certificate-words.ts';
import { readToday } from '../../lib/format.ts';
import { CertificateWarnings } from '../../ui/certificate-warnings.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';

function myCertificatesOptions() {
  return queryOptions({
    queryKey: ['myCertificates'],
    queryFn: () => call('GET /myCertificates'),
  });
}

/** What the school has recorded of the instructor's certificates. Renders nothing if it has none. */
export function OwnCertificates() {
  const certificates = useQuery(myCertificatesOptions());
  if (certificates.isError) return <LoadProblem what="Your certificates" query={certificates} />;
  const { data = [] } = certificates;
  if (data.length === 0) return null;
  const today = readToday();
  return (
    <section aria-labelledby="certificates" className="mt-10">
      <h2 id="certificates" className="mb-2 text-2xl font-bold">
        My Certificates
      </h2>
      <p className="mb-3">
        What the school has checked. Only you and the admins see it. If something is wrong or a new
        paper has come, please tell the office.
      </p>
      <CertificateWarnings
        certificates={data.toReversed()}
        today={today}
        until={addDays(today, CERTIFICATE_WARNING_DAYS)}
      />
      <ul className="card bg-base-100 shadow-card divide-base-300 mt-3 divide-y px-5">
        {data.map((certificate) => (
          <li key={certificate._id} className="py-3 [overflow-wrap:anywhere]">
            <span className="font-semibold">{nameCertificate(certificate)}</span>:{' '}
            {describeCertificate(certificate)}
          </li>
        ))}
      </ul>
    </section>
  );
}
