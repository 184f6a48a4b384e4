/** The first module of a bundled server: what a server in one file needs in addition, then the server. */
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { nameSourceLines } from './stack-lines.ts';

/** A server that lives so long keeps its compiled form then, because a kill would lose it. */
const KEPT_AFTER_MS = 10_000;

nameSourceLines(import.meta.dirname, path.join(import.meta.dirname, '../../..'));
setTimeout(() => flushCompileCache(), KEPT_AFTER_MS).unref();
await import('../server/boot/main.ts');
