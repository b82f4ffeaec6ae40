import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserError } from '@tradeloom/domain'
import {
  type ByteRange,
  type ObjectStore,
  requireObjectName,
  type StoredObject,
  type Upload,
  type UploadedPart,
} from './object-store.ts'

/** Beside the objects: what is being written, and uploads in parts. */
const WRITING = '.writing'
const UPLOADS = '.uploads'
const NAME_FILE = 'name'
const PART = /^\d{1,5}$/
/** As stores do; ids of uploads become part of a path. */
const UPLOAD_ID = /^[\da-f-]{36}$/

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'its disk quota is used up',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'it is read-only',
  ENOENT: 'it does not exist',
  EEXIST: 'part of the path of an object is an object itself',
  ENOTDIR: 'part of the path of an object is an object itself',
  EISDIR: 'part of the path of an object is an object itself',
}

/** Objects are the files of a folder, which must exist: a path with a typing error is refused. */
export class FolderStore implements ObjectStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  get place(): string {
    return this.#root
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#write(name, (draft) => writeFile(draft, bytes, { flag: 'wx', mode: 0o600, flush: true }), rename)
  }

  async putIfAbsent(name: string, bytes: Uint8Array): Promise<boolean> {
    if (await this.#isThere(name)) return false
    const write = (draft: string) => writeFile(draft, bytes, { flag: 'wx', mode: 0o600, flush: true })
    return this.#write(name, write, link)
  }

  async get(name: string, range?: ByteRange): Promise<Readable | null> {
    if (!(await this.#isThere(name))) {
      // A disk that is away is not an empty one.
      await this.#worded(() => this.#requireRoot())
      return null
    }
    return createReadStream(this.#path(name), range && { start: range.from, end: range.to })
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const names = (await this.#worded(() => this.#walk('', prefix))).toSorted((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    )
    for (const name of names) {
      // Deleted meanwhile.
      const found = await stat(this.#path(name)).catch(() => null)
      if (found) yield { name, bytes: found.size }
    }
  }

  async delete(name: string): Promise<void> {
    await this.#worded(() => rm(this.#path(name), { force: true }))
  }

  async beginUpload(name: string): Promise<Upload> {
    const id = randomUUID()
    await this.#worded(async () => {
      await this.#requireRoot()
      const folder = this.#uploadFolder({ name: requireObjectName(name), id })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, NAME_FILE), name, { mode: 0o600, flush: true })
    })
    return { name, id }
  }

  async putPart(upload: Upload, number: number, bytes: Uint8Array): Promise<UploadedPart> {
    const folder = this.#uploadFolder(upload)
    const draft = join(folder, `.${randomUUID()}`)
    await this.#worded(async () => {
      try {
        await writeFile(draft, bytes, { flag: 'wx', mode: 0o600, flush: true })
        await rename(draft, join(folder, String(number)))
      } finally {
        await rm(draft, { force: true })
      }
    })
    return { number, bytes: bytes.length, tag: tagOf(bytes) }
  }

  async listParts(upload: Upload): Promise<UploadedPart[] | null> {
    const folder = this.#uploadFolder(upload)
    const name = await readFile(join(folder, NAME_FILE), 'utf8').catch(() => null)
    if (name !== upload.name) return null
    const numbers = (await readdir(folder)).filter((file) => PART.test(file)).map(Number)
    const parts: UploadedPart[] = []
    for (const number of numbers.toSorted((a, b) => a - b)) {
      const bytes = await readFile(join(folder, String(number)))
      parts.push({ number, bytes: bytes.length, tag: tagOf(bytes) })
    }
    return parts
  }

  async finishUpload(upload: Upload, parts: readonly UploadedPart[]): Promise<void> {
    const folder = this.#uploadFolder(upload)
    const assemble = async (draft: string): Promise<void> => {
      const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(async function* () {
        for (const { number } of parts) yield* createReadStream(join(folder, String(number)))
      }, target)
    }
    await this.#write(upload.name, assemble, rename)
    await rm(folder, { recursive: true, force: true })
  }

  async abortUpload(upload: Upload): Promise<void> {
    await this.#worded(() => rm(this.#uploadFolder(upload), { recursive: true, force: true }))
  }

  async listUploads(prefix: string): Promise<Upload[]> {
    const uploads: Upload[] = []
    for (const id of await readdir(join(this.#root, UPLOADS)).catch((): string[] => [])) {
      const name = await readFile(join(this.#root, UPLOADS, id, NAME_FILE), 'utf8').catch(() => null)
      if (name?.startsWith(prefix) === true) uploads.push({ name, id })
    }
    return uploads.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Writes beside the objects and puts the whole file in its place. False if `place` refuses to replace one. */
  async #write(
    name: string,
    write: (draft: string) => Promise<void>,
    place: (from: string, to: string) => Promise<void>,
  ): Promise<boolean> {
    const path = this.#path(name)
    const draft = join(this.#root, WRITING, randomUUID())
    return this.#worded(async () => {
      try {
        await this.#requireRoot()
        await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await write(draft)
        await place(draft, path)
        await syncFolder(dirname(path))
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await this.#isThere(name))) return false
        throw error
      } finally {
        await rm(draft, { force: true }).catch(() => undefined)
      }
    })
  }

  async #isThere(name: string): Promise<boolean> {
    return stat(this.#path(name)).then(
      (found) => found.isFile(),
      () => false,
    )
  }

  async #requireRoot(): Promise<void> {
    if (!(await stat(this.#root)).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' })
  }

  async #walk(folder: string, prefix: string): Promise<string[]> {
    const names: string[] = []
    for (const entry of await entriesOf(join(this.#root, folder), folder === '')) {
      if (folder === '' && (entry.name === WRITING || entry.name === UPLOADS)) continue
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && (prefix.startsWith(`${name}/`) || name.startsWith(prefix))) {
        names.push(...(await this.#walk(name, prefix)))
      } else if (entry.isFile() && name.startsWith(prefix)) names.push(name)
    }
    return names
  }

  #path(name: string): string {
    const [first] = requireObjectName(name).split('/')
    if (first !== WRITING && first !== UPLOADS) return join(this.#root, name)
    throw new UserError('invalid-input', `${name} cannot be the name of an object in a folder`)
  }

  #uploadFolder({ id }: Upload): string {
    if (UPLOAD_ID.test(id)) return join(this.#root, UPLOADS, id)
    throw new UserError('invalid-input', 'There is no such upload')
  }

  async #worded<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      const word = WORDS[(error as NodeJS.ErrnoException).code ?? '']
      throw word === undefined ? error : new UserError('disk', `The folder ${this.#root}: ${word}`, null, error)
    }
  }
}

function tagOf(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

async function entriesOf(folder: string, isRoot: boolean): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (!isRoot && (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** So that a new name survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
