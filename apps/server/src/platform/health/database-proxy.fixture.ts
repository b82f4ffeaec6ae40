import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A proxy between a server under test and its PostgreSQL that can cut and restore the connection. */
export class DatabaseProxy {
  readonly url: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'tradeloom-proxy-'))
  readonly #target: string
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null

  constructor(target: string) {
    const url = new URL(target)
    const [, folder, port] = /@([^/:]+):(\d+)\//.exec(target) ?? []
    this.#target = join(decodeURIComponent(folder!), `.s.PGSQL.${port}`)
    this.url = `postgresql://${url.username}:${url.password}@${encodeURIComponent(this.#folder)}:5432${url.pathname}`
  }

  async back(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(this.#target)
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(from)
        from.on('error', () => to.destroy())
        from.on('close', () => (this.#sockets.delete(from), to.destroy()))
        from.pipe(to)
      }
    })
    this.#server = server
    await new Promise<void>((done) => server.listen(join(this.#folder, '.s.PGSQL.5432'), done))
  }

  async away(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = null
    const closed = new Promise((done) => server.close(done))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async remove(): Promise<void> {
    await this.away()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
