import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { freePort } from '@tradeloom/testkit'
import { copyOfTemplate, type TestServer, type TestServerOptions } from './server.fixture.ts'
import { processesBelow, sendSignal } from './signal-process.fixture.ts'

const MAIN = join(import.meta.dirname, '..', 'main.ts')
const READY = 'Tradeloom is ready: '

/** A server in a process of its own. */
export interface SpawnedServer extends TestServer {
  /** Ends it and all that it has started, as a power failure would. */
  kill(): void
}

/** As `startTestServer`, in a process of its own, with pages and sockets alone. */
export async function spawnServer(
  options: Pick<TestServerOptions, 'databaseUrl' | 'dataDir' | 'env'>,
): Promise<SpawnedServer> {
  const dataDir = options.dataDir ?? copyOfTemplate()
  chmodSync(dataDir, 0o755)
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      TZ: 'UTC',
      // Each has files of its own by its port.
      PORT: String(await freePort()),
      TRADELOOM_DATA: dataDir,
      DATABASE_URL: options.databaseUrl,
      TRADELOOM_SERVICES: 'http,realtime',
      TRADELOOM_SIMULATED_MARKET: 'off',
      TRADELOOM_REQUESTS_PER_MINUTE: '100000',
      LOG_LEVEL: 'silent',
      ...options.env,
    },
    // It ends with these tests, however they end.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const pid = child.pid ?? 0
  const output = child.stdout as Readable
  let url = ''
  for await (const line of createInterface({ input: output })) {
    if (!line.startsWith(READY)) continue
    url = line.slice(READY.length)
    break
  }
  if (url === '') throw new Error('The server ended before it was ready')
  output.resume()
  return {
    url,
    dataDir,
    setupToken: null,
    kill() {
      for (const one of [pid, ...processesBelow(pid)]) sendSignal(one, 'SIGKILL')
    },
    async stop() {
      child.kill()
      await ended
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
