/** Web Push: browsers that get notifications when an order needs the user's action (RFC 8030, 8291, 8292). */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';

export const pushKey = z.object({
  /** VAPID public key, base64url; null if this installation sends none. */
  public_key: z.string().nullable(),
  /** Push address of this session; null without a subscription. It ends with the session. */
  endpoint: z.string().nullable(),
});
const endpointField = z.url().max(LIMITS.push_endpoint_length_max);
const base64Url = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}=?$`));
export const subscribePushBody = z.strictObject({
  endpoint: endpointField,
  p256dh: base64Url(87),
  auth: base64Url(22),
});
export const unsubscribePushBody = z.strictObject({ endpoint: endpointField });
