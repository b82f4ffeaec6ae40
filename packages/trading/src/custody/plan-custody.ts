import { isTooSmall, type LeastOrder } from '@tradeloom/domain'
import type { ProtectionLevel } from '../intents/intent-payload.ts'

/** A position that grows is covered in steps: each one takes its stop away for a moment. */
const GROW_MS = 5_000
/** After a protection that could not be sent; twice as long after each further one. */
const AGAIN_MS = 1_000
const MAX_AGAIN_MS = 30_000
/** Less is rounding noise of a few sums. */
const NOISE = 1e-9

/** An order at the venue that protects the position. */
export interface WorkingProtection {
  readonly intentId: string
  readonly level: ProtectionLevel
  readonly price: number
  /** What it can still execute. */
  readonly left: number
}

export interface ProtectedLevels extends LeastOrder {
  /** What is open now, by its fills, in whole steps; 0 once it is closed. */
  readonly quantity: number
  /** Null for one that is not wanted, or that the venue has refused. */
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  /** The distance of the one that the venue moves; null where it is watched here. */
  readonly trailingStop: number | null
  /** Orders that work at the venue. */
  readonly protections: readonly WorkingProtection[]
  /** A protection, or an order that closes the position, is on its way: what it leads to is not known yet. */
  readonly isBusy: boolean
  /** Since the newest protection was placed, or could not be sent, milliseconds. */
  readonly sincePlaced: number
  /** How many protections in a row could not be sent: the venue, or the rate budget, takes none at the moment. */
  readonly unsent: number
}

export type CustodyStep =
  | { readonly do: 'nothing' }
  /** What protects it does not fit any more. Funds are tied up once, so the old ones go before the new ones come. */
  | { readonly do: 'withdraw'; readonly intentIds: readonly string[] }
  | {
      readonly do: 'place'
      readonly quantity: number
      readonly levels: readonly (readonly [ProtectionLevel, number])[]
    }
  /** It is too small to be protected, or sold. */
  | { readonly do: 'leave'; readonly reason: string }

const NOTHING: CustodyStep = { do: 'nothing' }

/** What is next to be done for the stops of a position whose coins are tied up by the orders that protect it. */
export function planCustody(position: ProtectedLevels): CustodyStep {
  const { quantity, protections, isBusy, sincePlaced, unsent } = position
  if (isBusy) return NOTHING
  const levels = quantity > 0 ? wanted(position) : []
  const missing = levels.filter(([level, price]) => !has(protections, level, price))
  if (protections.length > 0) {
    const isSame = protections.length === levels.length && missing.length === 0
    const covered = Math.min(...protections.map(({ left }) => left))
    const isWhole = protections.every(({ left }) => Math.abs(left - quantity) <= quantity * NOISE)
    if (isSame && isWhole) return NOTHING
    if (isSame && covered < quantity && sincePlaced < GROW_MS) return NOTHING
    const isRight = isWhole && protections.length + missing.length === levels.length
    if (!isRight || !areApart(protections, missing))
      return { do: 'withdraw', intentIds: protections.map(({ intentId }) => intentId) }
  }
  if (missing.length === 0) return NOTHING
  if (unsent > 0 && sincePlaced < Math.min(MAX_AGAIN_MS, AGAIN_MS * 2 ** (unsent - 1))) return NOTHING
  const lowest = Math.min(...missing.map(([level, price]) => (level === 'trailingStop' ? Infinity : price)))
  if (isTooSmall(quantity, lowest, position))
    return { do: 'leave', reason: 'the position is smaller than the smallest order of the venue' }
  return { do: 'place', quantity, levels: missing }
}

/** A trailing stop is a request of its own: it joins the others, and they join it. A stop and its target are one request. */
function areApart(
  protections: readonly WorkingProtection[],
  missing: readonly (readonly [ProtectionLevel, number])[],
): boolean {
  return (
    protections.every(({ level }) => level === 'trailingStop') || missing.every(([level]) => level === 'trailingStop')
  )
}

function wanted({ stopLoss, takeProfit, trailingStop }: ProtectedLevels): (readonly [ProtectionLevel, number])[] {
  return [
    ...(stopLoss === null ? [] : [['stopLoss', stopLoss] as const]),
    ...(takeProfit === null ? [] : [['takeProfit', takeProfit] as const]),
    ...(trailingStop === null ? [] : [['trailingStop', trailingStop] as const]),
  ]
}

function has(protections: readonly WorkingProtection[], level: ProtectionLevel, price: number): boolean {
  return protections.some((one) => one.level === level && one.price === price)
}
