/** The room that is left where the server keeps its data. */
import { z } from 'zod';
import { decimalText } from '../../schemas/fields.ts';

/** In GB of 10^9 bytes. */
export const diskRoom = z.object({
  /** Null while it is not known. */
  free_gb: decimalText.nullable(),
  /** With less than this it is too little. */
  warning_gb: decimalText,
  is_low: z.boolean(),
});

export type DiskRoom = z.infer<typeof diskRoom>;
