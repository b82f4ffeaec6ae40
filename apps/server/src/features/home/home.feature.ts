import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BacktestsFeature } from '../backtests/backtests.feature.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { findSampleResult } from './find-sample-result.ts'
import { hasSampleToRun } from './has-sample-to-run.ts'
import { runSamples } from './run-samples.ts'

/** What a visitor sees first. */
export function homeFeature(
  { config, db, logger }: Platform,
  { runs }: Pick<BacktestsFeature, 'runs'>,
  { market }: Pick<InstrumentsFeature, 'market'>,
) {
  return {
    handlers: {
      async sampleResult() {
        const sample = await findSampleResult(db)
        return { sample, isPreparing: sample === null && config.simulatedMarket && (await hasSampleToRun(db)) }
      },
    },
    async work(): Promise<void> {
      if (config.simulatedMarket) await runSamples({ db, runs, market, logger })
    },
  } as const satisfies Feature
}
