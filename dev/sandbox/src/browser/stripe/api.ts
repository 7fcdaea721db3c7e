/// <reference lib="dom" />
import type { ApiRequest, ApiResult, StripeJsError } from '../messages.ts';

/** Calls Stripe's API at our origin. Never throws: a failed connection gives an error too. */
export async function callApi(
  origin: string,
  { key, method, path, params }: ApiRequest,
): Promise<ApiResult> {
  const form = new URLSearchParams(params);
  const address = origin + path + (method === 'GET' ? `?${form.toString()}` : '');
  try {
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' ? { body: form } : {}),
    });
    const value = (await response.json()) as Record<string, unknown>;
    if (response.ok) return { ok: true, value };
    return { ok: false, error: value['error'] as StripeJsError };
  } catch {
    return {
      ok: false,
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. Please check your ' +
          'internet connection and try again.',
      },
    };
  }
}
