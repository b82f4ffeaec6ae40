import {
  findOffsite,
  listOffsite,
  OffsiteLog,
  openOffsite,
  type OffsiteSettings,
  type StoredBackup,
} from '@tradeloom/backup'
import type { OffsiteState } from '@tradeloom/contracts'
import { UserError } from '@tradeloom/domain'

export interface OffsiteParts {
  readonly settings: OffsiteSettings
  readonly dataDir: string
  /** The folder of all backups. */
  readonly root: string
  readonly now: () => number
}

/** What is in the store changes with what is done here, and seldom otherwise. */
const ASK_EVERY_MS = 10 * 60_000
/** After a failure. */
const RETRY_MS = 60_000

interface Limits {
  /** Null: backups are taken on request only. */
  readonly lateMs: number | null
  readonly verifiedMs: number
}

/** The copies of backups in a store: which there are, when one is due, and what is wrong. The log follows them. */
export class OffsiteBackups {
  readonly #parts: OffsiteParts
  readonly #log: OffsiteLog
  readonly #started: number
  #backups: readonly StoredBackup[] | null = null
  #askAt = -Infinity
  #problem: string | null = null
  #failed: { readonly at: number; readonly reason: string } | null = null

  constructor(parts: OffsiteParts) {
    this.#parts = parts
    this.#log = new OffsiteLog(parts.root)
    this.#started = parts.now()
  }

  get settings(): OffsiteSettings {
    return this.#parts.settings
  }

  /** When the last attempt to send or verify one failed. */
  get failedAt(): number {
    return this.#failed?.at ?? -Infinity
  }

  /** Asks the store which backups it has, once in a while. */
  async ask(): Promise<void> {
    const { settings, dataDir, now } = this.#parts
    if (now() < this.#askAt) return
    try {
      const offsite = await findOffsite(settings, dataDir)
      const { backups, unreadable } = offsite ? await listOffsite(offsite) : { backups: [], unreadable: [] }
      this.#backups = backups
      this.#problem = unreadable.length > 0 ? `The record of the backup ${unreadable[0]} cannot be read` : null
      this.#askAt = now() + ASK_EVERY_MS
    } catch (error) {
      this.#problem = textOf(error)
      this.#askAt = now() + RETRY_MS
    }
  }

  /** Something was done there. */
  changed(): void {
    this.#failed = null
    this.#askAt = -Infinity
  }

  failed(reason: string): void {
    this.#failed = { at: this.#parts.now(), reason }
  }

  /** Whether the store is known to lack a backup. */
  lacks({ name }: StoredBackup): boolean {
    return this.#backups !== null && !this.#backups.some((backup) => backup.name === name)
  }

  isUnverified(withinMs: number): boolean {
    const backups = (this.#backups ?? []).filter(({ record }) => record.database.kind === 'embedded')
    if (backups.length === 0) return false
    const ages = backups.flatMap(({ verification }) => (verification ? [this.#parts.now() - verification.at] : []))
    return !ages.some((age) => age >= 0 && age < withinMs)
  }

  /** Sends what there is of the log. */
  async follow(signal: AbortSignal): Promise<void> {
    const { settings, dataDir } = this.#parts
    const open = () => openOffsite(settings, { dataDir, makes: false })
    if (this.#backups !== null) await this.#log.look(open, this.#backups, signal)
  }

  state(limits: Limits): OffsiteState {
    const backups = this.#backups ?? []
    const verified = backups.find(({ verification }) => verification !== null)?.verification ?? null
    const [newest] = backups
    return {
      place: this.#parts.settings.place,
      backups: backups.length,
      newest: newest ? new Date(newest.record.takenAt).toISOString() : null,
      verification: verified && {
        at: new Date(verified.at).toISOString(),
        seconds: verified.seconds,
        rows: verified.rows,
        faults: faultsOf(verified),
      },
      log: this.#log.until === null ? null : new Date(this.#log.until).toISOString(),
      problem: this.#problemOf(backups, limits),
    }
  }

  #problemOf(backups: readonly StoredBackup[], { lateMs, verifiedMs }: Limits): string | null {
    const { now } = this.#parts
    if (this.#failed !== null) return `The last attempt failed: ${this.#failed.reason}`
    if (this.#problem !== null) return this.#problem
    for (const { name, verification } of backups) {
      const [fault] = verification ? faultsOf(verification) : []
      if (fault !== undefined) return `The backup ${name} is damaged: ${fault}`
    }
    if (this.#log.problem !== null) return this.#log.problem
    // One that a clock has dated into the future says nothing of how late the next is.
    const newest = backups.find(({ record }) => record.takenAt <= now())
    if (lateMs !== null && now() - Math.max(this.#started, newest?.record.takenAt ?? 0) > lateMs) {
      return backups.length > 0 ? 'The newest backup is more than a day old' : 'There is no backup yet'
    }
    const isOld = now() - (backups.at(-1)?.record.takenAt ?? now()) > verifiedMs
    return isOld && this.isUnverified(verifiedMs) ? 'No backup was verified for two weeks' : null
  }
}

function faultsOf({ faults, log }: NonNullable<StoredBackup['verification']>): string[] {
  return [...faults, ...(log?.faults ?? [])]
}

function textOf(error: unknown): string {
  return error instanceof UserError ? error.text : `The store cannot be read (${String(error)})`
}
