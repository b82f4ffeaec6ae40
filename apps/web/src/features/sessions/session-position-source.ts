import type { Position, TradingPosition } from '@tradeloom/contracts'
import { call } from '../../api/call.ts'
import type { PositionSource } from '../../charts/price-chart/chart-source.ts'

/** The positions of a session, by windows. */
export function sessionPositionSource(id: string): PositionSource {
  const numbers = new Map<string, number>()
  const numberOf = (brokerId: string): number => {
    const known = numbers.get(brokerId) ?? numbers.size
    numbers.set(brokerId, known)
    return known
  }
  const drawn = (position: TradingPosition): Position => drawnPosition(position, numberOf(position.id))
  return {
    isLive: true,
    // The chart begins with the newest prices.
    first: () => Promise.resolve(null),
    async window({ start, end }, signal) {
      const query = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
      const { count, positions } = await call('getSessionPositionWindow', { params: { id }, query, signal })
      return { count, positions: positions.map(drawn) }
    },
    async neighbor(time, direction) {
      const query = { time: Math.round(time), direction }
      const { position } = await call('getSessionPositionNeighbor', { params: { id }, query })
      return position && drawn(position)
    },
  }
}

/** As charts draw it; what only a backtest knows of its positions is not known. */
function drawnPosition(position: TradingPosition, id: number): Position {
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
