import type { Instrument } from '@tradeloom/domain'
import { PLAIN_MODELS, type RunSpec, type ScriptFactory } from '@tradeloom/engine'
import { analyseScript, wrapScript } from '@tradeloom/script'

/** The strategy of `handLoop` as a trader would write it. */
export const SMA_CROSS = `
const quick = indicators.SMA('M1', 11)
const calm = indicators.SMA('M1', 31)
function onIntervalClose(bar) {
  if (!quick.ready || !calm.ready) return
  const up = quick.value(1) < calm.value(1) && quick.value() > calm.value()
  const down = quick.value(1) > calm.value(1) && quick.value() < calm.value()
  if (!up && !down) return
  closeAll()
  if (up) buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
  else sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
}
`

/** The same settings for the loop written by hand. */
export const HAND_SETTINGS = { fast: 11, slow: 31, stopLoss: 0.002, takeProfit: 0.004, quantity: 10_000, balance: 1e6 }

export function scriptFactory(source: string): ScriptFactory {
  // Our own text, compiled outside of any sandbox: what is measured here is the engine.
  // oxlint-disable-next-line no-eval
  return (0, eval)(wrapScript(analyseScript(source, 'algorithm').javascript, [])) as ScriptFactory
}

export function runSpec(instrument: Instrument, start: number, end: number, resolution: 0 | 1 = 1): RunSpec {
  return {
    ...PLAIN_MODELS,
    instrument,
    conversions: [],
    interval: 'M1',
    resolution,
    start,
    end,
    initialBalance: 1e6,
    accountCurrency: 'USD',
    externals: {},
    closures: [],
    seed: 1,
  }
}
