/** Composes the operators' HTTP application without listening: its calls, its description, its built console. */
import type { FastifyInstance } from 'fastify';
import { createHttpApp } from '../../edge/http/http-app.ts';
import type { HttpAppParts } from '../../edge/http/http-app.ts';
import { notFoundHandler } from '../../edge/http/not-found.ts';
import { identifyOperator } from '../../edge/http/operator/identify-operator.ts';
import type { AuthenticateOperator } from '../../edge/http/operator/identify-operator.ts';
import { OPERATOR_CALLS } from '../../edge/http/operator/operator-calls.ts';
import type { OperatorHandlers } from '../../areas/operator/operator.area.ts';
import { publishOpenApi } from '../../edge/http/published.ts';
import { registerRoutes } from '../../edge/http/register-routes.ts';
import type { RouteServices } from '../../edge/http/register-routes.ts';
import { serveClient } from '../../edge/http/static-client.ts';

interface OperatorAppServices extends RouteServices, Omit<HttpAppParts, 'bodyBytesMax'> {
  readonly handlers: OperatorHandlers;
  readonly authenticate: AuthenticateOperator;
  /** Folder of the built console. */
  readonly clientFolder: string;
}

/** Room for an article in ten languages, which is one body. */
const BODY_BYTES_MAX = 1_048_576;

/** Composes the application; the caller calls `ready` and `close`, and lets its port serve. */
export async function buildOperatorApp(services: OperatorAppServices): Promise<FastifyInstance> {
  const app = await createHttpApp({ ...services, bodyBytesMax: BODY_BYTES_MAX });
  const { say, handlers, authenticate } = services;
  const { endpoints, routes } = OPERATOR_CALLS;
  const table = { endpoints, routes, handlers, identify: identifyOperator(authenticate) };
  registerRoutes(app, table, services);
  publishOpenApi(app, OPERATOR_CALLS);
  const isClientBuilt = await serveClient(app, services.clientFolder);
  app.setNotFoundHandler(
    { preHandler: app.rateLimit() },
    notFoundHandler(endpoints, say, isClientBuilt),
  );
  return app;
}
