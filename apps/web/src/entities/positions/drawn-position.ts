import type { Position, TradingPosition } from '@tradeloom/contracts'

/** A position of an account as charts draw it, with a number; what only a backtest knows of its positions is not known. */
export function drawnPosition(position: TradingPosition, id: number): Position {
  const { instrumentId, direction, quantity, openTime, openPrice, closeTime, closePrice, profit, pips } = position
  return {
    id,
    instrumentId,
    direction,
    quantity,
    openTime,
    openPrice,
    closeTime,
    closePrice,
    stopLoss: priceOf(position.stopLoss),
    takeProfit: priceOf(position.takeProfit),
    trailingStop: priceOf(position.trailingStop),
    profit,
    pips,
    commission: position.commission,
    status: position.status,
    ...UNKNOWN,
  }
}

const UNKNOWN = {
  spreadCost: null,
  slippageCost: null,
  swapCost: null,
  fundingCost: null,
  mae: null,
  mfe: null,
  maePips: null,
  mfePips: null,
  risk: null,
  equityAtEntry: null,
  notional: null,
  closeReason: null,
  ambiguous: false,
  profitInterval: null,
  tag: null,
} as const

function priceOf(level: TradingPosition['stopLoss']): number | null {
  return typeof level === 'number' ? level : null
}
