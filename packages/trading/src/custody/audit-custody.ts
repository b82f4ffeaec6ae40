import type { AccountModel, CustodyState, Direction, Side } from '@tradeloom/domain'
import type { ProtectionLevel } from '../intents/intent-payload.ts'
import { isFilled } from '../positions/is-all.ts'

/** A position with what it is to have. */
export interface AuditedPosition {
  readonly model: AccountModel
  /** The venue's name for it. */
  readonly brokerId: string
  readonly isOpen: boolean
  readonly direction: Direction
  /** What is open, in whole steps of its market. */
  readonly quantity: number
  /** Less than any order of its venue: it can be neither protected nor sold. */
  readonly isTooSmall: boolean
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  readonly trailingStop: number | null
}

/** What custody keeps for it. */
export interface KeptCustody {
  /** The orders that were ever placed to protect it, by the names under which the venue lists them. */
  readonly protections: ReadonlyMap<string, ProtectionLevel>
  /** One of them, or an order that closes it, is on its way. */
  readonly isBusy: boolean
  /** Its stop is watched here. */
  readonly isHeld: boolean
}

/** A working order as the venue itself lists it. */
export interface ListedOrder {
  readonly clientId: string | null
  readonly side: Side
  /** What it can still execute. */
  readonly left: number
  /** The position that it closes, where the venue says so. */
  readonly closes?: string | undefined
  /** As in `AppliedFill`. */
  readonly leg?: Direction | undefined
  /** Neither a person, nor a script, nor the guardian has placed it from here. */
  readonly isForeign: boolean
}

export interface CustodyVerdict {
  readonly state: CustodyState
  /** Whether all of it would be closed at its stop; also where it wants none. */
  readonly isProtected: boolean
}

/**
 * Judges how a position is protected, by the list of its venue and not by what was requested. `listed`: working orders of
 * its market. Null where there is nothing to say: it wants no stop, and nothing else would close it.
 */
export function auditCustody(
  position: AuditedPosition,
  kept: KeptCustody,
  listed: readonly ListedOrder[],
): CustodyVerdict | null {
  const own = listed.flatMap(({ clientId, left }): OwnProtection[] => {
    const level = clientId === null ? undefined : kept.protections.get(clientId)
    return level === undefined || !(left > 0) ? [] : [{ level, left }]
  })
  if (!position.isOpen) return own.length > 0 ? { state: 'ORPHAN', isProtected: true } : null
  const state = ownState(position, kept, own)
  const hasStop = own.some(({ level, left }) => level !== 'takeProfit' && isFilled(position.quantity, left))
  const isProtected = !wantsStop(position) || position.isTooSmall || kept.isHeld || hasStop
  // Coins that an order of ours ties up are sold by no other one.
  const isTiedUp = position.model === 'spot' && own.length > 0
  const canBeStranger = state === null || state === 'HELD' || (state === 'COVERED' && !isTiedUp)
  if (canBeStranger && listed.some((order) => wouldClose(order, position))) return { state: 'STRANGER', isProtected }
  return state === null ? null : { state, isProtected }
}

interface OwnProtection {
  readonly level: ProtectionLevel
  readonly left: number
}

function ownState(position: AuditedPosition, kept: KeptCustody, own: readonly OwnProtection[]): CustodyState | null {
  if (kept.isBusy) return 'BUSY'
  const count = (wanted: ProtectionLevel): number => own.filter(({ level }) => level === wanted).length
  const levels = ['stopLoss', 'takeProfit', 'trailingStop'] as const
  if (levels.some((level) => count(level) > 1)) return 'DOUBLE'
  if (levels.some((level) => count(level) > 0 && position[level] === null)) return 'ORPHAN'
  if (own.some(({ left }) => !isSame(left, position.quantity))) return 'SHORT'
  if (!wantsStop(position)) return null
  if (count('stopLoss') + count('trailingStop') > 0) return 'COVERED'
  if (kept.isHeld) return 'HELD'
  return position.isTooSmall ? null : 'BARE'
}

function wantsStop({ stopLoss, trailingStop }: AuditedPosition): boolean {
  return stopLoss !== null || trailingStop !== null
}

function isSame(one: number, other: number): boolean {
  return isFilled(one, other) && isFilled(other, one)
}

/** At a hedging account what does not name a position opens one of its own. */
function wouldClose(
  { isForeign, side, left, closes, leg }: ListedOrder,
  { model, brokerId, direction }: AuditedPosition,
): boolean {
  if (!isForeign || !(left > 0) || (side === 'SELL') !== (direction === 'LONG')) return false
  if (leg !== undefined) return leg === direction
  return model === 'hedging' ? closes === brokerId : true
}
