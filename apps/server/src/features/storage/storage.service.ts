import { join } from 'node:path'
import {
  RETENTION_KINDS,
  type RetentionKind,
  type StorageState,
  type StoredKind,
  type StoredTicks,
} from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { planTicks } from '@tradeloom/market-data/ticks'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { invalid, notFound } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import { keepTickLog } from './keep-tick-log.ts'
import { countOldRuns, removeOldRuns, type RunKind } from './old-runs.ts'
import { retentionDays } from './retention-days.ts'
import { inDays, STORAGE_KINDS, type Measured, type StorageKind, type StorageKindName } from './storage-kinds.ts'
import type { StorageUse, Use } from './storage-use.ts'
import { needsOf, tickNeeds } from './tick-needs.ts'
import type { UserStorages } from './user-storages.ts'

const { keptTicks, retentionRules } = schema

const DAY_MS = 86_400_000

export interface StorageParts {
  readonly db: Drizzle
  readonly config: Measured['config']
  readonly disk: Pick<DiskReserve, 'room'>
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly use: StorageUse
  readonly users: UserStorages
  /** Deletes an ended run as its owner would. */
  readonly remove: Readonly<Record<RunKind, (id: string, userId: string) => Promise<void>>>
  readonly now: () => number
}

/** What is stored and how long: shows it, changes the rules, and applies them. */
export class StorageService {
  readonly #parts: StorageParts
  readonly #closing = new AbortController()
  #keeping: Promise<void> = Promise.resolve()

  constructor(parts: StorageParts) {
    this.#parts = parts
  }

  async state(): Promise<StorageState> {
    const { disk, use, users } = this.#parts
    const measured = await use.measure()
    const growth = await use.growth(measured)
    const { freeBytes, reserveBytes } = await disk.room()
    return {
      measured: new Date(measured.at).toISOString(),
      since: growth && new Date(growth.since).toISOString(),
      freeBytes,
      reserveBytes,
      kinds: await this.#kinds(measured, growth?.of ?? new Map()),
      ticks: await this.#ticks(measured),
      users: await users.list(),
    }
  }

  /** What would be deleted at once. */
  async preview(kind: RetentionKind, days: number): Promise<{ items: number; bytes: number }> {
    checkDays(kind, days)
    const { db, config, now } = this.#parts
    if (kind !== 'ticks') return countOldRuns(db, kind, now() - days * DAY_MS)
    const needs = await tickNeeds(db)
    const rules = { now: now(), days, needs: (instrumentId: string) => needsOf(needs, instrumentId) }
    const lost = planTicks(join(config.dataDir, 'market'), rules).filter(({ lostBytes }) => lostBytes > 0)
    return { items: lost.length, bytes: lost.reduce((bytes, { lostBytes }) => bytes + lostBytes, 0) }
  }

  async change(kind: RetentionKind, days: number | null, userId: string): Promise<StorageState> {
    if (days !== null) checkDays(kind, days)
    const { db, now } = this.#parts
    const values = { days, changedBy: userId, changedAt: new Date(now()) }
    await db
      .insert(retentionRules)
      .values({ kind, ...values })
      .onConflictDoUpdate({ target: retentionRules.kind, set: values })
    this.keep()
    return this.state()
  }

  async pin(instrumentId: string, isPinned: boolean, userId: string): Promise<StorageState> {
    const { db, use } = this.#parts
    const { ticks } = await use.measure()
    if (!ticks.some((one) => one.instrumentId === instrumentId)) throw notFound('Tick log')
    if (isPinned) await db.insert(keptTicks).values({ instrumentId, keptBy: userId }).onConflictDoNothing()
    else await db.delete(keptTicks).where(eq(keptTicks.instrumentId, instrumentId))
    return this.state()
  }

  /** Applies the rules, after what is being applied. */
  keep(): void {
    const { logger } = this.#parts
    const { signal } = this.#closing
    this.#keeping = this.#keeping
      .then(() => this.#keep(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error }, 'what is old could not be removed')
      })
  }

  /** Waits until the rules are applied. */
  async kept(): Promise<void> {
    await this.#keeping
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#keeping
  }

  async #keep(signal: AbortSignal): Promise<void> {
    const { db, config, logger, remove, now } = this.#parts
    signal.throwIfAborted()
    await keepTickLog({ db, marketDir: join(config.dataDir, 'market'), logger, now }, signal)
    const chosen = await retentionDays(db)
    for (const kind of RETENTION_KINDS) {
      const days = chosen[kind]
      if (kind === 'ticks' || days === null) continue
      const runs = await removeOldRuns(db, kind, now() - days * DAY_MS, remove[kind], signal)
      if (runs > 0) logger.info({ kind, runs, days }, 'old runs were deleted')
    }
  }

  async #kinds({ bytes }: Use, growth: ReadonlyMap<string, number>): Promise<StoredKind[]> {
    const { db, config } = this.#parts
    const chosen = await retentionDays(db)
    return Object.entries<StorageKind>(STORAGE_KINDS)
      .map(([kind, { name, rule, retention }]): StoredKind => {
        const days = retention ? chosen[retention.kind] : null
        return {
          kind,
          name,
          bytes: bytes[kind as StorageKindName],
          growth: growth.get(kind) ?? null,
          rule: rule(days, config),
          setting: retention ? { kind: retention.kind, days, min: retention.min } : null,
        }
      })
      .toSorted((a, b) => b.bytes - a.bytes)
  }

  async #ticks({ ticks }: Use): Promise<StoredTicks[]> {
    const needs = await tickNeeds(this.#parts.db)
    return ticks
      .map(({ instrumentId, tickBytes, since, days, months }): StoredTicks => {
        const { sessions, runs, isKeptByHand } = needsOf(needs, instrumentId)
        const of = { sessions, runs, isPinned: isKeptByHand }
        return {
          instrumentId,
          bytes: tickBytes,
          since: since === null ? null : new Date(since).toISOString(),
          days,
          months,
          ...of,
        }
      })
      .toSorted((a, b) => b.bytes - a.bytes)
  }
}

function checkDays(kind: RetentionKind, days: number): void {
  const { min } = STORAGE_KINDS[kind].retention
  if (days < min) throw invalid(`${STORAGE_KINDS[kind].name} are kept for at least ${inDays(min)}`, 'days')
}
