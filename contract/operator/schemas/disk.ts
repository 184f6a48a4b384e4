/** Free space on the disk with the server's data. */
import { z } from 'zod';
import { decimalText } from '../../schemas/fields.ts';

/** Disk space in GB of 10^9 bytes. */
export const diskRoom = z.object({
  /** Null while unknown. */
  free_gb: decimalText.nullable(),
  /** Below it the console warns. */
  warning_gb: decimalText,
  is_low: z.boolean(),
});

export type DiskRoom = z.infer<typeof diskRoom>;
