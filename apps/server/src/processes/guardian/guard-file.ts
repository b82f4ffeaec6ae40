import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { type AccountLevel, guardLimits, type ListedInstrument } from '@tradeloom/domain'
import type { StoredGuard } from './stored-guards.ts'

const VERSION = 1

/** A level that is not in the database yet. */
export interface RaisedLevel {
  readonly level: AccountLevel
  readonly reason: string
}

/** An order that closes a position, which is not known to have ended. */
export interface SentClosing {
  readonly positionId: string
  readonly instrumentId: string
  readonly attempt: number
  /** UTC milliseconds. */
  readonly sentAt: number
  readonly isAnswered: boolean
}

export interface SavedGuard {
  readonly stored: StoredGuard
  readonly raised: RaisedLevel | null
  readonly closings: readonly SentClosing[]
}

export interface SavedState {
  readonly guards: readonly SavedGuard[]
  /** Of the markets in which these accounts have positions. */
  readonly listings: readonly ListedInstrument[]
}

/** What the guardian knows, on disk: it goes on from there when it is started while the database is away. */
export class GuardFile {
  readonly #path: string
  #text = ''

  constructor(path: string) {
    this.#path = path
  }

  /** Null if there is none, or none that can be read. */
  load(): SavedState | null {
    try {
      const saved = JSON.parse(readFileSync(this.#path, 'utf8')) as SavedState & { version: number }
      if (saved.version !== VERSION) return null
      return { ...saved, guards: saved.guards.map(asStoredNow) }
    } catch {
      return null
    }
  }

  /** Is on disk when it returns. */
  save(state: SavedState): void {
    const text = JSON.stringify({ version: VERSION, ...state })
    if (text === this.#text) return
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const draft = `${this.#path}.new`
    const descriptor = openSync(draft, 'w', 0o600)
    try {
      writeSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, this.#path)
    this.#text = text
  }
}

/** Files of earlier releases have neither sales, drills nor limits, but the only limit that there was, or fewer limits; and no models. */
function asStoredNow(saved: SavedGuard): SavedGuard {
  const stored: Partial<StoredGuard> & { readonly dailyLoss?: number | null } = saved.stored
  const model = stored.model ?? (saved.stored.connection === null ? 'hedging' : 'spot')
  const positions = stored.positions?.map((one) => ({ ...one, brokerId: one.brokerId ?? one.id })) ?? []
  const {
    sales = [],
    sessions = [],
    sentAt = [],
    orderNumbers = [],
    peak = null,
    drill = null,
    limits = { dailyLoss: stored.dailyLoss ?? null },
  } = stored
  const lists = { positions, sales, sessions, sentAt, orderNumbers, drill }
  return { ...saved, stored: { ...saved.stored, ...lists, model, peak, limits: guardLimits(limits) } }
}
