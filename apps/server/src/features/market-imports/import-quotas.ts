import { inMb, storageProblem } from '@tradeloom/market-data'
import { AppError } from '../../platform/errors/app-error.ts'

/** What one user who is not an administrator may store and upload. */
export interface QuotaLimits {
  readonly storedBytes: number
  /** Of all uploads being received or waiting to be imported. */
  readonly uploadBytes: number
  readonly uploads: number
  readonly files: number
}

/** The quota that an administrator has set for a user, in bytes; null: the one of the installation. */
export type OwnQuota = (userId: string) => Promise<number | null>

/** Uploads of a user that were received and wait to be imported, on any server. */
export type WaitingUploads = (userId: string) => Promise<{ readonly bytes: number }>

export interface Upload {
  /** Maximum number of files. */
  readonly files: number
  /** Throws, with the figures, if this many more bytes would exceed a limit. */
  expect(bytes: number): void
  /** Counts received bytes; throws like `expect`. */
  add(bytes: number): void
  bytes(): number
  /** Everything was received and stored as waiting. */
  queued(): void
  /** The upload has ended. */
  end(): void
}

interface Held {
  uploads: number
  /** Of uploads being received. */
  bytes: number
  /** Of waiting uploads, as last counted. */
  waitingBytes: number
}

/** For an upload of an administrator. */
const MAX_FILES = 1000

/**
 * Limits what users upload. Uploads that this process is receiving are counted and checked within one turn of the event
 * loop, so that parallel requests cannot exceed a limit together; waiting uploads are counted by the database. Each
 * server counts the uploads that it is receiving itself.
 */
export class ImportQuotas {
  readonly limits: QuotaLimits
  readonly #waiting: WaitingUploads
  readonly #own: OwnQuota
  readonly #held = new Map<string, Held>()
  readonly #turns = new Map<string, Promise<void>>()

  constructor(
    limits: QuotaLimits,
    waiting: WaitingUploads = async () => ({ bytes: 0 }),
    own: OwnQuota = async () => null,
  ) {
    this.limits = limits
    this.#waiting = waiting
    this.#own = own
  }

  /** Throws 429 if the user already has the maximum number of uploads in progress. */
  async begin(user: { readonly id: string; readonly isAdmin: boolean }): Promise<Upload> {
    const { uploads, files } = this.limits
    if (user.isAdmin) return unlimited()
    const { bytes: waitingBytes } = await this.#waiting(user.id)
    const held = this.#held.get(user.id) ?? { uploads: 0, bytes: 0, waitingBytes: 0 }
    if (held.uploads >= uploads) {
      const text = `You have ${held.uploads} uploads in progress, of at most ${uploads}. Please wait for one to finish`
      throw new AppError('limit', 'too-many-uploads', text)
    }
    held.uploads++
    held.waitingBytes = waitingBytes
    this.#held.set(user.id, held)
    let [own, isUnderWay, isHeld] = [0, true, true]
    const expect = (bytes: number): void => this.#checkUploads(held.bytes + held.waitingBytes + bytes)
    const queued = (): void => {
      if (!isUnderWay) return
      isUnderWay = false
      held.uploads--
      held.bytes -= own
    }
    return {
      files,
      expect,
      add: (bytes) => {
        expect(bytes)
        held.bytes += bytes
        own += bytes
      },
      bytes: () => own,
      queued: () => {
        held.waitingBytes += own
        queued()
      },
      end: () => {
        if (!isHeld) return
        isHeld = false
        queued()
        if (held.uploads === 0) this.#held.delete(user.id)
      },
    }
  }

  #checkUploads(bytes: number): void {
    const { uploadBytes } = this.limits
    if (bytes <= uploadBytes) return
    const text = `Uploads in progress may have at most ${inMb(uploadBytes)} in total; this upload would exceed that`
    throw new AppError('limit', 'upload-quota', text, { status: 413 })
  }

  filesOf(isAdmin: boolean): number {
    return isAdmin ? MAX_FILES : this.limits.files
  }

  /** Serializes everything that adds to a user's stored data, so that the measured size stays valid. */
  async inTurn<Value>(userId: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#turns.get(userId)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turns.set(userId, promise)
    await before
    try {
      return await work()
    } finally {
      resolve()
      if (this.#turns.get(userId) === promise) this.#turns.delete(userId)
    }
  }

  /** What a user may store. */
  async storedLimit(userId: string): Promise<number> {
    return (await this.#own(userId)) ?? this.limits.storedBytes
  }

  /** Throws 413 if a user has reached the storage quota, or would with `more` bytes. */
  async checkStored(userId: string, storedBytes: number, more = 0): Promise<void> {
    const problem = storageProblem(storedBytes, await this.storedLimit(userId), more)
    if (problem !== null) throw new AppError('limit', 'storage-quota', problem, { status: 413 })
  }
}

/** For an administrator: counted, without limits. */
function unlimited(): Upload {
  let own = 0
  return {
    files: MAX_FILES,
    expect: () => undefined,
    add: (bytes) => void (own += bytes),
    bytes: () => own,
    queued: () => undefined,
    end: () => undefined,
  }
}
