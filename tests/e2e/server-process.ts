import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The program that users start. `tradeloom serve` becomes the server, so its process can be signaled and killed. */
export const TRADELOOM = join(import.meta.dirname, '..', '..', 'bin', 'tradeloom')

/** A server in its own process, started as users start it. */
export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Stops it as an operator would; resolves once it has exited. */
  stop(): Promise<void>
  /** Kills it like a power failure. */
  kill(): Promise<void>
}

export interface ServerOptions {
  readonly log?: 'inherit' | 'ignore'
  /** Settings besides the port and the data folder. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** Starts the server on a data folder and waits until it reports that it is ready. */
export async function startServer(data: string, port: number, options: ServerOptions = {}): Promise<ServerProcess> {
  const log = options.log ?? 'inherit'
  const child = spawn(TRADELOOM, ['serve'], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...options.env, PORT: String(port), TRADELOOM_DATA: data },
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
  throw new Error(`${url} was not ready within two minutes`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
