/** What the fields of a call take beyond what their schemas say: blanks, and the numbers and truths of JSON. */
import { z } from 'zod';

export interface FieldRules {
  /** Fields that count as absent when they are blank: they may be left out, and mean nothing blank. */
  readonly blankable: ReadonlySet<string>;
  /** Text that stands for a number or a truth of JSON; undefined where the field does not take it. */
  textOf(name: string, value: number | boolean): string | undefined;
}

/** @param request the schema of the request of one call. */
export function fieldRulesOf(request: z.ZodObject): FieldRules {
  const fields = Object.entries(request.shape as Record<string, z.ZodType>);
  const codecs = new Map(
    fields.flatMap(([name, schema]) => {
      const inner = unwrapped(schema);
      return inner instanceof z.ZodCodec && takesJson(inner.out) ? [[name, inner] as const] : [];
    }),
  );
  return {
    blankable: new Set(fields.flatMap(([name, schema]) => (isBlankable(schema) ? [name] : []))),
    textOf(name, value) {
      const codec = codecs.get(name);
      if (codec === undefined) return undefined;
      const text = z.safeEncode(codec, value);
      return text.success ? String(text.data) : undefined;
    },
  };
}

const isBlankable = (schema: z.ZodType): boolean =>
  schema.safeParse(undefined).success && !schema.safeParse('').success;

const takesJson = (out: unknown): boolean =>
  out instanceof z.ZodNumber || out instanceof z.ZodBoolean;

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap())
    : schema;
}
