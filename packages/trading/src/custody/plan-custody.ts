import { isTooSmall, type LeastOrder } from '@tradeloom/domain'
import type { GuardLevel } from '../intents/intent-payload.ts'

/** A position that grows is covered in steps: each one takes its stop away for a moment. */
const GROW_MS = 5_000
/** After a guard that could not be sent; twice as long after each further one. */
const AGAIN_MS = 1_000
const MAX_AGAIN_MS = 30_000
/** Less is rounding noise of a few sums. */
const NOISE = 1e-9

/** An order at the venue that guards the position. */
export interface HeldGuard {
  readonly intentId: string
  readonly level: GuardLevel
  readonly price: number
  /** What it can still execute. */
  readonly left: number
}

export interface GuardedLevels extends LeastOrder {
  /** What is open now, by its fills, in whole steps; 0 once it is closed. */
  readonly quantity: number
  /** Null for one that is not wanted, or that the venue has refused. */
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  /** The distance of the one that the venue moves; null where it is watched here. */
  readonly trailingStop: number | null
  /** Orders that work at the venue. */
  readonly guards: readonly HeldGuard[]
  /** A guard, or an order that closes the position, is on its way: what it leads to is not known yet. */
  readonly isBusy: boolean
  /** Since the newest guard was placed, or could not be sent, milliseconds. */
  readonly sincePlaced: number
  /** How many guards in a row could not be sent: the venue, or the rate budget, takes none at the moment. */
  readonly unsent: number
}

export type CustodyStep =
  | { readonly do: 'nothing' }
  /** What guards it does not fit any more. Funds are tied up once, so the old ones go before the new ones come. */
  | { readonly do: 'withdraw'; readonly intentIds: readonly string[] }
  | { readonly do: 'place'; readonly quantity: number; readonly levels: readonly (readonly [GuardLevel, number])[] }
  /** It is too small to be guarded, or sold. */
  | { readonly do: 'leave'; readonly reason: string }

const NOTHING: CustodyStep = { do: 'nothing' }

/** What is next to be done for the stops of a position whose coins are tied up by the orders that guard it. */
export function planCustody(position: GuardedLevels): CustodyStep {
  const { quantity, guards, isBusy, sincePlaced, unsent } = position
  if (isBusy) return NOTHING
  const levels = quantity > 0 ? wanted(position) : []
  const missing = levels.filter(([level, price]) => !has(guards, level, price))
  if (guards.length > 0) {
    const isSame = guards.length === levels.length && missing.length === 0
    const covered = Math.min(...guards.map(({ left }) => left))
    const isWhole = guards.every(({ left }) => Math.abs(left - quantity) <= quantity * NOISE)
    if (isSame && isWhole) return NOTHING
    if (isSame && covered < quantity && sincePlaced < GROW_MS) return NOTHING
    const isRight = isWhole && guards.length + missing.length === levels.length
    if (!isRight || !areApart(guards, missing))
      return { do: 'withdraw', intentIds: guards.map(({ intentId }) => intentId) }
  }
  if (missing.length === 0) return NOTHING
  if (unsent > 0 && sincePlaced < Math.min(MAX_AGAIN_MS, AGAIN_MS * 2 ** (unsent - 1))) return NOTHING
  const lowest = Math.min(...missing.map(([level, price]) => (level === 'trailingStop' ? Infinity : price)))
  if (isTooSmall(quantity, lowest, position))
    return { do: 'leave', reason: 'the position is smaller than the smallest order of the venue' }
  return { do: 'place', quantity, levels: missing }
}

/** A trailing stop is a request of its own: it joins the others, and they join it. A stop and its target are one request. */
function areApart(guards: readonly HeldGuard[], missing: readonly (readonly [GuardLevel, number])[]): boolean {
  return guards.every(({ level }) => level === 'trailingStop') || missing.every(([level]) => level === 'trailingStop')
}

function wanted({ stopLoss, takeProfit, trailingStop }: GuardedLevels): (readonly [GuardLevel, number])[] {
  return [
    ...(stopLoss === null ? [] : [['stopLoss', stopLoss] as const]),
    ...(takeProfit === null ? [] : [['takeProfit', takeProfit] as const]),
    ...(trailingStop === null ? [] : [['trailingStop', trailingStop] as const]),
  ]
}

function has(guards: readonly HeldGuard[], level: GuardLevel, price: number): boolean {
  return guards.some((guard) => guard.level === level && guard.price === price)
}
