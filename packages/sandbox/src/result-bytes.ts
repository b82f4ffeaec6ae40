import type { Readable } from 'node:stream'

/** Collects what a runner writes as its result. A runner that has been taken over may write anything, and any amount. */
export class ResultBytes {
  readonly #stream: Readable
  #chunks: Buffer[] = []
  #length = 0
  #most = 0
  #wanted: {
    readonly bytes: number
    readonly resolve: (text: string) => void
    readonly reject: (error: Error) => void
  } | null = null

  /** Before `allow` everything is dropped. */
  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('data', (chunk: Buffer) => this.#add(chunk))
  }

  /** Begins with a new result of up to `most` bytes; the stream is closed at more. */
  allow(most: number): void {
    this.#most = most
    this.#chunks = []
    this.#length = 0
    this.#wanted = null
  }

  /** Whether exactly as much has come as was announced: what comes next belongs to the next result. */
  get isExact(): boolean {
    return this.#wanted !== null && this.#length === this.#wanted.bytes
  }

  /** The text of `bytes` bytes once they have come; rejects when there are too many, and waits forever for too few. */
  text(bytes: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#wanted = { bytes, resolve, reject }
      this.#settle()
    })
  }

  close(): void {
    this.#stream.destroy()
    this.#chunks = []
  }

  #add(chunk: Buffer): void {
    if (this.#most === 0) return
    this.#length += chunk.length
    if (this.#length > this.#most) this.close()
    else this.#chunks.push(chunk)
    this.#settle()
  }

  #settle(): void {
    const wanted = this.#wanted
    if (wanted === null) return
    if (this.#length > this.#most) wanted.reject(new Error('it sent more than it may'))
    else if (this.#length >= wanted.bytes) wanted.resolve(Buffer.concat(this.#chunks).toString())
  }
}
