import { RefundPolicy } from '../../features/ledger/policy/refund-policy.tsx';
import { DASHBOARD_HEADS } from '../../lib/dashboard-heads.ts';
import { TaskPage } from './task-page.tsx';

export function AdminRefundPolicyPage() {
  return (
    <TaskPage head={DASHBOARD_HEADS.changeRefundPolicy}>
      <RefundPolicy />
    </TaskPage>
  );
}
