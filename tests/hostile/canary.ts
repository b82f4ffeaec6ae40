import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { RunOutcome } from '../../packages/sandbox/src/run-job.ts'

/** What a script logs when it has reached something forbidden. */
const CRY = 'ESCAPED'

/**
 * Traps around the sandbox that an escape would trigger: a secret in the environment, in a file and in another tenant's
 * script, a world-writable folder, a listening port, and the objects that all code of this process shares.
 */
export class Canary {
  readonly #token = randomUUID()
  readonly #folder: string
  readonly #server: Server
  #connections = 0
  readonly #shared = sharedNames()

  private constructor(folder: string, server: Server) {
    this.#folder = folder
    this.#server = server
  }

  /** Sets the traps in an empty folder that no run knows about. */
  static async set(folder: string): Promise<Canary> {
    const server = createServer((socket) => {
      canary.#connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const canary = new Canary(folder, server)
    mkdirSync(join(folder, 'open'))
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'open'), 0o777)
    writeFileSync(join(folder, 'secret'), canary.#token, { mode: 0o644 })
    process.env['TRADELOOM_CANARY'] = canary.#token
    return canary
  }

  /** The source with the locations of the traps filled in: even a script that knows them must not reach them. */
  bait(source: string): string {
    const { port } = this.#server.address() as AddressInfo
    return source
      .replaceAll('%secret%', join(this.#folder, 'secret'))
      .replaceAll('%open%', join(this.#folder, 'open'))
      .replaceAll('%port%', String(port))
      .replaceAll('%token%', this.#token)
  }

  /** What was triggered since the traps were set; empty if nothing was. */
  sprung(outcome: RunOutcome): string[] {
    const text = JSON.stringify(outcome)
    const found: string[] = []
    if (text.includes(this.#token)) found.push('the secret is in the outcome')
    if (text.includes(CRY)) found.push(`the script reports: ${new RegExp(`${CRY}[^"\\\\]*`).exec(text)?.[0]}`)
    if (readdirSync(join(this.#folder, 'open')).length > 0) found.push('a file was written')
    if (this.#connections > 0) found.push('a connection was made')
    const shared = sharedNames()
    if (shared !== this.#shared) found.push('built-in objects of the host were changed')
    return found
  }

  async close(): Promise<void> {
    delete process.env['TRADELOOM_CANARY']
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}

/** Names of the properties that every object of this process inherits. */
function sharedNames(): string {
  const objects = [Object.prototype, Array.prototype, Function.prototype, Promise.prototype, Error.prototype]
  return objects.map((object) => Reflect.ownKeys(object).map(String).join()).join(' ')
}
