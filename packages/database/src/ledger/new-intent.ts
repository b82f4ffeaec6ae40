import { canonicalJson, clientId, clientNumber, hex, type IntentPayload } from '@tradeloom/trading'
import { newId } from '../new-id.ts'
import { sha256 } from './account-ledger.ts'
import type { IntentRow } from './ledger-rows.ts'

export interface NewIntent extends Partial<
  Pick<IntentRow, 'placedBy' | 'sessionId' | 'no' | 'leg' | 'rowNo' | 'ticketKey'>
> {
  readonly accountId: string
  /** The owner of the account. */
  readonly userId: string
  readonly instrumentId: string
  readonly payload: IntentPayload
  /** Of the venue's name for it: other installations may trade the same account. */
  readonly installation: string
  /** Of the tick on which it was decided, UTC milliseconds. */
  readonly tickAt?: number | null
  readonly receivedAt?: number | null
  readonly decidedAt: number
  /** Why the checks have refused it; null if it is to be sent. */
  readonly denied?: string | null
  readonly id?: string
}

/** A replayed session must ask for the same. */
export function payloadHash(payload: IntentPayload): string {
  return hex(sha256(canonicalJson(payload)))
}

/** An intent that is written, or denied by the checks. */
export function newIntent(asked: NewIntent): IntentRow {
  const { accountId, userId, instrumentId, payload, installation, decidedAt, denied = null } = asked
  const id = asked.id ?? newId(decidedAt)
  const leg = asked.leg ?? 0
  const named = { installation, accountId, intentId: id, leg }
  return {
    id,
    accountId,
    userId,
    placedBy: asked.placedBy ?? null,
    sessionId: asked.sessionId ?? null,
    no: asked.no ?? null,
    leg: asked.sessionId == null ? null : leg,
    kind: payload.kind,
    instrumentId,
    payload,
    payloadHash: payloadHash(payload),
    clientId: clientId(sha256, named),
    cid: clientNumber(sha256, named),
    cidDate: new Date(decidedAt).toISOString().slice(0, 10),
    rowNo: asked.rowNo ?? null,
    state: denied === null ? 'WRITTEN' : 'DENIED',
    epoch: null,
    tickAt: dateOrNull(asked.tickAt),
    receivedAt: dateOrNull(asked.receivedAt),
    decidedAt: new Date(decidedAt),
    committedAt: new Date(decidedAt),
    sentAt: null,
    acknowledgedAt: null,
    filledAt: null,
    fenceAt: null,
    venueId: null,
    filled: 0,
    average: null,
    reason: denied,
    ticketKey: asked.ticketKey ?? null,
  }
}

function dateOrNull(time: number | null | undefined): Date | null {
  return time == null ? null : new Date(time)
}
