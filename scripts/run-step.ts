/** Runs one program of a project script, found in the way that npm finds it. */
import { spawn } from 'node:child_process';
import path from 'node:path';

interface Step {
  readonly command: string;
  readonly words: readonly string[];
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * @param isQuiet holds the output back, and shows it only if the step fails.
 * @returns whether it succeeded.
 */
export function runStep({ command, words, env }: Step, isQuiet = false): Promise<boolean> {
  const stdio = isQuiet ? 'pipe' : 'inherit';
  const child = spawn(command, words, { stdio, env: { ...process.env, ...env } });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => said.push(data));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) {
        process.stdout.write(Buffer.concat(said));
        console.error(`Failed: ${[path.basename(command), ...words].join(' ')}`);
      }
      resolve(code === 0);
    });
  });
}

/** Runs the steps one after the other, until one fails. */
export async function runSteps(steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) if (!(await runStep(step))) return false;
  return true;
}
