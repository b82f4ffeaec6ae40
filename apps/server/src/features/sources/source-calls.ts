import type { Drizzle } from '@tradeloom/database'
import { openSourceCall, type SourceCall, SourceError, type SourceProvider } from '@tradeloom/market-data/sources'
import { SourceLimitsTable } from './source-limits-table.ts'

export interface SourceCallsDeps {
  readonly db: Drizzle
  /** Where providers are reached instead of their own addresses, by name. */
  readonly urls: Readonly<Record<string, string>>
  readonly secret: string
  readonly now: () => number
  readonly closing: AbortSignal
}

/** How long somebody who is looking at a page waits for a turn, how long a run does, and how long what nobody waits for. */
const PATIENCE_MS = { page: 5_000, run: 120_000, background: 120_000 } as const
/** What nobody waits for leaves the other part of what a provider allows to those who wait. */
const BACKGROUND_SHARE = 0.5
/** Requests of pages for one provider that wait or run in this server. */
const MAX_AT_ONCE = 24

/** Uses of providers by this server. */
export class SourceCalls {
  readonly #deps: SourceCallsDeps
  readonly #open = new Map<string, number>()

  constructor(deps: SourceCallsDeps) {
    this.#deps = deps
  }

  /** Throws SourceError. */
  async use<Result>(
    provider: SourceProvider,
    key: string | null,
    by: keyof typeof PATIENCE_MS,
    work: (call: SourceCall) => Promise<Result>,
  ): Promise<Result> {
    const open = this.#open.get(provider.name) ?? 0
    if (open >= MAX_AT_ONCE) throw new SourceError('limit', `Too many wait for ${provider.title}`, PATIENCE_MS.page)
    this.#open.set(provider.name, open + 1)
    try {
      return await work(this.#call(provider, key, by))
    } finally {
      this.#open.set(provider.name, (this.#open.get(provider.name) ?? 1) - 1)
    }
  }

  #call(provider: SourceProvider, key: string | null, by: keyof typeof PATIENCE_MS): SourceCall {
    const { db, urls, secret, now, closing } = this.#deps
    const limits = new SourceLimitsTable(db, provider, key, secret, by === 'background' ? BACKGROUND_SHARE : 1)
    const patienceMs = PATIENCE_MS[by]
    return openSourceCall({ provider, url: urls[provider.name], key, limits, now, patienceMs, signal: closing })
  }
}
