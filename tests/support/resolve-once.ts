/**
 * Preloaded into the many processes of a run of tests. For each import from a package, and for each one
 * inside it, Node parses the package's whole `package.json`. That of drizzle-orm has 180 kB, which makes it
 * half of a server's start. This module resolves each name only once.
 */
import { registerHooks, type ResolveFnOutput } from 'node:module';

const HEAVY = 'drizzle-orm';
const found = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '', conditions } = context;
    // The files of this project name each other as they are.
    if (specifier.startsWith('.') && specifier.endsWith('.ts'))
      return {
        url: new URL(specifier, parentURL).href,
        format: 'module-typescript',
        shortCircuit: true,
      };
    const isInside = parentURL.includes(`/node_modules/${HEAVY}/`);
    // Its files use relative names, and all of them are modules.
    if (isInside && specifier.startsWith('.') && specifier.endsWith('.js'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (specifier !== HEAVY && !specifier.startsWith(`${HEAVY}/`))
      return nextResolve(specifier, context);
    const key = `${specifier} ${conditions.join()}`;
    const resolved = found.get(key) ?? { ...nextResolve(specifier, context), shortCircuit: true };
    found.set(key, resolved);
    return resolved;
  },
});
