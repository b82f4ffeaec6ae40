import type { LedgerRow, PositionRow, Transaction, VenueOrderRow } from '@tradeloom/database'
import { auditCustody, custodyCause, type ListedOrder, WITHDRAWN } from '@tradeloom/trading'
import {
  type CustodyChange,
  CustodyHistory,
  type CustodyHistoryParts,
  type JudgedPosition,
} from '../../trading-core/custody/custody-history.ts'
import type { OpenAccount } from './open-account.ts'
import type { AccountChange } from './paper-messages.ts'

const LEVELS = { STOP: 'stopLoss', LIMIT: 'takeProfit' } as const

interface PaperAuditParts extends CustodyHistoryParts {
  readonly onChange: (change: AccountChange) => void
}

/**
 * Compares how positions are to be guarded with what the book of a paper account matches. Nothing is ever on its way here:
 * what waits for a price is in the book.
 */
export class PaperAudit {
  readonly #parts: PaperAuditParts
  readonly #history: CustodyHistory

  constructor(parts: PaperAuditParts) {
    this.#parts = parts
    this.#history = new CustodyHistory(parts)
  }

  load(): Promise<void> {
    return this.#history.load()
  }

  /** What rows change, to be written with them. */
  entry(open: OpenAccount, rows: readonly LedgerRow[]): CustodyChange[] {
    const orders = rows.flatMap((change) => (change.table === 'venue_orders' ? [change.row] : []))
    const judged = rows.flatMap((change) => {
      if (change.table !== 'positions' || change.row.partOf !== null) return []
      const { id } = change.row
      const news = orders.filter(({ positionId, isProtective }) => isProtective && positionId === id)
      const known = (open.guards.get(id) ?? []).filter((guard) => news.every((one) => one.id !== guard.id))
      return [judgedPosition(open, change.row, [...known, ...news])]
    })
    return this.#history.changes(judged)
  }

  write(tx: Transaction, changes: readonly CustodyChange[]): Promise<void> {
    return this.#history.write(tx, changes)
  }

  /** After they were committed. */
  wrote(changes: readonly CustodyChange[]): void {
    this.#history.wrote(changes)
  }

  /** Audits all positions. `open`: null while nothing is. */
  async look(open: OpenAccount | null, inAccount: (work: (tx: Transaction) => Promise<void>) => Promise<void>) {
    await this.#history.load()
    const { accountId, userId, onChange } = this.#parts
    const all = [...(open?.positions.values() ?? [])]
    const judged = open ? all.map((position) => judgedPosition(open, position, open.guards.get(position.id) ?? [])) : []
    const isTold = (id: string): boolean => (open?.positions.get(id)?.unprotectedSince ?? null) !== null
    const changes = await this.#history.audit(judged, inAccount, isTold)
    for (const { positionId } of changes) onChange({ userId, accountId, kind: 'position', id: positionId })
  }
}

function judgedPosition(open: OpenAccount, position: PositionRow, guards: readonly VenueOrderRow[]): JudgedPosition {
  const { id, instrumentId, status, closeTime, closeReason, sessionId, direction } = position
  const held = open.book.position(id)
  const side = direction === 'LONG' ? 'SELL' : 'BUY'
  const levels = guards.flatMap(({ id: name, type }) =>
    type === 'STOP' || type === 'LIMIT' ? [[name, LEVELS[type]] as const] : [],
  )
  const listed = guards.flatMap(({ id: clientId, type, status: state, stopPrice, limitPrice }): ListedOrder[] => {
    const isMatched =
      held !== null &&
      ((type === 'STOP' && held.stopLoss === stopPrice) || (type === 'LIMIT' && held.takeProfit === limitPrice))
    return state === 'NEW' && isMatched ? [{ clientId, side, left: held.quantity, isForeign: false }] : []
  })
  const isHeld = held !== null && held.trailingStop !== null
  const audited = { ...position, model: 'hedging', isOpen: status === 'OPEN', isTooSmall: false } as const
  const verdict = auditCustody(audited, { protections: new Map(levels), isBusy: false, isHeld }, listed)
  const stop = guards.findLast(({ type }) => type === 'STOP')
  const facts = {
    position: { isOfSession: sessionId !== null },
    closing: null,
    closedBy: closeReason,
    isFlattened: false,
    newest: stop ? ({ ...END, state: stop.status === 'REJECTED' ? 'REJECTED' : 'CANCELED' } as const) : null,
  }
  const cause = verdict ? custodyCause(verdict, facts) : 'custody'
  return {
    positionId: id,
    instrumentId,
    verdict,
    cause,
    closedAt: status === 'OPEN' ? null : (closeTime?.getTime() ?? null),
  }
}

const END = { reason: WITHDRAWN, filled: 0, isResized: false }
