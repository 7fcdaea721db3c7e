import { readCount, readPage } from '../../../lib/read.ts';

/** How often the refunds are looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 60_000;

/** A page of the refunds that need an admin, oldest first: failed ones, and questions. */
export function openRefundsOptions({
  page,
  ...wanted
}: {
  search: string;
  filters: object;
  page: number;
}) {
  return {
    ...readPage('GET /openRefunds', { page, ...wanted }),
    refetchInterval: LOOK_AGAIN_MS,
  };
}

/** How many refunds need an admin. */
export function refundCountOptions() {
  return { ...readCount('GET /openRefunds'), refetchInterval: LOOK_AGAIN_MS };
}
