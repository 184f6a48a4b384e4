/** JSON schemas of the OpenAPI document: every schema with a name in the contract is one component of that name. */
import { z } from 'zod';
import { ensure } from '../../../contract/assert.ts';
import type { Route } from '../../../contract/route.ts';

export type Schema = Record<string, unknown>;
type Routes = Readonly<Record<string, Route>>;
/** The exports of a schema file. */
export type SchemaFile = Readonly<Record<string, unknown>>;

const COMPONENTS = '#/components/schemas/';
export const refTo = (name: string): Schema => ({ $ref: `${COMPONENTS}${name}` });

export interface ResultSchemas {
  readonly components: Readonly<Record<string, Schema>>;
  /** Returns the schema of a call's result. */
  of(response: z.ZodType): Schema;
}

/**
 * Names result schemas: exported objects keep their name, and other results are named after their
 * call.
 */
export function resultSchemas(routes: Routes, files: readonly SchemaFile[]): ResultSchemas {
  const registry = z.registry<{ id: string }>();
  const taken = new Set<string>();
  const name = (schema: z.ZodType, id: string): void => {
    if (registry.has(schema)) return;
    registry.add(schema, { id: taken.has(id) ? `${id}Again` : id });
    taken.add(id);
  };
  for (const file of files)
    for (const id of Object.keys(file).toSorted()) {
      // Bundlers may list the exports of a module in another order than Node does.
      const schema = file[id];
      if (schema instanceof z.ZodObject && isAnswered(id)) name(schema, pascal(id));
    }
  for (const [call, { response }] of Object.entries(routes))
    name(response, `${pascal(call)}Result`);
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => `${COMPONENTS}${id}`,
    override: describeWire,
  });
  const components = Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]),
  );
  const of = (response: z.ZodType): Schema =>
    refTo(ensure(registry.get(response), 'name of a response').id);
  return {
    components: onlyUsed(
      components,
      Object.values(routes).map(({ response }) => of(response)),
    ),
    of,
  };
}

/** Schemas of requests have names of their own. */
const isAnswered = (name: string): boolean => !/(?:Body|Query|Fields?)$/.test(name);

/** Keeps the schemas that results refer to; the others would be unused components. */
function onlyUsed(
  components: Readonly<Record<string, Schema>>,
  results: readonly Schema[],
): Readonly<Record<string, Schema>> {
  const used = new Set<string>();
  const follow = (schema: Schema): void => {
    for (const [, id = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(id)) continue;
      used.add(id);
      follow(ensure(components[id], `schema ${id}`));
    }
  };
  for (const result of results) follow(result);
  return Object.fromEntries(Object.entries(components).filter(([id]) => used.has(id)));
}

/** Returns the schema of a request. */
export const requestSchema = (request: z.ZodType): Schema =>
  bare(
    z.toJSONSchema(request, {
      io: 'input',
      unrepresentable: 'any',
      override(context) {
        describeWire(context);
        sayDefault(context.jsonSchema as Schema);
      },
    }),
  );

/**
 * Moves the default into the description, because common generators treat a field with a default as
 * required.
 */
function sayDefault(written: Schema): void {
  if (!('default' in written)) return;
  const { default: value } = written;
  delete written['default'];
  const words = value === '' ? 'Nothing' : `\`${String(value)}\``;
  written['description'] = `${words} where it is left out.`;
}

function bare(schema: object): Schema {
  const { $schema: _, $id: __, ...rest } = schema as Schema;
  return rest;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

const describeWire: Override = ({ zodSchema, jsonSchema: written }) => {
  if (zodSchema instanceof z.ZodCodec && zodSchema.out instanceof z.ZodNumber)
    describeNumber(written as Schema, zodSchema.out);
  if (zodSchema instanceof z.ZodTuple) describeTuple(written as Schema);
  dropSafeBounds(written as Schema);
};

/**
 * Describes a number by its bounds, because queries and forms carry text and digits are all the
 * wire has.
 */
function describeNumber(written: Schema, number: z.ZodNumber): void {
  delete written['pattern'];
  Object.assign(written, bare(z.toJSONSchema(number)));
  const choices = written['enum'] as readonly string[] | undefined;
  if (choices !== undefined) written['enum'] = choices.map(Number);
}

/** Adds `items` for readers that do not know `prefixItems`. */
function describeTuple(written: Schema): void {
  const places = written['prefixItems'] as readonly Schema[];
  const different = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  written['items'] = different.length === 1 ? different[0] : { anyOf: different };
  written['minItems'] = places.length;
  written['maxItems'] = places.length;
}

/** Drops the bounds of a safe integer, which say nothing: every integer here fits a double. */
function dropSafeBounds(written: Schema): void {
  if (written['minimum'] === Number.MIN_SAFE_INTEGER) delete written['minimum'];
  if (written['maximum'] === Number.MAX_SAFE_INTEGER) delete written['maximum'];
}

export const pascal = (name: string): string => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
