/**
 * The process that runs the servers of one worker of tests. A server in a new process takes most of its start to load and warm
 * up its code; the next one in the same process takes a fifth of the processor time.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { COMPILE_CACHE, RESOLVE_ONCE } from '../../../scripts/quick-node.ts';
import { ofMachine, withDefaults, type ServerRun } from './server-process.ts';

export type HostOrder =
  | { readonly kind: 'start'; readonly id: number; readonly env: Readonly<Record<string, string>> }
  | { readonly kind: 'stop'; readonly id: number };

export type HostReport =
  | { readonly kind: 'line'; readonly id: number; readonly line: string }
  | { readonly kind: 'ended'; readonly id: number; readonly code: number };

const PROGRAM = path.join(import.meta.dirname, 'host-program.ts');

interface Hosted {
  onLine(line: string): void;
  onEnd(code: number | null): void;
}

/** A process with the servers that run in it. */
class ServerHost {
  readonly #child: ChildProcess;
  readonly #servers = new Map<number, Hosted>();
  #lastId = 0;
  hasEnded = false;

  constructor() {
    this.#child = fork(PROGRAM, {
      execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32', ...RESOLVE_ONCE],
      env: { ...ofMachine(), ...COMPILE_CACHE, NODE_ENV: 'test' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.on('message', (report: HostReport) => this.#take(report));
    // The output of the process itself, e.g. of an error that nothing handles, may be about each of its servers.
    for (const stream of [this.#child.stdout, this.#child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          for (const server of this.#servers.values()) server.onLine(line);
        });
    void once(this.#child, 'close').then(() => {
      this.hasEnded = true;
      for (const server of this.#servers.values()) server.onEnd(null);
    });
  }

  run(env: Readonly<Record<string, string>>, onLine: (line: string) => void): ServerRun {
    if (env['NODE_OPTIONS'] !== undefined)
      throw new Error('options of Node are for a process: start this server with isOwnProcess');
    const id = (this.#lastId += 1);
    const ended = new Promise<number | null>((onEnd) => this.#servers.set(id, { onLine, onEnd }));
    this.#order({ kind: 'start', id, env: withDefaults(env) });
    return {
      pid: this.#child.pid ?? 0,
      ended,
      end: (signal) => {
        if (signal === 'SIGKILL')
          throw new Error('other servers share this process: start this one with isOwnProcess');
        this.#order({ kind: 'stop', id });
      },
    };
  }

  #order(order: HostOrder): void {
    this.#child.send(order);
  }

  #take(report: HostReport): void {
    const server = this.#servers.get(report.id);
    if (report.kind === 'line') return server?.onLine(report.line);
    this.#servers.delete(report.id);
    server?.onEnd(report.code);
  }
}

let host: ServerHost | undefined;
let isUsed = false;

/** From now on servers of this process run in one host, unless a test needs a process for one. */
export function useServerHost(): void {
  isUsed = true;
}

/** Runs a server in the host of this process. Undefined if it has none: outside of tests each server is a process. */
export function runHosted(
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): ServerRun | undefined {
  if (!isUsed) return undefined;
  if (host === undefined || host.hasEnded) host = new ServerHost();
  return host.run(env, onLine);
}
