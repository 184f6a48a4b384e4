/** Settings of an installation that operators change. */
import { z } from 'zod';
import { OUTSIDE_LINK, OUTSIDE_LINK_LENGTH_MAX } from '../../outside-link.ts';
import { LINK_SETTINGS } from '../../content/content.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';

const linkSetting = z.enum(LINK_SETTINGS);

export const operatorSetting = z.object({
  key: linkSetting,
  /** Empty if none is set; the app then says that there is none. */
  value: z.string(),
  /** Whether the value comes from the server's start, because no operator has changed it. */
  is_of_start: z.boolean(),
  revision: z.int(),
  last_act: lastActField,
});
/** `https:`, `mailto:` or `tel:`, or empty for none. */
export const saveSettingBody = z.strictObject({
  key: linkSetting,
  revision: revisionField,
  value: z.union([z.literal(''), z.string().max(OUTSIDE_LINK_LENGTH_MAX).regex(OUTSIDE_LINK)]),
  reason: reasonField,
});

export type OperatorSetting = z.infer<typeof operatorSetting>;
