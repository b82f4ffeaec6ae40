import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { UserError } from '@tradeloom/domain'
import type { ObjectStore, StoredObject, Upload, UploadedPart } from '@tradeloom/object-store'
import { VaultError } from '@tradeloom/vault'
import { newSalt, openStream, sealStream } from '@tradeloom/vault/stream'
import { z } from 'zod'

const MIB = 1024 * 1024
const PART_BYTES = 16 * MIB
/** Stores take 10,000. */
const MAX_PARTS = 9_000

/** An upload in parts that may have been interrupted: with the same salt, its parts are the same again. */
const begunUpload = z.strictObject({ name: z.string(), id: z.string(), salt: z.base64() })

export interface SentFile {
  readonly name: string
  readonly path: string
  /** Of what is inside: a file that was damaged since is not sent. */
  readonly sha256: string
  /** Where it is noted which upload was begun. */
  readonly note: string
  readonly signal?: AbortSignal | undefined
}

/** A store in which everything is encrypted with the backup key: whoever keeps it reads sizes and times, and changes nothing. */
export class SealedStore {
  readonly #store: ObjectStore
  readonly #key: Uint8Array

  constructor(store: ObjectStore, key: Uint8Array) {
    this.#store = store
    this.#key = key
  }

  get place(): string {
    return this.#store.place
  }

  /** The key itself, which a restored installation keeps. */
  get key(): Uint8Array {
    return this.#key
  }

  /** By which the same contents are found again, and of which the store learns nothing. */
  nameOfContents(sha256: string): string {
    return `files/${createHmac('sha256', this.#key).update(`tradeloom contents ${sha256}`).digest('hex')}`
  }

  list(prefix: string): AsyncIterable<StoredObject> {
    return this.#store.list(prefix)
  }

  delete(name: string): Promise<void> {
    return this.#store.delete(name)
  }

  /** Of objects that nobody goes on with. */
  async abortUploads(): Promise<void> {
    for (const upload of await this.#store.listUploads('')) await this.#store.abortUpload(upload)
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#store.put(name, await this.#seal(name, bytes))
  }

  async putIfAbsent(name: string, bytes: Uint8Array): Promise<boolean> {
    return this.#store.putIfAbsent(name, await this.#seal(name, bytes))
  }

  /** What is inside of an object; null if there is none. It breaks off with a UserError if it is not what was written. */
  async read(name: string): Promise<Readable | null> {
    const found = await this.#store.get(name)
    return (
      found && Readable.from(worded(openStream({ key: this.#key, name }, found), this.place), { objectMode: false })
    )
  }

  async readText(name: string): Promise<string | null> {
    const found = await this.read(name)
    return found && (await buffer(found)).toString('utf8')
  }

  /** Sends a file; one that was interrupted goes on where it was. Returns how many bytes were sent. */
  async putFile(file: SentFile): Promise<number> {
    const { size } = await stat(file.path)
    if (size > PART_BYTES) return this.#putParts(file, size)
    const bytes = await readFile(file.path)
    requireSame(file, createHash('sha256').update(bytes).digest('hex'))
    await this.putIfAbsent(file.name, bytes)
    return bytes.length
  }

  async #putParts(file: SentFile, size: number): Promise<number> {
    const { upload, salt, parts: there } = await this.#begin(file)
    const known = new Map(there.map((part) => [part.number, part]))
    const parts: UploadedPart[] = []
    let sent = 0
    const hash = createHash('sha256')
    const source = hashed(createReadStream(file.path), hash)
    const sealed = sealStream({ key: this.#key, name: file.name, salt }, source)
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS / MIB) * MIB)
    for await (const bytes of inParts(sealed, partBytes)) {
      file.signal?.throwIfAborted()
      const number = parts.length + 1
      const part = known.get(number)
      const isThere = part?.bytes === bytes.length && part.tag === createHash('md5').update(bytes).digest('hex')
      parts.push(isThere ? part : await this.#store.putPart(upload, number, bytes))
      if (!isThere) sent += bytes.length
    }
    try {
      requireSame(file, hash.digest('hex'))
    } catch (error) {
      await this.#store.abortUpload(upload)
      throw error
    }
    await this.#store.finishUpload(upload, parts)
    await rm(file.note, { force: true })
    return sent
  }

  /** The upload that was interrupted, if the store still has it; else a new one in place of whatever was left. */
  async #begin({ name, note }: SentFile): Promise<{ upload: Upload; salt: Buffer; parts: UploadedPart[] }> {
    const begun = begunUpload.safeParse(
      await readFile(note, 'utf8')
        .then(JSON.parse)
        .catch(() => null),
    )
    if (begun.success && begun.data.name === name) {
      const upload = { name, id: begun.data.id }
      const parts = await this.#store.listParts(upload)
      if (parts) return { upload, salt: Buffer.from(begun.data.salt, 'base64'), parts }
    }
    for (const left of await this.#store.listUploads(name)) await this.#store.abortUpload(left)
    const [upload, salt] = [await this.#store.beginUpload(name), newSalt()]
    const noted = { ...upload, salt: salt.toString('base64') }
    await writeFile(note, JSON.stringify(noted), { mode: 0o600, flush: true })
    return { upload, salt, parts: [] }
  }

  #seal(name: string, bytes: Uint8Array): Promise<Buffer> {
    return buffer(sealStream({ key: this.#key, name, salt: newSalt() }, [bytes]))
  }
}

function requireSame({ path, sha256 }: SentFile, found: string): void {
  if (found === sha256) return
  throw new UserError('damaged-data', `${path} is not what was written, and was not uploaded`)
}

async function* hashed(source: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

async function* inParts(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let [waiting, bytes]: [Buffer[], number] = [[], 0]
  for await (const chunk of source) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < size) continue
    yield Buffer.concat(waiting)
    ;[waiting, bytes] = [[], 0]
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

async function* worded(source: AsyncIterable<Buffer>, place: string): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof VaultError ? wordVaultError(error, place) : error
  }
}

function wordVaultError({ code, message }: VaultError, place: string): UserError {
  if (code === 'wrong-key') return wrongBackupKey(place)
  return new UserError('damaged-data', `The backups in ${place} are damaged: ${message}`)
}

function wrongBackupKey(place: string): UserError {
  return new UserError(
    'conflict',
    `The backups in ${place} were encrypted with another backup key. Nothing was changed`,
  )
}
