import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')

/** A server as a user starts it, in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Ends it as an operator would; resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

/** Starts the server on a data folder and waits until it says that it is ready. */
export async function startServer(
  data: string,
  port: number,
  log: 'inherit' | 'ignore' = 'inherit',
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: String(port), TRADELOOM_DATA: data, LOG_LEVEL: 'warn' },
    stdio: ['ignore', log, log],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await ready(child, `${url}/healthz`)
  return {
    url,
    process: child,
    stop: () => (child.kill('SIGTERM'), exited),
    kill: () => (child.kill('SIGKILL'), exited),
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with status ${child.exitCode} before it was ready`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${url} did not get ready within two minutes`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
