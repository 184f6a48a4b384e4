/** Keeps a second server out of a data folder; the kernel frees the lock when the process dies. */
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import path from 'node:path';
import { StartupError } from '../../process/startup-error.ts';

export interface FolderLock {
  release(): void;
}

/**
 * Takes the lock: a listening unix socket in `runFolder` that reports the holder's process number.
 * @throws StartupError naming the holder when another server lives.
 */
export async function lockFolder(runFolder: string, dataDir: string): Promise<FolderLock> {
  const file = path.join(runFolder, 'server.lock');
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  for (let tries = 1; ; tries++) {
    if (await listen(server, file)) break;
    const holder = await askHolder(file);
    if (holder !== undefined || tries > 3) {
      throw new StartupError(
        `The data folder ${dataDir} is in use by another Meridian server (process ${holder ?? 'unknown'}): ` +
          'stop it, or set DATA_DIR to another folder.',
      );
    }
    rmSync(file, { force: true });
  }
  server.unref();
  return { release: () => server.close() };
}

/**
 * Returns false when the name is taken, by a running server or by the socket file of a killed one.
 */
function listen(server: Server, file: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(file, () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}

function askHolder(file: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(file);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (answer += text));
    socket.on('error', () => resolve(undefined));
    socket.on('end', () => resolve(answer));
  });
}
