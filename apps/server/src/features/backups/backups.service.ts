import {
  type BackupOutcome,
  type BackupTerms,
  type BackupWork,
  DEFAULT_RETENTION,
  listBackups,
  type LogState,
  stateOfLog,
  type StoredBackup,
} from '@tradeloom/backup'
import type { BackupState, ViewedBackup } from '@tradeloom/contracts'
import { type Database, notifyAdministrators } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Ask } from '../../platform/processes/request-process.ts'
import { type BackupSchedule, dueTimes } from './backup-schedule.ts'
import type { OffsiteBackups } from './offsite-backups.ts'

/** Two missed days, nearly: one that is late by an hour is no alarm. */
const LATE_MS = 26 * 3_600_000
/** How long a verification counts. */
const VERIFIED_MS = 14 * 86_400_000
/** How often the newest is restored to verify it. */
const VERIFY_EVERY_MS = 7 * 86_400_000
/** After a failure. */
const RETRY_MS = 30 * 60_000

const FAILED = 'The last attempt failed'
const OFFSITE = 'The copies in the store need attention'

interface Stored {
  readonly backups: readonly StoredBackup[]
  readonly unreadable: string[]
  /** Null: the database is the operator's own. */
  readonly log: LogState | null
}

export interface BackupParts {
  readonly database: Pick<Database, 'db' | 'connection'>
  readonly disk: Pick<DiskReserve, 'require'>
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'error'>
  readonly terms: Omit<BackupTerms, 'retention'>
  readonly schedule: BackupSchedule | null
  /** Null: no copies are sent away. */
  readonly offsite: OffsiteBackups | null
  /** Why the log is not stored; null if it is. */
  readonly logProblem: () => string | null
  readonly ask: Ask<BackupWork, BackupOutcome, number>
  readonly now: () => number
}

/** Takes backups when they are due or asked for, verifies them, and raises an alarm when they are late, fail or are damaged. */
export class BackupsService {
  readonly #parts: BackupParts
  readonly #started: number
  readonly #closing = new AbortController()
  #work: BackupState['work'] = 'none'
  #working: Promise<void> = Promise.resolve()
  #failed: { readonly at: number; readonly reason: string } | null = null

  constructor(parts: BackupParts) {
    this.#parts = parts
    this.#started = parts.now()
  }

  async state(): Promise<BackupState> {
    const { schedule, terms, now } = this.#parts
    const stored = await this.#stored()
    const { backups, unreadable, log } = stored
    return {
      folder: terms.root,
      isOwnDatabase: terms.isOwnDatabase,
      schedule,
      next: schedule && new Date(dueTimes(schedule, now()).next).toISOString(),
      retention: DEFAULT_RETENTION,
      work: this.#work,
      problem: this.#problemOf(stored),
      log: log && {
        spans: log.spans.map(({ from, to }) => ({
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        })),
        bytes: log.bytes,
      },
      offsite: this.#offsiteState(),
      backups: backups.map(viewOf),
      unreadable,
    }
  }

  /** Begins a backup, and returns without waiting for it. */
  async backUp(): Promise<BackupState> {
    this.#begin('backing-up', () => this.#take())
    return this.state()
  }

  async verify(name: string): Promise<BackupState> {
    const { backups } = await listBackups(this.#parts.terms.root)
    const backup = backups.find((one) => one.name === name)
    if (!backup) throw notFound('Backup')
    if (backup.record.database.kind === 'own') {
      throw new AppError(
        'conflict',
        'own-database',
        'Your own PostgreSQL is not in this backup: verify its backup there',
      )
    }
    this.#begin('verifying', () => this.#check(backup))
    return this.state()
  }

  /** Restores the newest backup of the store. */
  async verifyOffsite(): Promise<BackupState> {
    const { offsite } = this.#parts
    if (!offsite) throw notFound('Store')
    this.#begin('verifying-offsite', () => this.#checkOffsite(offsite))
    return this.state()
  }

  /** What is due is done, and what is wrong is told. */
  async look(): Promise<void> {
    const { schedule, offsite } = this.#parts
    await offsite?.ask()
    if (this.#work !== 'none') return
    const stored = await this.#stored()
    const [newest] = stored.backups
    if (schedule !== null) this.#lookHere(stored, schedule)
    if (newest && offsite) this.#lookOffsite(offsite, newest)
    const away = this.#offsiteState()?.problem ?? null
    const here = schedule === null ? null : this.#problemOf(stored)
    const problem = here ?? (away === null ? null : `${OFFSITE}: ${away}`)
    if (problem !== null) await this.#tell(problem)
  }

  #lookHere({ backups, log }: Stored, schedule: BackupSchedule): void {
    const { logProblem, now } = this.#parts
    if (this.#work !== 'none' || now() - (this.#failed?.at ?? -Infinity) < RETRY_MS) return
    const [newest] = backups
    // A first backup waits for its hour, too: the installation may just be tried out.
    const since = this.#lastTaken(backups)?.record.takenAt ?? this.#started
    // After a gap, the log continues a new backup only, once it is stored again.
    const isInterrupted = log?.isInterrupted === true && logProblem() === null
    if (since < dueTimes(schedule, now()).last || isInterrupted) this.#begin('backing-up', () => this.#take())
    else if (newest && this.#isUnverified(backups, VERIFY_EVERY_MS)) this.#begin('verifying', () => this.#check(newest))
  }

  #lookOffsite(offsite: OffsiteBackups, newest: StoredBackup): void {
    if (this.#work !== 'none' || this.#parts.now() - offsite.failedAt < RETRY_MS) return
    if (offsite.lacks(newest)) this.#begin('uploading', () => this.#send(offsite))
    else if (offsite.isUnverified(VERIFY_EVERY_MS)) this.#begin('verifying-offsite', () => this.#checkOffsite(offsite))
  }

  #offsiteState(): BackupState['offsite'] {
    const { offsite, schedule } = this.#parts
    return offsite?.state({ lateMs: schedule && LATE_MS, verifiedMs: VERIFIED_MS }) ?? null
  }

  /** Gives up what is being done: the next start begins it again. */
  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#working
  }

  #begin(work: Exclude<BackupState['work'], 'none'>, perform: () => Promise<void>): void {
    if (this.#work !== 'none') throw new AppError('conflict', 'busy', 'A backup is being taken or verified already')
    this.#work = work
    this.#working = perform()
      .catch((error: unknown) => {
        // Another server is at it.
        if (this.#closing.signal.aborted || (error instanceof UserError && error.code === 'busy')) return
        const isWorded = error instanceof UserError || error instanceof AppError
        const reason = isWorded ? error.message : `it ended with an error (${String(error)})`
        const isAway = work === 'uploading' || work === 'verifying-offsite'
        if (isAway) this.#parts.offsite?.failed(reason)
        else this.#failed = { at: this.#parts.now(), reason }
        this.#parts.logger.error({ err: error, work }, 'a backup could not be taken, sent or verified')
        return this.#tell(isAway ? `${OFFSITE}: ${reason}` : `${FAILED}: ${reason}`).catch(() => undefined)
      })
      .finally(() => (this.#work = 'none'))
      // What was taken is sent at once.
      .then(() => (work === 'backing-up' && this.#parts.offsite ? this.look() : undefined))
      .catch((error: unknown) => this.#parts.logger.error({ err: error }, 'the backups could not be checked'))
  }

  async #take(): Promise<void> {
    const { ask, database, disk, logger, terms } = this.#parts
    await disk.require()
    const { connection } = database
    const wanted = { ...terms, retention: DEFAULT_RETENTION }
    const { name } = await ask(() => ({ do: 'take', connection, terms: wanted }), this.#asked)
    this.#failed = null
    logger.info({ name }, 'a backup was taken')
  }

  async #check({ name, folder }: StoredBackup): Promise<void> {
    const { ask, disk, logger } = this.#parts
    await disk.require()
    const { faults } = await ask(() => ({ do: 'verify', folder }), this.#asked)
    this.#failed = null
    if (faults.length === 0) logger.info({ name }, 'a backup was restored and is intact')
    else logger.error({ name, faults }, 'a backup is damaged')
  }

  async #send(offsite: OffsiteBackups): Promise<void> {
    const { ask, database, logger, terms } = this.#parts
    const { connection } = database
    const wanted = { ...terms, retention: DEFAULT_RETENTION }
    const { settings } = offsite
    const { name } = await ask(() => ({ do: 'send', connection, terms: wanted, settings }), this.#asked)
    offsite.changed()
    await offsite.ask()
    logger.info({ name }, 'a backup was sent to the store')
  }

  async #checkOffsite(offsite: OffsiteBackups): Promise<void> {
    const { ask, disk, logger, terms } = this.#parts
    await disk.require()
    const { settings } = offsite
    const { name, faults } = await ask(() => ({ do: 'verify-offsite', dataDir: terms.dataDir, settings }), this.#asked)
    offsite.changed()
    await offsite.ask()
    if (faults.length === 0) logger.info({ name }, 'a backup was restored from the store and is intact')
    else logger.error({ name, faults }, 'a backup in the store is damaged')
  }

  get #asked() {
    return { yields: true, signal: this.#closing.signal }
  }

  #isUnverified(backups: readonly StoredBackup[], withinMs: number): boolean {
    const { terms, now } = this.#parts
    if (terms.isOwnDatabase) return false
    const ages = backups.flatMap(({ verification }) => (verification ? [now() - verification.at] : []))
    return !ages.some((age) => age >= 0 && age < withinMs)
  }

  /** While a clock is ahead, it dates a backup into the future: that one says nothing of how late the next is. */
  #lastTaken(backups: readonly StoredBackup[]): StoredBackup | undefined {
    return backups.find(({ record }) => record.takenAt <= this.#parts.now())
  }

  async #stored(): Promise<Stored> {
    const { terms } = this.#parts
    const found = await listBackups(terms.root)
    return { ...found, log: terms.isOwnDatabase ? null : await stateOfLog(terms.root, found.backups) }
  }

  #problemOf({ backups, unreadable, log }: Stored): string | null {
    const { logProblem, schedule, now } = this.#parts
    const newest = this.#lastTaken(backups)
    if (this.#failed !== null) return `${FAILED}: ${this.#failed.reason}`
    const damaged = backups.find(({ verification }) => (verification?.faults.length ?? 0) > 0)
    if (damaged) return `The backup ${damaged.name} is damaged: ${damaged.verification?.faults[0]}`
    if (unreadable.length > 0) return `The record of the backup ${unreadable[0]} cannot be read`
    const problem = logProblem() ?? faultOfLog(backups, log)
    if (problem !== null) return problem
    if (schedule === null) return null
    const since = newest?.record.takenAt ?? this.#started
    if (now() - since > LATE_MS) return newest ? 'The newest backup is more than a day old' : 'There is no backup yet'
    if (
      newest &&
      now() - (backups.at(-1)?.record.takenAt ?? 0) > VERIFIED_MS &&
      this.#isUnverified(backups, VERIFIED_MS)
    )
      return 'No backup was verified for two weeks'
    return null
  }

  async #tell(problem: string): Promise<void> {
    const { database, now } = this.#parts
    await database.db.transaction((tx) =>
      notifyAdministrators(tx, {
        kind: 'backup-late',
        subject: 'Backups of this server need attention',
        body: problem,
        object: 'admin:',
        dedupKey: new Date(now()).toISOString().slice(0, 10),
        at: now(),
      }),
    )
  }
}

/** Once a newer backup is continued, an older gap is history. */
function faultOfLog(backups: readonly StoredBackup[], log: LogState | null): string | null {
  const [gap] = log?.isInterrupted === true ? log.gaps : []
  if (gap !== undefined) return `${gap}: later changes can be restored only from the next backup on`
  return backups.find(({ verification }) => verification !== null)?.verification?.log?.faults[0] ?? null
}

function viewOf({ name, record, verification }: StoredBackup): ViewedBackup {
  const { database, files, program, seconds, takenAt } = record
  return {
    name,
    taken: new Date(takenAt).toISOString(),
    bytes: files.bytes + (database.kind === 'embedded' ? database.bytes : 0),
    seconds,
    program,
    verification: verification && {
      at: new Date(verification.at).toISOString(),
      seconds: verification.seconds,
      rows: verification.rows,
      faults: [...verification.faults, ...(verification.log?.faults ?? [])],
    },
  }
}
