import type { Readable } from 'node:stream'

/** Collects what a runner writes as its result. A runner that has been taken over may write anything, and any amount. */
export class ResultBytes {
  readonly #stream: Readable
  #chunks: Buffer[] = []
  #length = 0
  #most = 0
  #wanted: { readonly bytes: number; readonly resolve: (text: string) => void } | null = null

  /** Before `allow` everything is dropped. */
  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('data', (chunk: Buffer) => this.#add(chunk))
  }

  /** Takes up to `most` bytes from now on; the stream is closed at more. */
  allow(most: number): void {
    this.#most = most
  }

  /** The text of `bytes` bytes once they have come; never settles when they do not come. */
  text(bytes: number): Promise<string> {
    return new Promise((resolve) => {
      this.#wanted = { bytes, resolve }
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
    if (this.#length > this.#most) return this.close()
    this.#chunks.push(chunk)
    this.#settle()
  }

  #settle(): void {
    const wanted = this.#wanted
    if (wanted !== null && this.#length >= wanted.bytes) wanted.resolve(Buffer.concat(this.#chunks).toString())
  }
}
