import type { MarketStore } from '@tradeloom/market-data'
import { AppError } from '../../platform/errors/app-error.ts'

/** What one user who is no administrator may store and upload. */
export interface QuotaLimits {
  readonly storedBytes: number
  /** Of all uploads that are being received or wait to be imported. */
  readonly uploadBytes: number
  readonly uploads: number
  readonly files: number
}

export interface Upload {
  /** Throws, with the figures, when files are more, or larger, than they may be. */
  readonly files: number
  expect(bytes: number): void
  add(bytes: number): void
  bytes(): number
  /** All is received; its bytes count until `end`. */
  received(): void
  /** Nothing of it is left on the disk. */
  end(): void
}

interface Held {
  uploads: number
  waiting: number
  bytes: number
}

/** Imports of one user that wait for their turn; more than anybody drops at one time. */
const MOST_WAITING = 200
/** Of an upload of an administrator. */
const MOST_FILES = 1000
const MB = 1024 * 1024

/**
 * Counts what users upload at this moment. Every count is taken and tested in one turn of the event loop, so that
 * parallel requests cannot pass together.
 */
export class ImportQuotas {
  readonly limits: QuotaLimits
  readonly #held = new Map<string, Held>()
  readonly #turns = new Map<string, Promise<void>>()

  constructor(limits: QuotaLimits) {
    this.limits = limits
  }

  /** Throws 429 when the user has as many uploads under way as may be. */
  begin(user: { readonly id: string; readonly isAdmin: boolean }): Upload {
    const { uploads, uploadBytes, files } = this.limits
    if (user.isAdmin) return UNLIMITED
    const held = this.#held.get(user.id) ?? { uploads: 0, waiting: 0, bytes: 0 }
    if (held.uploads >= uploads) {
      const text = `You have ${held.uploads} uploads under way, of at most ${uploads}. Please wait for one to end`
      throw new AppError('limit', 'too-many-uploads', text)
    }
    if (held.waiting >= MOST_WAITING) {
      throw new AppError('limit', 'too-many-imports', `${held.waiting} of your imports are waiting already`)
    }
    held.uploads++
    this.#held.set(user.id, held)
    let [own, isReceiving, isHeld] = [0, true, true]
    const expect = (bytes: number): void => {
      if (held.bytes + bytes <= uploadBytes) return
      const text = `Uploads under way may have ${inMb(uploadBytes)} together; with this one they have more than that`
      throw new AppError('limit', 'upload-quota', text, { status: 413 })
    }
    const received = (): void => {
      if (!isReceiving) return
      isReceiving = false
      held.uploads--
      held.waiting++
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
      received,
      end: () => {
        if (!isHeld) return
        isHeld = false
        received()
        held.waiting--
        held.bytes -= own
        if (held.uploads === 0 && held.waiting === 0) this.#held.delete(user.id)
      },
    }
  }

  filesOf(isAdmin: boolean): number {
    return isAdmin ? MOST_FILES : this.limits.files
  }

  /** Whatever adds to a user's stored data does so in turn: what is measured before it counts does not change. */
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

  /** The user's view of the store, which keeps nothing that is more than the user may store. */
  limited(view: MarketStore, userId: string): MarketStore {
    const putAll: MarketStore['putAll'] = (batches, options) =>
      this.inTurn(userId, async () => {
        const stored = await view.ownBytes()
        return view.putAll(batches, { ...options, onGrowth: async (bytes) => this.checkStored(stored, bytes) })
      })
    return { ...view, putAll }
  }

  /** Throws 413 when a user has stored all that may be stored; `more` bytes are to come. */
  checkStored(storedBytes: number, more = 0): void {
    const { storedBytes: most } = this.limits
    if (storedBytes + more < most) return
    const text = `Your market data take ${inMb(storedBytes)} of the ${inMb(most)} that you may store${
      more > 0 ? `, and ${inMb(more)} are to come` : ''
    }`
    throw new AppError('limit', 'storage-quota', `${text}. Delete what you do not need any more`, { status: 413 })
  }
}

const UNLIMITED: Upload = {
  files: MOST_FILES,
  expect: () => undefined,
  add: () => undefined,
  bytes: () => 0,
  received: () => undefined,
  end: () => undefined,
}

function inMb(bytes: number): string {
  return `${(bytes / MB).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
