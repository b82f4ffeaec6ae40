import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { launchServer, type LaunchOptions } from './launch-server.fixture.ts'
import type { RunningServer } from '../platform/start-server.ts'

export interface TestServer extends RunningServer {
  readonly url: string
  readonly dataDir: string
}

export interface TestServerOptions extends Omit<LaunchOptions, 'dataDir'> {
  /** The folder of an earlier server, to test a restart. */
  readonly dataDir?: string
}

/** A complete server on a real database, with runners and the wave market of the testkit, on a free port. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const dataDir = options.dataDir ?? copyOfTemplate()
  const server = await launchServer({ ...options, dataDir })
  return {
    url: server.url ?? '',
    setupToken: server.setupToken,
    dataDir,
    stop: async () => {
      await server.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The data folder of a new server. */
export function copyOfTemplate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-server-'))
  cpSync(inject('serverFolder'), folder, { recursive: true, preserveTimestamps: true })
  return folder
}
