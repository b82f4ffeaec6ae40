import type { KnownSeriesReply, SeriesState, SeriesStepsReply } from '@tradeloom/contracts'
import {
  knownAsOf,
  type KnownRevision,
  knownSteps,
  type KnownSummary,
  readSeriesId,
  summarizeKnown,
} from '@tradeloom/domain'
import type { PointInTimeStore } from '@tradeloom/market-data'
import type { SourceProvider } from '@tradeloom/market-data/sources'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { SeriesFound, SourceSeries } from './source-series.ts'
import type { SourcesService } from './sources.service.ts'

/** Each is a few numbers. */
const MAX_SUMMARIES = 2000

export interface SeriesStatesDeps {
  readonly providers: readonly SourceProvider[]
  readonly sources: Pick<SourcesService, 'keyOf'>
  readonly series: Pick<SourceSeries, 'find' | 'fetch'>
  readonly store: Pick<PointInTimeStore, 'read'>
}

/** What is stored of datasets, and what was known when, for the users who may read them. */
export class SeriesStates {
  readonly #deps: SeriesStatesDeps
  /** By the hashes of states, which never change; the ones used last come last. */
  readonly #summaries = new Map<string, Promise<KnownSummary>>()

  constructor(deps: SeriesStatesDeps) {
    this.#deps = deps
  }

  list(ids: readonly string[], userId: string): Promise<SeriesState[]> {
    return Promise.all(ids.map((id) => this.#state(id, userId)))
  }

  /** Returns the state after it; it may go on. Throws if the dataset cannot be fetched. */
  async fetch(id: string, userId: string): Promise<SeriesState> {
    const { code, column } = partsOf(id)
    await this.#deps.series.fetch(code, column, userId)
    return this.#state(id, userId)
  }

  async knownAt(id: string, time: number, userId: string): Promise<KnownSeriesReply> {
    const periods = knownAsOf(await this.#revisions(id, userId), time)
    return {
      periods: periods.map(({ periodStart }) => periodStart),
      values: periods.map(({ value }) => numberOf(value)),
      known: periods.map(({ knownAt }) => knownAt),
      qualities: periods.map(({ quality }) => quality),
    }
  }

  async steps(id: string, userId: string): Promise<SeriesStepsReply> {
    const steps = knownSteps(await this.#revisions(id, userId))
    return {
      known: steps.map(({ knownAt }) => knownAt),
      periods: steps.map(({ periodStart }) => periodStart),
      values: steps.map(({ value }) => numberOf(value)),
      qualities: steps.map(({ quality }) => quality),
    }
  }

  async #revisions(id: string, userId: string): Promise<KnownRevision[]> {
    const { code, column } = partsOf(id)
    const { row } = await this.#deps.series.find(code, column, userId)
    if (row === null) throw notFound('Series')
    return this.#deps.store.read({ code, hash: row.hash })
  }

  async #state(id: string, userId: string): Promise<SeriesState> {
    const { code, column } = partsOf(id)
    const [name = ''] = code.split(':')
    const provider = this.#deps.providers.find((one) => one.name === name.toLowerCase())
    const state = { id, provider: provider ? { name: provider.name, title: provider.title } : null }
    try {
      const found = await this.#deps.series.find(code, column, userId)
      return {
        ...state,
        stored: await this.#stored(code, found),
        fetching: found.fetching,
        needsKey: provider?.keyNeed === 'required' && (await this.#deps.sources.keyOf(provider, userId)) === null,
        problem: null,
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...state, stored: null, fetching: null, needsKey: false, problem: error.message }
    }
  }

  async #stored(code: string, { row }: SeriesFound): Promise<SeriesState['stored']> {
    if (row === null) return null
    const { values, revisions, firstPeriod, lastPeriod, since, qualities } = await this.#summary(code, row.hash)
    return {
      values,
      revisions,
      firstPeriod,
      lastPeriod,
      since,
      qualities: [...qualities],
      first: row.first?.getTime() ?? null,
      last: row.last?.getTime() ?? null,
      checked: row.checkedAt.getTime(),
      problem: row.problem,
    }
  }

  #summary(code: string, hash: string): Promise<KnownSummary> {
    const known = this.#summaries.get(hash)
    const summary = known ?? this.#deps.store.read({ code, hash }).then(summarizeKnown)
    this.#summaries.delete(hash)
    this.#summaries.set(hash, summary)
    if (!known) summary.catch(() => this.#summaries.delete(hash))
    for (const [oldest] of this.#summaries) {
      if (this.#summaries.size <= MAX_SUMMARIES) break
      this.#summaries.delete(oldest)
    }
    return summary
  }
}

function partsOf(id: string) {
  const parts = readSeriesId(id)
  if (parts === null) throw invalid(`${id} is not a series`, 'series')
  return parts
}

/** Texts have no NaN. */
function numberOf(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
