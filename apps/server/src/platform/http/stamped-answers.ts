import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { COMPRESSED_BYTES, compressed, type Encoding, encodingFor } from './encodings.ts'
import { ReadyAnswer } from './ready-answer.ts'

/** A request for one answer. */
export interface StampedRequest<Value> {
  /** Identifies the answer for one viewer: everything it depends on except the stamp. */
  readonly key: readonly (string | number | null | undefined)[]
  /** Identifies the state of everything in the answer; read before the answer. */
  readonly stamp: string
  /** Creates the answer, which must be at least as new as the stamp. */
  readonly make: () => Promise<Value>
}

export interface StampedText<Value> extends Omit<StampedRequest<Value>, 'make'> {
  readonly text: () => JsonText<Value>
}

/** The JSON of a value. */
export type JsonText<Value> = string & { readonly value?: Value }

interface Kept {
  readonly etag: string
  readonly body: Promise<Buffer>
  readonly encoded: Map<Encoding, Promise<Buffer>>
  bytes: number
}

const MAX_BYTES = 64 * 1024 * 1024

/**
 * Stores answers as text while their stamps are unchanged, and answers 304 to clients that have them. Every request
 * reads the stamp from the database, so an answer is never older than the last write before the request.
 */
export class StampedAnswers {
  readonly #maxBytes: number
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0
  /** After a restart, the server may run other code or use a database restored from a backup. */
  readonly #process = randomBytes(12).toString('base64url')

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** Bytes of all stored answers. */
  get bytes(): number {
    return this.#bytes
  }

  async answer<Value>(
    { headers }: Pick<FastifyRequest, 'headers'>,
    reply: Pick<FastifyReply, 'header' | 'status'>,
    wanted: StampedRequest<Value>,
  ): Promise<ReadyAnswer<Value>> {
    const name = JSON.stringify(wanted.key)
    const etag = this.#tag({ headers }, reply, name, wanted.stamp)
    if (etag === null) return new ReadyAnswer<Value>(null)
    const kept = this.#find(name, etag) ?? this.#make(name, etag, wanted.make)
    const body = await kept.body
    const encoding = body.length < COMPRESSED_BYTES ? null : encodingFor(headers['accept-encoding'])
    if (encoding === null) return new ReadyAnswer<Value>(body)
    reply.header('content-encoding', encoding)
    return new ReadyAnswer<Value>(await this.#encode(kept, name, body, encoding))
  }

  /** Like `answer`, but for text that is created quickly and rarely requested twice: it is not stored. */
  async answerText<Value>(
    { headers }: Pick<FastifyRequest, 'headers'>,
    reply: Pick<FastifyReply, 'header' | 'status'>,
    { key, stamp, text }: StampedText<Value>,
  ): Promise<ReadyAnswer<Value>> {
    if (this.#tag({ headers }, reply, JSON.stringify(key), stamp) === null) return new ReadyAnswer<Value>(null)
    const body = Buffer.from(text())
    const encoding = body.length < COMPRESSED_BYTES ? null : encodingFor(headers['accept-encoding'])
    if (encoding === null) return new ReadyAnswer<Value>(body)
    reply.header('content-encoding', encoding)
    return new ReadyAnswer<Value>(await compressed(body, encoding))
  }

  /** Sets the headers; returns null and sets status 304 if the client has the answer already. */
  #tag(
    { headers }: Pick<FastifyRequest, 'headers'>,
    reply: Pick<FastifyReply, 'header' | 'status'>,
    name: string,
    stamp: string,
  ): string | null {
    const etag = this.#etagOf(name, stamp)
    // Only the viewer's own client may use the answer; it stores it with its ETag, and proxies must not.
    reply.header('cache-control', 'private, no-store').header('vary', 'cookie, accept-encoding').header('etag', etag)
    if (!isListed(headers['if-none-match'], etag)) return etag
    reply.status(304)
    return null
  }

  #etagOf(name: string, stamp: string): string {
    const hash = createHash('sha256').update(`${this.#process}\n${name}\n${stamp}`)
    return `W/"${hash.digest('base64url').slice(0, 27)}"`
  }

  #find(name: string, etag: string): Kept | null {
    const kept = this.#kept.get(name)
    if (kept?.etag !== etag) return null
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept
  }

  #make(name: string, etag: string, make: () => Promise<unknown>): Kept {
    const kept: Kept = { etag, body: make().then(toBytes), encoded: new Map(), bytes: 0 }
    this.#drop(name)
    this.#kept.set(name, kept)
    kept.body.then(
      (body) => this.#grow(name, kept, body.length),
      () => this.#kept.get(name) === kept && this.#drop(name),
    )
    return kept
  }

  #encode(kept: Kept, name: string, body: Buffer, encoding: Encoding): Promise<Buffer> {
    const known = kept.encoded.get(encoding)
    if (known) return known
    const encoded = compressed(body, encoding)
    kept.encoded.set(encoding, encoded)
    encoded.then(
      ({ length }) => this.#grow(name, kept, length),
      () => kept.encoded.delete(encoding),
    )
    return encoded
  }

  /** Adds the bytes of an answer that is still stored, and drops the least recently used ones above the limit. */
  #grow(name: string, kept: Kept, bytes: number): void {
    if (this.#kept.get(name) !== kept) return
    kept.bytes += bytes
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest)
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes ?? 0
    this.#kept.delete(name)
  }
}

function toBytes(answer: unknown): Buffer {
  return Buffer.from(JSON.stringify(answer))
}

/** Whether an If-None-Match header lists a tag; weak and strong tags are equal there. */
function isListed(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((one) => `W/${one.trim().replace(/^W\//, '')}` === etag)
}
