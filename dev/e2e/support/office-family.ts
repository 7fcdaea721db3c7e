import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Family } from '@speakifyr/contract/families.ts';
import { callAs } from './call.ts';
import { MIA } from './families.ts';
import { dayFromToday } from './own-class.ts';

/**
 * A family that called: the office opens it with Mia, and reserves a seat for her.
 * @returns its id, and the seat's
 */
export async function openFamily(
  admin: Page,
  { classId, ...family }: { name: string; phone?: string; classId: string },
): Promise<{ id: string; cartId: string }> {
  const id = randomBytes(12).toString('hex');
  await callAs(admin, 'POST', '/families', { id, ...family, children: [MIA] });
  const { children } = await callAs<Family>(admin, 'GET', `/families/${id}`);
  const { cartId } = await callAs<{ cartId: string }>(admin, 'POST', `/families/${id}/seats`, {
    ...{ classId, childId: children[0]?._id, until: dayFromToday(5) },
  });
  return { id, cartId };
}
