import type { TradingPosition } from '@tradeloom/contracts'
import type { OrderDraft } from '@tradeloom/domain/orders'

const LEVELS = [
  ['stopLoss', 'stop loss'],
  ['takeProfit', 'take profit'],
] as const

/** What an order does to the stops of the position that it adds to, or reduces, at a venue that keeps one per market. */
export function nettingNote(
  { direction, quantity, ...held }: Pick<TradingPosition, 'direction' | 'quantity' | 'stopLoss' | 'takeProfit'>,
  draft: Pick<OrderDraft, 'side' | 'stopLoss' | 'takeProfit'>,
): string {
  const kept = 'stops are kept for what is left of it'
  if (direction === 'SHORT' && draft.side === 'BUY')
    return `It buys back from your short position of ${quantity}; ${kept}`
  if (direction === 'LONG' && draft.side === 'SELL') return `It sells from your position of ${quantity}; ${kept}`
  const changes = LEVELS.flatMap(([level, name]) => {
    const [before, after] = [held[level], draft[level]]
    const is = typeof before === 'number' ? before : null
    if (after !== null && after !== is)
      return [
        is === null
          ? `${after} becomes the ${name} of all of it`
          : `the ${name} moves from ${is} to ${after} for all of it`,
      ]
    return is === null ? [] : [`the ${name} at ${is} covers all of it`]
  })
  return [`It adds to your position of ${quantity}`, ...changes].join('; ')
}
