import { readFundingRates, readSwapRates } from '@tradeloom/contracts'

import type { BacktestSettings } from './options/parse-backtest-options.ts'
import { readTableFile } from './read-table-file.ts'

export interface RateFiles {
  readonly fundingFile?: string
  readonly swapFile?: string
}

/** The settings with the funding and swap rates of the files. */
export async function withRateFiles(settings: BacktestSettings, files: RateFiles): Promise<BacktestSettings> {
  return withFundingRates(await withSwapRates(settings, files.swapFile), files.fundingFile)
}

async function withFundingRates(settings: BacktestSettings, file: string | undefined): Promise<BacktestSettings> {
  if (file === undefined) return settings
  const { funding } = settings.models
  const rates = await readTableFile(file, readFundingRates)
  return { ...settings, models: { ...settings.models, funding: { hours: 8, rate: 0, ...funding, rates } } }
}

async function withSwapRates(settings: BacktestSettings, file: string | undefined): Promise<BacktestSettings> {
  if (file === undefined) return settings
  const { swap } = settings.models
  const rates = await readTableFile(file, readSwapRates)
  const constant = swap ?? { unit: 'pips' as const, long: 0, short: 0, tripleWeekday: 3 }
  return { ...settings, models: { ...settings.models, swap: { ...constant, rates } } }
}
