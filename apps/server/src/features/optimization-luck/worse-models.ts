import type { RunModels } from '@tradeloom/domain'

const WORSE = 1.5
/** Half of the spread on each of the two fills, and half of that more. */
const SHARE_OF_SPREAD = (WORSE - 1) / 2

/**
 * Run models with spread, slippage and commission worse by half. Quoted prices keep their own spread, so half of the mean
 * spread of the positions is added to the slippage of the two fills. Rebates are not raised.
 */
export function worseModels(models: RunModels, quotedSpreadPips: number): RunModels {
  const { spread, slippage, commission } = models
  const extra = SHARE_OF_SPREAD * quotedSpreadPips
  return {
    ...models,
    spread: spread.model === 'fixed' ? { ...spread, pips: WORSE * spread.pips } : spread,
    slippage:
      slippage.model === 'fixed'
        ? { ...slippage, pips: WORSE * slippage.pips + extra }
        : { ...slippage, meanPips: WORSE * slippage.meanPips + extra, deviationPips: WORSE * slippage.deviationPips },
    commission: {
      ...commission,
      perLot: WORSE * commission.perLot,
      percent: WORSE * commission.percent,
      minimum: WORSE * commission.minimum,
      makerPercent: Math.max(commission.makerPercent, WORSE * commission.makerPercent),
      takerPercent: Math.max(commission.takerPercent, WORSE * commission.takerPercent),
    },
  }
}
