/** Arbitrary valid requests of a route, derived from its schema, so that new routes are covered automatically. */
import * as fc from 'fast-check';
import { z } from 'zod';

const jsonSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minimum: z.int().optional(),
  maximum: z.int().optional(),
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
});
type JsonSchema = z.infer<typeof jsonSchema>;
const objectSchema = z.object({
  properties: z.record(z.string(), jsonSchema).default({}),
  required: z.array(z.string()).default([]),
});

interface RequestShape {
  readonly arbitrary: fc.Arbitrary<Readonly<Record<string, string>>>;
  readonly required: readonly string[];
  /** Fields that are text on the wire and whole numbers for the handler. */
  readonly wholeNumbers: readonly string[];
}

/** @throws Error if the schema uses something this derivation does not know. */
export function requestShape(schema: z.ZodObject): RequestShape {
  const input = objectSchema.parse(z.toJSONSchema(schema, { io: 'input' }));
  const output = objectSchema.parse(z.toJSONSchema(schema, { io: 'output' }));
  const fields = Object.entries(input.properties);
  const arbitraries = Object.fromEntries(
    fields.map(([name, field]) => [name, textOf(field, output.properties[name] ?? field)]),
  );
  return {
    arbitrary: fc.record(arbitraries, { requiredKeys: input.required }).map((request) => ({
      ...request,
    })),
    required: input.required,
    wholeNumbers: fields
      .map(([name]) => name)
      .filter((name) => output.properties[name]?.type === 'integer'),
  };
}

function textOf(input: JsonSchema, output: JsonSchema): fc.Arbitrary<string> {
  if (input.enum) return fc.constantFrom(...input.enum);
  if (output.type === 'integer')
    return fc
      .integer({ min: output.minimum ?? 0, max: Math.min(output.maximum ?? 0, 2 ** 31 - 1) })
      .map(String);
  if (input.anyOf) return fc.oneof(...input.anyOf.map((option) => textOf(option, option)));
  if (input.const !== undefined) return fc.constant(input.const);
  if (input.pattern?.includes('(?!') === true) return writtenText(input, input.pattern);
  if (input.pattern !== undefined) return fc.stringMatching(new RegExp(input.pattern));
  if (input.format === 'uri') return fc.webUrl({ withQueryParameters: true });
  if (input.type !== 'string') throw new Error(`no arbitrary for ${JSON.stringify(input)}`);
  return fc.string({ minLength: input.minLength ?? 0, maxLength: input.maxLength ?? 64 });
}

/** Examples that users write: fast-check cannot generate text for a pattern with a lookahead, so each is tried. */
function writtenText({ minLength = 0, maxLength = 64 }: JsonSchema, pattern: string) {
  const legal = new RegExp(pattern, 'u');
  return fc
    .string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) })
    .filter((text) => text.length <= maxLength && legal.test(text));
}
