import type { Bus } from '@tradeloom/bus'
import type { FetchOffer, MarketImport } from '@tradeloom/contracts'
import { type ImportFetch, newId } from '@tradeloom/database'
import { endProblem } from '@tradeloom/domain'
import { type MissingPart, missingParts } from '@tradeloom/market-data'
import { AppError, conflict, notFound, refuseInput } from '../../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../../platform/health/disk-reserve.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { MarketService } from '../../instruments/market.service.ts'
import { publishImport } from '../import-events.ts'
import type { ImportQuotas } from '../import-quotas.ts'
import { type ImportRow, type MarketImportsRepository, viewImport } from '../market-imports.repository.ts'
import { fetchMarketData } from './fetch-market-data.job.ts'
import type { FetchHistory } from './fetch-history.ts'
import { type FetchSource, type FetchSourceDeps, findSource } from './fetch-source.ts'

export interface MarketFetchesDeps extends FetchSourceDeps {
  readonly repository: MarketImportsRepository
  readonly history: FetchHistory
  readonly market: MarketService
  readonly jobs: Pick<Jobs, 'add' | 'cancel'>
  readonly bus: Bus
  readonly disk: Pick<DiskReserve, 'require'>
  readonly quotas: ImportQuotas
  readonly now: () => number
}

export interface FetchRange {
  readonly instrumentId: string
  readonly start: string
  readonly end: string
}

interface Plan {
  readonly source: FetchSource
  readonly parts: readonly MissingPart[]
  readonly begins: number | null
  readonly bytes: number
  readonly rows: number
}

/** Of one fetch: two years. */
const MAX_PARTS = 25
/** What one user may ask for within a day. */
const MAX_DAILY_PARTS = 130
/** Waiting or under way, of one user. */
const MAX_RUNNING = 3
/** A minute in a compressed month, where none is stored yet that would tell. */
const ROW_BYTES = 16
/** Rows a second, before a fetch has shown how fast a venue is. */
const USUAL_SPEED = 5_000

export class MarketFetches {
  readonly #deps: MarketFetchesDeps

  constructor(deps: MarketFetchesDeps) {
    this.#deps = deps
  }

  async offer(range: FetchRange, userId: string): Promise<FetchOffer | null> {
    const plan = await this.#plan(range, userId)
    if (!plan) return null
    const { source, parts, rows, bytes, begins } = plan
    const { id: venueId, displayName: venueName } = source.adapter
    const running = await this.#deps.history.running(userId, range.instrumentId)
    const speed = (await this.#deps.history.speed(venueId)) ?? USUAL_SPEED
    return {
      venueId,
      venueName,
      isPrivate: source.isPrivate,
      rows,
      bytes,
      begins,
      parts: parts.toReversed().map(({ from, to }) => ({ from, to })),
      seconds: rows / speed,
      problem: source.problem ?? tooLong(parts) ?? (await this.#quotaProblem(source, bytes, userId)),
      running: running && viewImport(running),
    }
  }

  async start(range: FetchRange, userId: string): Promise<MarketImport> {
    const { repository, jobs, bus, disk, history, now } = this.#deps
    const plan = await this.#plan(range, userId)
    if (!plan) throw notFound('Instrument')
    const { source, parts, bytes, begins } = plan
    if (source.problem !== null) throw conflict(source.problem)
    if (parts.length === 0) throw conflict(nothingMissing(begins, Date.parse(range.end)))
    const problem = tooLong(parts) ?? (await this.#quotaProblem(source, bytes, userId))
    if (problem !== null) throw new AppError('limit', 'too-much', problem, { status: 413 })
    const daily = (await history.partsSince(userId, now() - 86_400_000)) + parts.length
    if (daily > MAX_DAILY_PARTS) {
      throw new AppError(
        'limit',
        'too-many-fetches',
        `${MAX_DAILY_PARTS} months a day can be fetched. Try again tomorrow`,
      )
    }
    await disk.require(bytes)
    const id = newId()
    const { adapter, isPrivate } = source
    const from = Math.min(...parts.map((part) => part.from))
    const to = Math.max(...parts.map((part) => part.to))
    const fetch: ImportFetch = { venueId: adapter.id, from, to, parts: parts.length }
    const { instrumentId } = range
    const row = await repository.insert(
      { id, userId, instrumentId, format: adapter.displayName, files: [], fetch },
      MAX_RUNNING,
      // Fetches of one instrument follow one another: what the first one stores, the next one finds.
      (tx) => jobs.add(tx, fetchMarketData, { id, tenant: isPrivate ? userId : instrumentId, data: {} }),
    )
    if (!row) throw tooMany()
    publishImport(bus, row)
    return viewImport(row)
  }

  /** Ends it at once, wherever it runs. */
  async cancel(id: string, userId: string): Promise<MarketImport> {
    const { repository, jobs, bus } = this.#deps
    const row = await repository.find(id)
    if (row?.userId !== userId || row.fetch === null) throw notFound('Fetch')
    let ended: ImportRow | null = null
    await jobs.cancel(fetchMarketData, id, async (tx) => {
      ended = await repository.endIn(tx, id, { status: 'Failed', detail: CANCELED })
      if (!ended) return false
    })
    if (!ended) throw conflict('The fetch has already ended')
    this.#deps.market.invalidate()
    publishImport(bus, ended)
    return viewImport(ended)
  }

  async #plan({ instrumentId, start, end }: FetchRange, userId: string): Promise<Plan | null> {
    const [from, to] = [Date.parse(start), Date.parse(end)]
    refuseInput(endProblem(from, to), 'end')
    const source = await findSource(this.#deps, instrumentId, userId)
    if (!source) return null
    const { market, history, now } = this.#deps
    const begins = await history.begins(instrumentId)
    // What the user sees: a month of their own hides the shared one, whatever is fetched into that.
    const series = (await market.find(instrumentId, userId))?.series ?? []
    const { calendar } = source.listing
    const parts = missingParts(series, { from, to, now: now(), calendar, ...(begins !== null && { begins }) })
    const rows = parts.reduce((sum, { minutes }) => sum + minutes, 0)
    const stored = series.filter(({ interval }) => interval === 'M1').flatMap(({ months }) => months)
    const known = stored.reduce((sum, month) => sum + month.rows, 0)
    const rowBytes = known === 0 ? ROW_BYTES : stored.reduce((sum, month) => sum + month.bytes, 0) / known
    return { source, parts, begins, rows, bytes: Math.round(rows * rowBytes) }
  }

  /** What everybody may see counts for nobody. */
  async #quotaProblem({ isPrivate }: FetchSource, bytes: number, userId: string): Promise<string | null> {
    if (!isPrivate) return null
    const { quotas, market } = this.#deps
    try {
      await quotas.checkStored(userId, await market.store.forOwner(userId).ownBytes(), bytes)
      return null
    } catch (error) {
      if (error instanceof AppError) return error.message
      throw error
    }
  }
}

const CANCELED = 'Canceled. Months that it had stored before are there'

function tooLong(parts: readonly MissingPart[]): string | null {
  if (parts.length <= MAX_PARTS) return null
  return `One fetch takes at most ${MAX_PARTS} months, and this needs ${parts.length}. Choose a shorter period`
}

function nothingMissing(begins: number | null, end: number): string {
  const day = begins === null ? '' : new Date(begins).toISOString().slice(0, 10)
  return begins !== null && end <= begins
    ? `The history of the venue begins on ${day}`
    : 'Nothing is missing: months from files stay as they are, and today is received live'
}

function tooMany(): AppError {
  const text = `${MAX_RUNNING} of your imports are waiting. Try again when one has finished`
  return new AppError('limit', 'too-many-fetches', text)
}
