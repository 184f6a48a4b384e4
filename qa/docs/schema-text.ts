/** Describes a zod schema in one line of text, for tables. */
import { z } from 'zod';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Returns the fields of an object as sent: `size?: text …`; empty if it has none. */
export function fieldTexts(schema: z.ZodType, io: 'input' | 'output'): string[] {
  return fields(jsonSchema(schema, io));
}

/** Returns the fields of a response, nested objects by their field names. */
export function shapeText(schema: z.ZodType): string {
  return shape(jsonSchema(schema, 'output'));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: written }) => {
      if (zodSchema instanceof z.ZodCustom) Object.assign(written, { const: 'bytes of a picture' });
    },
  }) as Schema;
}

function fields({ properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${valueText(field)}`,
  );
}

function shape(schema: Schema): string {
  if (schema.type === 'array') return `list of ${shape(schema.items ?? {})}`;
  if (schema.type !== 'object') return valueText(schema);
  return `{ ${Object.entries(schema.properties ?? {})
    .map(([name, field]) => (field.type === 'object' ? `${name} ${shape(field)}` : name))
    .join(', ')} }`;
}

function valueText(schema: Schema): string {
  const fallback =
    schema.default === undefined ? '' : ` (default ${JSON.stringify(schema.default)})`;
  return `${plainText(schema)}${fallback}`;
}

function plainText(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(valueText).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'object') return shape(schema);
  const range = rangeText(schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum);
  const unit = schema.type === 'string' && range !== '' ? ' characters' : '';
  const pattern = schema.pattern === undefined ? '' : ` like ${schema.pattern}`;
  return `${schema.type ?? 'anything'}${range}${unit}${pattern}`;
}

function rangeText(min: number | undefined, max: number | undefined): string {
  const isOpen = max === undefined || max === Number.MAX_SAFE_INTEGER;
  if (min === undefined && isOpen) return '';
  return isOpen ? ` from ${min}` : ` ${min ?? 0} to ${max}`;
}
