import type { Readable } from 'node:stream'

/** Collects the result that a runner writes. A compromised runner may write anything, and any amount. */
export class ResultBytes {
  readonly #stream: Readable
  #chunks: Buffer[] = []
  #length = 0
  #most = 0
  #wanted: {
    readonly bytes: number
    readonly resolve: (result: Buffer) => void
    readonly reject: (error: Error) => void
  } | null = null

  /** Before `allow` everything is dropped. */
  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('data', (chunk: Buffer) => this.#add(chunk))
  }

  /** Starts a new result of at most `most` bytes; the stream is closed if more arrives. */
  allow(most: number): void {
    this.#most = most
    this.#chunks = []
    this.#length = 0
    this.#wanted = null
  }

  /** Whether exactly the announced number of bytes has arrived: what follows belongs to the next result. */
  get isExact(): boolean {
    return this.#wanted !== null && this.#length === this.#wanted.bytes
  }

  /** Resolves to `bytes` bytes once they have arrived. Rejects if more arrive; never resolves if fewer do. */
  whole(bytes: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#wanted = { bytes, resolve, reject }
      this.#settle()
    })
  }

  /** The first `bytes` bytes if they have arrived, otherwise null. */
  first(bytes: number): Buffer | null {
    return this.#length < bytes || this.#length > this.#most ? null : Buffer.concat(this.#chunks).subarray(0, bytes)
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
    else if (this.#length >= wanted.bytes) wanted.resolve(Buffer.concat(this.#chunks))
  }
}
