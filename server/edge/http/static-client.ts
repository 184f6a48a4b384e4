/** Serves the built app: browsers keep hashed files forever and revalidate the entry points. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';

const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';
const ASK_ANEW = 'no-cache';

/**
 * Serves `folder`, compressed files (`.br`, `.gz`) first if they exist next to the plain ones.
 * @returns false, with nothing served, when the app has not been built.
 */
export async function serveClient(app: FastifyInstance, folder: string): Promise<boolean> {
  if (!existsSync(path.join(folder, 'index.html'))) return false;
  await app.register(fastifyStatic, {
    root: folder,
    // Its own route reads the folders of each file to refuse another spelling of a name, which a guarded file would need.
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      void reply.header('cache-control', lifetimeOf(path.relative(folder, file)));
    },
  });
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    void reply.sendFile(`/${request.params['*']}`);
  });
  return true;
}

function lifetimeOf(file: string): string {
  if (file.startsWith(`assets${path.sep}`)) return FOREVER;
  return /\.(?:png|svg|webp|jpe?g|ico|woff2)(?:\.(?:br|gz))?$/.test(file) ? A_DAY : ASK_ANEW;
}
