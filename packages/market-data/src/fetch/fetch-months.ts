import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BarColumns, UserError } from '@tradeloom/domain'
import { ImportError } from '../import/import-error.ts'
import { importFiles, type ImportReport } from '../import/import-files.ts'
import { withinQuota } from '../import/storage-quota.ts'
import type { MarketStore } from '../store/market-store.ts'
import { monthOf, type PriceKind } from '../store/series.ts'
import { CandleFile } from './candle-file.ts'
import type { MissingPart } from './missing-parts.ts'

const MINUTE = 60_000
/** After a request that failed. The pages before it are kept. */
const PAUSES_MS = [1_000, 3_000, 6_000]
/** So many empty parts in a row lie before the history of a venue. */
const EMPTY_PARTS = 2

/** Finished minutes, `from <= time < to`, oldest first, in pages. */
export type CandlePages = (from: number, to: number) => AsyncIterable<BarColumns>

export interface FetchProgress {
  /** 0 to 100. */
  readonly progress: number
  readonly rows: number
  /** The month that is fetched, `2024-05`. */
  readonly month: string
}

export interface FetchRequest {
  /** Of whoever owns what is fetched; what everybody may see is nobody's. */
  readonly store: MarketStore
  /** What the owner may store; null if unlimited. */
  readonly quotaBytes: number | null
  readonly instrumentId: string
  readonly venue: string
  readonly candles: CandlePages
  /** Newest first. */
  readonly parts: readonly MissingPart[]
  /** For pages until their month is there; removed at the end. */
  readonly dir: string
  readonly pausesMs?: readonly number[]
  readonly onProgress?: (progress: FetchProgress) => void
  readonly signal?: AbortSignal
}

export interface FetchOutcome {
  /** One for each part that was stored. */
  readonly reports: readonly ImportReport[]
  /** Where the history of the venue begins, if that was reached, UTC milliseconds. */
  readonly begins: number | null
  /** Why older parts are missing. */
  readonly problem: string | null
}

/**
 * Fetches parts of months, each of which is imported as soon as it is whole. Whatever interrupts it, the months before are
 * there, and at most one is fetched again.
 */
export async function fetchMonths(request: FetchRequest): Promise<FetchOutcome> {
  const { parts, dir, signal } = request
  const reports: ImportReport[] = []
  let empty: MissingPart[] = []
  let kind = await storedKind(request)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    for (const [done, part] of parts.entries()) {
      const path = join(dir, `${monthOf(part.from)}.csv`)
      // What an interrupted fetch has left.
      await rm(path, { force: true })
      const { rows, kind: found } = await fetchPart(request, part, path, kind, { done, rows: rowsOf(reports) })
      empty = rows === 0 ? [...empty, part] : []
      if (empty.length === EMPTY_PARTS) break
      if (rows === 0) continue
      kind = found
      reports.push(await importPart(request, path))
      await rm(path)
    }
    return { reports, ...(await whereItBegins(request, empty)) }
  } catch (error) {
    signal?.throwIfAborted()
    if (reports.length === 0 && error instanceof UserError) throw error
    return { reports, begins: null, problem: error instanceof Error ? error.message : String(error) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function rowsOf(reports: readonly ImportReport[]): number {
  return reports.reduce((sum, { rows }) => sum + rows, 0)
}

/** Of the minutes that are stored: minutes of trades and of quotes would be two series with gaps. */
async function storedKind({ store, instrumentId }: FetchRequest): Promise<PriceKind | null> {
  const found = await store.instrument(instrumentId)
  return found?.series.find(({ interval, rows }) => interval === 'M1' && rows > 0)?.price ?? null
}

async function fetchPart(
  { candles, parts, pausesMs = PAUSES_MS, onProgress, signal }: FetchRequest,
  { from, to }: MissingPart,
  path: string,
  kind: PriceKind | null,
  before: { readonly done: number; readonly rows: number },
): Promise<Pick<CandleFile, 'rows' | 'kind'>> {
  const file = await CandleFile.create(path, kind)
  let failures = 0
  try {
    for (;;) {
      const next = file.rows === 0 ? from : file.last + MINUTE
      try {
        for await (const page of candles(next, to)) {
          signal?.throwIfAborted()
          await file.add(page)
          failures = 0
          const share = (file.last - from) / (to - from)
          const progress = ((before.done + share) / parts.length) * 100
          onProgress?.({ progress, rows: before.rows + file.rows, month: monthOf(from) })
        }
        return file
      } catch (error) {
        const pause = pausesMs[failures++]
        if (error instanceof UserError || pause === undefined) throw error
        await sleep(pause, undefined, { ...(signal && { signal }) })
      }
    }
  } finally {
    await file.close()
  }
}

async function importPart(
  { store, quotaBytes, instrumentId, venue, signal }: FetchRequest,
  path: string,
): Promise<ImportReport> {
  const report = await importFiles({
    store: quotaBytes === null ? store : withinQuota(store, quotaBytes),
    files: [path],
    format: 'csv',
    instrument: instrumentId,
    interval: 'M1',
    venue,
    ...(signal && { signal }),
  })
  const bad = report.problems.find(({ severity }) => severity === 'error')
  // Its file is about to be removed: the text names none.
  if (bad) throw new ImportError(`A minute of the venue cannot be stored: ${bad.message}`)
  return report
}

/** Where nothing is found before what is stored, the history of the venue begins. */
async function whereItBegins(
  { store, instrumentId }: FetchRequest,
  empty: readonly MissingPart[],
): Promise<Pick<FetchOutcome, 'begins' | 'problem'>> {
  const [newest] = empty
  if (!newest) return { begins: null, problem: null }
  const found = await store.instrument(instrumentId)
  const months = found?.series.flatMap((one) => one.months) ?? []
  const next = Math.min(
    ...months.filter(({ last }) => last >= newest.to).map(({ first }) => Math.max(first, newest.to)),
  )
  if (!Number.isFinite(next)) return { begins: null, problem: 'The venue has no prices of that time' }
  // One empty month may be a hole; the beginning of a month that has prices is not.
  const isBeginning = empty.length === EMPTY_PARTS || monthOf(newest.to) === monthOf(newest.from)
  return { begins: isBeginning ? next : null, problem: null }
}
