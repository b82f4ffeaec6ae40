import type { MarketModelOptions } from '../options/parse-market-models.ts'
import type { MarketOptions } from '../run-market.ts'
import type { RateFiles } from '../with-rate-files.ts'

/** Options of `optimize` from commander: text, not yet validated. */
export interface OptimizeOptions extends MarketOptions, MarketModelOptions, RateFiles {
  readonly range?: string[]
  readonly strategy: string
  readonly trials?: string
  readonly genetic?: string
  readonly objective?: string[]
  readonly constraint?: string[]
  readonly workers?: string
  readonly rows: string
  readonly duplicates?: boolean
  readonly csv?: string
  readonly parquet?: string
  readonly walkForward?: string
}
