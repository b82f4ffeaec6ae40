import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiClient } from '../api-client.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { GIVEN_MARKET, simulateOne } from '../simulate-one.ts'

export interface InstallationOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly diskMb?: number
}

/**
 * The analysis of a slow script would compute half a minute beside what is killed, and spare runners warm up for a second
 * after each job.
 */
const ENV = {
  TRADELOOM_AUTO_ANALYSIS: 'off',
  TRADELOOM_SPARE_RUNNERS: 'off',
  // Whatever day it is.
  TRADELOOM_SIMULATED_VENUES: 'always',
  ...GIVEN_MARKET,
}

/** A server on its own data folder, which can be killed and restarted; its administrator is signed in. */
export class Installation {
  readonly folder: string
  readonly data: string
  readonly client: ApiClient
  readonly #port: number
  readonly #options: InstallationOptions
  #server: ServerProcess

  private constructor(folder: string, port: number, options: InstallationOptions, server: ServerProcess) {
    this.folder = folder
    this.data = join(folder, 'data')
    this.client = new ApiClient(server.url)
    this.#port = port
    this.#options = options
    this.#server = server
  }

  static async open(options: InstallationOptions): Promise<Installation> {
    const folder = mkdtempSync(join(tmpdir(), 'tradeloom-faults-'))
    // When this process is root, the database runs as another user and must be able to traverse the folder.
    chmodSync(folder, 0o755)
    if (options.diskMb !== undefined) mountDisk(folder, options.diskMb)
    await simulateOne(join(folder, 'data'))
    const port = await freePort()
    const server = await startServer(join(folder, 'data'), port, { env: { ...ENV, ...options.env } })
    const installation = new Installation(folder, port, options, server)
    await installation.client.register('owner')
    return installation
  }

  get url(): string {
    return this.#server.url
  }

  get pid(): number {
    return this.#server.process.pid ?? 0
  }

  /** Of its database. */
  get connection() {
    const [, , , , host] = this.#postmasterFile
    const password = readFileSync(join(this.data, 'postgres.password'), 'utf8')
    return { host: host?.trim() ?? '', port: 5432, user: 'tradeloom', password, database: 'tradeloom' }
  }

  /** Process of its database. */
  get postmaster(): number {
    return Number(this.#postmasterFile[0])
  }

  /** The folder of the socket is another one if the path of the data folder is long. */
  get #postmasterFile(): string[] {
    return readFileSync(join(this.data, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')
  }

  /** Stops the server and its database, as an operator does. */
  stop(): Promise<void> {
    return this.#server.stop()
  }

  /** Ends the server like a power cut. */
  kill(): Promise<void> {
    return this.#server.kill()
  }

  async startAgain(): Promise<void> {
    this.#server = await startServer(this.data, this.#port, { env: { ...ENV, ...this.#options.env } })
  }

  async close(): Promise<void> {
    await this.#server.stop()
    if (this.#options.diskMb !== undefined) spawnSync('umount', [this.folder])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function mountDisk(folder: string, megabytes: number): void {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  if (status !== 0) throw new Error('A file system of limited size needs root')
}
