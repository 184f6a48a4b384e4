/** Web Push: a browser that is told when it is somebody's turn (RFC 8030, 8291, 8292). */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';

export const pushKey = z.object({
  /** VAPID public key, base64url; null where this installation sends none. */
  public_key: z.string().nullable(),
  /** Where this session is told; null where it did not ask for it. Ends with the session. */
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
