import type { ClosedNote, LostCoins } from '@tradeloom/database'
import { CLOSE_REASONS, type CloseReason, type Direction, minus, over, type Side, times } from '@tradeloom/domain'
import type { JournalNews } from './account-news.ts'

/** An execution of a session, or a part of one of its positions that is gone without one. */
export interface BookedChange {
  /** Names the event that reports it. */
  readonly source: string
  /** The position that it opens, adds to, or reduces; null if it concerns none. */
  readonly positionId: string | null
  /** Null if nothing was traded. */
  readonly fill: BookedFill | null
  readonly isClosing: boolean
  readonly quantity: number
  readonly price: number
  readonly reason: CloseReason
  /** Position by position, if it concerns several: for executions of which the script waits for no order. */
  readonly each?: readonly BookedChange[]
}

/** An execution as the journal states it. */
export interface BookedFill {
  readonly tradeId: string
  readonly intentId: string | null
  readonly positionId: string | null
  readonly owner: string
  readonly instrumentId: string
  readonly side: Side
  readonly time: string
  readonly quantity: number
  readonly received?: number | null
  readonly price: number
  readonly fee: number
  readonly liquidity: 'maker' | 'taker'
  readonly reason: string | null
  readonly decisionMid?: number | null
  readonly bid?: number | null
  readonly ask?: number | null
}

interface BookedPosition {
  readonly sessionId: string | null
  readonly direction: Direction
  readonly openPrice: number
  readonly closeReason: string | null
}

type EntryRow =
  | { readonly table: 'fills'; readonly key: string; readonly row: BookedFill }
  | { readonly table: 'positions'; readonly key: string; readonly row: BookedPosition }
  | { readonly table: 'intents' | 'venue_orders' | 'accounts'; readonly key: string; readonly row: object }

type EntryBody = { readonly rows: readonly EntryRow[] } & Partial<Pick<LostCoins, 'lost'> & ClosedNote>

/** What an entry of the journal says of the positions of a session. */
export function bookedChanges({ n, body }: JournalNews, sessionId: string): BookedChange[] {
  const { rows, lost, closed = {} } = JSON.parse(body) as EntryBody
  return rows.flatMap((one): BookedChange[] => {
    if (one.table === 'fills') {
      const parts = closed[one.row.tradeId]
      const each = parts && eachOf(one.row, { parts, rows, sessionId })
      if (one.row.owner !== sessionId) return each ?? []
      return [{ ...filled(one.row, rows), ...(each && { each }) }]
    }
    if (one.table !== 'positions' || one.row.sessionId !== sessionId) return []
    // The row of a part that is gone states what its position has lost.
    const quantity = lost?.[one.key]
    return quantity === undefined ? [] : [gone(n, one, quantity)]
  })
}

function filled(fill: BookedFill, rows: readonly EntryRow[]): BookedChange {
  const { tradeId, positionId, quantity, received, price, side, reason } = fill
  const row = rows.find(({ table, key }) => table === 'positions' && key === positionId)?.row
  const position = (row as BookedPosition | undefined) ?? null
  const isClosing = position !== null && (side === 'BUY') !== (position.direction === 'LONG')
  return {
    source: `fill ${tradeId}`,
    positionId,
    fill,
    isClosing,
    quantity: isClosing ? quantity : (received ?? quantity),
    price,
    reason: closeReason(position?.closeReason ?? reason),
  }
}

interface SeveralClosed {
  /** What was closed of each position, by its id. */
  readonly parts: Readonly<Record<string, number>>
  readonly rows: readonly EntryRow[]
  readonly sessionId: string
}

/** What an execution at a netting account has closed of several positions, and what it has opened beyond them. */
function eachOf(fill: BookedFill, { parts, rows, sessionId }: SeveralClosed): BookedChange[] {
  const { tradeId, price, reason, quantity: whole, positionId: opened } = fill
  const beyond = Object.values(parts).reduce((left, quantity) => minus(left, quantity), whole)
  const shares = opened === null || opened in parts ? parts : { ...parts, [opened]: beyond }
  return Object.entries(shares).flatMap(([positionId, quantity]): BookedChange[] => {
    const row = rows.find(({ table, key }) => table === 'positions' && key === positionId)?.row
    const position = row as BookedPosition | undefined
    if (position?.sessionId !== sessionId) return []
    const share = { ...fill, positionId, quantity, fee: over(times(fill.fee, quantity), whole) }
    const why = closeReason(position.closeReason ?? reason)
    const isClosing = positionId in parts
    return [
      { source: `fill ${tradeId} ${positionId}`, positionId, fill: share, isClosing, quantity, price, reason: why },
    ]
  })
}

/** Nobody knows what was paid for it: at the opening price nothing is gained or lost, as in the books. */
function gone(
  n: number,
  { key, row }: { readonly key: string; readonly row: BookedPosition },
  quantity: number,
): BookedChange {
  const { openPrice: price } = row
  return {
    source: `adjust ${n} ${key}`,
    positionId: key,
    fill: null,
    isClosing: true,
    quantity,
    price,
    reason: 'external',
  }
}

/** A script knows the reasons for which positions close by themselves, also those that came late. */
function closeReason(stated: string | null): CloseReason {
  const [reason] = (stated ?? '').split(' (')
  return CLOSE_REASONS.find((one) => one === reason && one !== 'script') ?? 'external'
}
