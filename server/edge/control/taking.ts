/** Checks the body of a control command by its schema. */
import type { z } from 'zod';
import { INVALID, type ControlReply } from './control-server.ts';

export function taking<T extends z.ZodType>(
  schema: T,
  command: (body: z.infer<T>) => ControlReply | Promise<ControlReply>,
) {
  return (body: unknown): ControlReply | Promise<ControlReply> => {
    const wanted = schema.safeParse(body);
    return wanted.success ? command(wanted.data) : INVALID;
  };
}
