/** Rules for fields that schemas do not express: blank fields, and JSON numbers and booleans in place of text. */
import { z } from 'zod';

export interface FieldRules {
  /**
   * Fields that count as absent when blank; they are optional, and blank text has no meaning of its
   * own.
   */
  readonly blankable: ReadonlySet<string>;
  /**
   * Returns the text that stands for a JSON number or boolean; undefined if the field does not take
   * it.
   */
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
