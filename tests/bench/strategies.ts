import { DEFAULT_MODELS, type EngineModels, type RunSpec, type ScriptFactory } from '@tradeloom/engine'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import type { CrossSettings } from './hand-loop.ts'
import type { Market } from './market.ts'

/** Always in the market, with stop loss and take profit, as a trader would write it. */
export const SMA_CROSS = `
const fast = indicators.SMA('M1', 11)
const slow = indicators.SMA('M1', 31)
function onIntervalClose(bar) {
  if (!fast.ready || !slow.ready) return
  const up = fast.value(1) < slow.value(1) && fast.value() > slow.value()
  const down = fast.value(1) > slow.value(1) && fast.value() < slow.value()
  if (!up && !down) return
  closeAll()
  if (up) buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
  else sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
}
`

/**
 * Long only, with a stop, by the rules of grademark: no decisions on the bar on which a position was opened or closed.
 */
export const LONG_CROSS = `
const fast = indicators.SMA('M1', 11)
const slow = indicators.SMA('M1', 31)
let isBusy = false
function onPositionClosed(position) {
  if (position.closeReason === 'stop-loss') isBusy = true
}
function onIntervalClose() {
  if (isBusy) {
    isBusy = false
    return
  }
  if (!fast.ready || !slow.ready) return
  if (positions.count === 0) {
    if (fast.value(1) < slow.value(1) && fast.value() > slow.value()) isBusy = buy({ quantity: 10000, stopLossPips: 20 }).status === 'NEW'
  } else if (fast.value(1) > slow.value(1) && fast.value() < slow.value()) isBusy = closeAll() > 0
}
`

/** SMA_CROSS with a number of orders far from the market. */
export function withFarOrders(count: number): string {
  return `${SMA_CROSS}
function onStart() {
  for (let k = 0; k < ${count}; k++) {
    const order = { quantity: 1, limitPrice: 0.2 + k / 1e5 }
    if (buy(order).status !== 'NEW') throw new Error('refused')
  }
}`
}

/** Only a number of positions that stay open with distant stops. */
export function withOpenPositions(count: number): string {
  return `
function onStart() {
  for (let k = 0; k < ${count}; k++) buy({ quantity: 1, stopLossPips: 3000 + (k % 1000) })
}
function onIntervalClose() {
  if (positions.count !== ${count}) throw new Error(positions.count + ' positions')
}`
}

/** The costs in the run against the loop, for engine and loop. */
const COSTS = {
  slippagePips: 0.2,
  commissionPerLot: 3,
  /** Pips per night. */
  swapLong: -0.6,
  swapShort: -0.1,
  tripleWeekday: 3,
} as const

export const MODELS_WITH_COSTS: EngineModels = {
  ...DEFAULT_MODELS,
  slippage: { model: 'fixed', pips: COSTS.slippagePips },
  commission: { ...DEFAULT_MODELS.commission, perLot: COSTS.commissionPerLot },
  swap: { unit: 'pips', long: COSTS.swapLong, short: COSTS.swapShort, tripleWeekday: COSTS.tripleWeekday },
}

/** The same for the hand-written loop. */
export const HAND_SETTINGS: CrossSettings = {
  fast: 11,
  slow: 31,
  stopLoss: 0.002,
  takeProfit: 0.004,
  quantity: 10_000,
  balance: 1e6,
  slippage: COSTS.slippagePips / 1e4,
  commission: COSTS.commissionPerLot / 10,
  swapLong: COSTS.swapLong,
  swapShort: COSTS.swapShort,
  tripleWeekday: COSTS.tripleWeekday,
}

export function scriptFactory(source: string): ScriptFactory {
  // oxlint-disable-next-line no-eval -- our own text, compiled without a sandbox because the engine is measured
  return (0, eval)(wrapScript(analyzeScript(source, 'algorithm').javascript, [])) as ScriptFactory
}

export function runSpec({ instrument, file, start, end }: Market, models: EngineModels = DEFAULT_MODELS): RunSpec {
  return {
    ...models,
    instrument,
    conversions: [],
    interval: 'M1',
    resolution: file.kind === 'tick' ? 0 : 1,
    start,
    end,
    initialBalance: 1e6,
    accountCurrency: 'USD',
    externals: {},
    closures: [],
    seed: 1,
  }
}
