/** The OpenAPI documents pass two common linters, each with its recommended rules. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, test } from 'vitest';
import { buildOpenApi } from '../../../server/edge/http/openapi.ts';
import { OPERATOR_CALLS } from '../../../server/edge/http/operator/operator-calls.ts';

describe.each([
  ['of users', () => buildOpenApi()],
  ['of operators', () => buildOpenApi(OPERATOR_CALLS)],
])('the document %s', (_, build) => {
  const text = JSON.stringify(build());

  test('has no redocly findings', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });

    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([]);
  });

  test('has no spectral findings', async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [oas], rules: {} });
    const problems = await spectral.run(text);

    expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });
});
