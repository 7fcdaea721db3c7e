import { contract } from '@speakifyr/contract/contract.ts';
import { expect } from 'vitest';

/**
 * @param calls of a stand-in for `fetch`
 * @returns the reports about errors that were sent (R506); each is one that the server takes as it is
 */
export function readReports(calls: unknown[][]): unknown[] {
  return calls.map((call) => {
    const [address, { method, keepalive, body }] = call as [string, RequestInit];
    expect({ address, method, keepalive }).toEqual({
      ...{ address: '/api/browserErrors', method: 'POST', keepalive: true },
    });
    const report: unknown = JSON.parse(String(body));
    expect(contract['POST /browserErrors'].body.parse(report)).toEqual(report);
    return report;
  });
}
