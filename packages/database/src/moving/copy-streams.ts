import { type Duplex, Readable, Writable } from 'node:stream'
import type { Connection, Submittable } from 'pg'

/** What the client has for copies; its types do not know it. */
interface CopyConnection {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** What PostgreSQL says when a command has ended, such as `COPY 3`. */
interface Completion {
  readonly text: string
}

type Done = (error?: Error | null) => void

/** The rows that a `COPY … TO STDOUT` writes. PostgreSQL waits while nobody reads them. */
export class CopyOut extends Readable implements Submittable {
  rows = 0
  readonly #text: string
  #connection: CopyConnection | null = null

  constructor(text: string) {
    super({ highWaterMark: 256 * 1024 })
    this.#text = text
  }

  submit(connection: Connection): void {
    this.#connection = connection as unknown as CopyConnection
    this.#connection.query(this.#text)
  }

  /** PostgreSQL sends each row in a message of its own, which is copied: the client reads the next ones into the same memory. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.rows += 1
    if (!this.destroyed && !this.push(Buffer.from(chunk))) this.#connection?.stream.pause()
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#connection?.stream.resume()
    done(error)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

/** Takes the rows of a `COPY … FROM STDIN` as fast as PostgreSQL does. It is finished once PostgreSQL has said so. */
export class CopyIn extends Writable implements Submittable {
  rows = 0
  readonly #text: string
  #connection: CopyConnection | null = null
  /** What waits for PostgreSQL to be ready for rows; null once it is. */
  #waiting: (() => void)[] | null = []
  #finished: Done | null = null

  constructor(text: string) {
    super({ highWaterMark: 256 * 1024 })
    this.#text = text
  }

  submit(connection: Connection): void {
    this.#connection = connection as unknown as CopyConnection
    this.#connection.query(this.#text)
  }

  handleCopyInResponse(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const go of waiting) go()
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: Done): void {
    const all = Buffer.concat(chunks.map(({ chunk }) => chunk))
    this.#whenReady((connection) => {
      connection.sendCopyFromChunk(all)
      if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => done())
      else done()
    })
  }

  override _final(done: Done): void {
    this.#finished = done
    this.#whenReady((connection) => connection.endCopyFrom())
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.#connection && !this.writableFinished && this.#finished === null) {
      this.#whenReady((connection) => connection.sendCopyFail(error?.message ?? 'stopped'))
    }
    done(error)
  }

  #whenReady(send: (connection: CopyConnection) => void): void {
    const go = (): void => {
      if (this.#connection) send(this.#connection)
    }
    if (this.#waiting) this.#waiting.push(go)
    else go()
  }

  handleCommandComplete({ text }: Completion): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1])
  }

  handleReadyForQuery(): void {
    this.#finished?.()
  }

  handleError(error: Error): void {
    const finished = this.#finished
    this.#connection = null
    this.#finished = null
    if (finished) finished(error)
    else this.destroy(error)
  }
}
