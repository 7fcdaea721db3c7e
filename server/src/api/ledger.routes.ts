import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getCreditNote } from '../ledger/credit-notes.ts';
import { getRefundTerms, changeRefundPolicy } from '../ledger/refund-policy.ts';
import { listCodeUses } from '../ledger/code-uses.ts';
import { getReceipt } from '../ledger/read-receipt.ts';
import { listStatementChoices, issueStatement, getStatement } from '../ledger/statements.ts';
import { getPapers, createPaperTotalsReader } from '../ledger/papers.ts';
import { getPayments } from '../ledger/payment-lists.ts';

export function bindLedger(bind: Bind, services: Services): void {
  bind('GET /creditNotes/:no', ({ params }, { user }) => getCreditNote(params.no, user, services));
  bind('GET /refundPolicy', () => getRefundTerms(services));
  bind('PUT /refundPolicy', ({ body }, { user }) => changeRefundPolicy(body, user, services));
  bind('GET /codeUses', () => listCodeUses(services));
  bind('GET /receipts/:paymentId', ({ params }, { user }) =>
    getReceipt(params.paymentId, user, services),
  );
  bind('GET /myStatements', (_input, { user }) => listStatementChoices(user, services));
  bind('POST /myStatements', ({ body }, { user }) => issueStatement(body, user, services));
  bind('GET /statements/:no', ({ params }, { user }) => getStatement(params.no, user, services));
  bind('GET /papers', ({ query }, { user }) => getPapers(query, user, services));
  const readPaperTotals = createPaperTotalsReader(services);
  bind('GET /paperTotals', ({ query }, { user }) => readPaperTotals(query, user));
  bind('GET /payments', ({ query }, { user }) => getPayments(query, user, services));
}
