/**
 * Types of the OpenAPI tools, as far as the tests use them. Their own types add hundreds of files to every
 * type check, and do not fit each other between packages of one tool.
 */
declare module '@redocly/openapi-core' {
  interface Problem {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }
  export function createConfig(config: { readonly extends: readonly string[] }): Promise<object>;
  export function lintFromString(parts: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: object;
  }): Promise<readonly Problem[]>;
}
declare module '@stoplight/spectral-core' {
  interface Problem {
    readonly code: string | number;
    readonly message: string;
    readonly path: readonly (string | number)[];
  }
  export class Spectral {
    setRuleset(ruleset: { readonly extends: readonly object[]; readonly rules: object }): void;
    run(document: string): Promise<readonly Problem[]>;
  }
}
declare module '@stoplight/spectral-rulesets' {
  export const oas: object;
}
declare module 'openapi-typescript' {
  export default function openapiTypes(document: object): Promise<string>;
}
