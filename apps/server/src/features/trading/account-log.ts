import type { LogLine } from '@tradeloom/contracts'
import type { AccountRow, FillRow, FinancingNote, IntentRow, TransferNote, VenueOrderRow } from '@tradeloom/database'
import { type AccountLevel, instrumentName, writtenMoney, writtenPrice, writtenQuantity } from '@tradeloom/domain'
import { type DrillEnd, type DrillKind, DRILLS } from '@tradeloom/domain/drills'
import { BOTH_FILLED, type IntentState, type JournalRow } from '@tradeloom/trading'
import { ORDER_TYPE_LABELS } from './trading-views.ts'

/** An entry of the journal, as far as the log tells it. */
export interface LoggedEntry {
  readonly at: Date
  readonly kind: string
  /** Canonical JSON. */
  readonly body: string
}

type Note = Partial<FinancingNote> &
  Partial<TransferNote> &
  Partial<GuardNote> & { readonly drill?: DrillKind; readonly end?: DrillEnd }

/** What a guardian, or a person who releases the account, has written. */
interface GuardNote {
  readonly level: AccountLevel
  readonly by: string
  readonly reason: string
  readonly reasons: readonly string[]
}
type Text = Pick<LogLine, 'level' | 'message'>

/** What becomes of a request; executions tell the rest. */
const STATES: Partial<Record<IntentState, { readonly level: LogLine['level']; readonly text: string }>> = {
  WRITTEN: { level: 'info', text: 'requested' },
  DENIED: { level: 'warning', text: 'refused' },
  UNSENT: { level: 'warning', text: 'not sent' },
  SENDING: { level: 'info', text: 'sent' },
  WORKING: { level: 'info', text: 'accepted' },
  REJECTED: { level: 'warning', text: 'rejected' },
  CANCELED: { level: 'info', text: 'canceled' },
  EXPIRED: { level: 'info', text: 'expired' },
  UNKNOWN: { level: 'error', text: 'sent, but not confirmed by the broker' },
  ABSENT: { level: 'warning', text: 'never received by the broker' },
  STRAY: { level: 'error', text: 'received by the broker after all' },
  DONE: { level: 'info', text: 'carried out' },
}

const MARGIN_CALL: Text = { level: 'error', message: 'Margin call: insufficient available margin' }
const MARGIN_CALL_OVER: Text = { level: 'info', message: 'The margin call is over' }

const BOTH_FILLED_TEXT: Text = { level: 'error', message: `Two linked orders: ${BOTH_FILLED}` }

/** Entries of the journal of an account, oldest first, as lines of a log. */
export function accountLog(entries: readonly LoggedEntry[], currency: string): LogLine[] {
  const states = new Map<string, IntentState>()
  let isCalled = false
  const callText = (row: AccountRow): Text | null => {
    if (row.isMarginCalled === isCalled) return null
    isCalled = row.isMarginCalled
    return isCalled ? MARGIN_CALL : MARGIN_CALL_OVER
  }
  return entries.flatMap(({ at, kind, body }) => {
    const { rows = [], ...note } = JSON.parse(body) as { rows?: readonly JournalRow[] } & Note
    const texts = rows.flatMap(({ table, row }): (Text | null)[] => {
      switch (table) {
        case 'intents':
          return [intentText(row as unknown as IntentRow, states)]
        case 'fills':
          return [fillText(row as unknown as FillRow, currency)]
        case 'venue_orders':
          return [guardText(row as unknown as VenueOrderRow)]
        case 'accounts':
          return [
            callText(row as unknown as AccountRow),
            kind === 'RESET' ? resetText(row as unknown as AccountRow) : null,
          ]
        default:
          return []
      }
    })
    if (kind === 'HIDDEN') texts.push({ level: 'info', message: 'A closed position was deleted from the lists' })
    if (kind === 'LEVEL' || kind === 'WARNED') texts.push(guardianText(note))
    if (kind === 'BOTH_FILLED') texts.push(BOTH_FILLED_TEXT)
    texts.push(drillText(note), financingText(note, currency), transferText(note, currency))
    return texts.filter((text) => text !== null).map((text) => ({ time: at.getTime(), ...text }))
  })
}

/** Null while its state is the one that was told last. */
function intentText(row: IntentRow, told: Map<string, IntentState>): Text | null {
  const state = STATES[row.state]
  if (!state || told.get(row.id) === row.state) return null
  told.set(row.id, row.state)
  const reason = row.reason === null ? '' : `: ${row.reason}`
  return { level: state.level, message: `${requestText(row)} ${state.text}${reason}` }
}

function requestText({ payload, instrumentId, sessionId }: IntentRow): string {
  const name = instrumentName(instrumentId)
  const from = sessionId === null ? '' : ' of a session'
  switch (payload.kind) {
    case 'PLACE': {
      const { type, side, quantity, limitPrice, stopPrice } = payload
      const price = limitPrice ?? stopPrice
      const order = `${ORDER_TYPE_LABELS[type]} order${from} to ${side === 'BUY' ? 'buy' : 'sell'}`
      return `${order} ${writtenQuantity(quantity)} ${name}${price === null ? '' : ` at ${writtenPrice(instrumentId, price)}`}`
    }
    case 'CLOSE':
      return `Order${from} to close ${writtenQuantity(payload.quantity)} ${name}`
    case 'PROTECT':
      return `Change${from} of the stops of a position in ${name}`
    case 'CHANGE':
      return `Change${from} of an order in ${name}`
    case 'CANCEL':
      return `Cancellation${from} of an order in ${name}`
  }
}

/** A reason is told unless somebody has asked for it. */
function fillText(fill: FillRow, currency: string): Text {
  const { side, quantity, instrumentId, price, profit, fee, reason } = fill
  const why = reason === null || reason === 'script' ? '' : ` (${reason.replaceAll('-', ' ')})`
  const result = profit === 0 ? '' : `, profit ${writtenMoney(profit, currency)}`
  const cost = fee === 0 ? '' : `, fee ${writtenMoney(fee, currency)}`
  const done = side === 'BUY' ? 'Bought' : 'Sold'
  return {
    level: 'info',
    message: `${done} ${writtenQuantity(quantity)} ${instrumentName(instrumentId)} at ${writtenPrice(instrumentId, price)}${why}${result}${cost}`,
  }
}

/** A stop or target that the market refused leaves a position without it. */
function guardText({
  isProtective,
  status,
  type,
  stopPrice,
  limitPrice,
  instrumentId,
  reason,
}: VenueOrderRow): Text | null {
  if (!isProtective || status !== 'REJECTED') return null
  const price = stopPrice ?? limitPrice
  const order = `${ORDER_TYPE_LABELS[type]} order${price === null ? '' : ` at ${writtenQuantity(price)}`}`
  const why = reason === null ? '' : `: ${reason}`
  return { level: 'warning', message: `${order} of a position in ${instrumentName(instrumentId)} rejected${why}` }
}

function resetText({ balance, currency }: AccountRow): Text {
  return { level: 'info', message: `The account was reset to ${writtenMoney(balance, currency)} ${currency}` }
}

const DRILL_ENDS: Readonly<Record<DrillEnd, string>> = {
  over: 'is over',
  stopped: 'was stopped',
  interrupted: 'was interrupted, because the process that ran it has ended',
  failed: 'could not begin',
}

/** What is traded in between says nothing about how the account trades. */
function drillText({ drill, end }: Note): Text | null {
  if (drill === undefined) return null
  return { level: 'info', message: `Practice of a bad day ${end ? DRILL_ENDS[end] : 'begins'}: ${DRILLS[drill].title}` }
}

const LEVELS: Readonly<Record<AccountLevel, string>> = {
  ACTIVE: 'The account was released',
  NO_NEW: 'The account opens nothing now',
  REDUCE: 'The account only closes now',
  FLATTEN: 'The account is closed down',
}

function guardianText({ level, by, reason, reasons = [] }: Note): Text {
  if (level === undefined) return { level: 'warning', message: `The guardian warns: ${reasons.join('. ')}` }
  const who = by === 'guardian' ? ' by the guardian' : ''
  return { level: level === 'ACTIVE' ? 'info' : 'error', message: `${LEVELS[level]}${who}: ${reason}` }
}

function financingText({ cost, charges }: Note, currency: string): Text | null {
  if (charges === undefined) return null
  const paid = Object.values(charges).reduce((sum, one) => sum + one, 0)
  const what = cost === 'funding' ? 'Funding' : 'Swap'
  return {
    level: 'info',
    message: `${what} of ${writtenMoney(Math.abs(paid), currency)} ${paid < 0 ? 'received' : 'paid'}`,
  }
}

/** That of a paper account which starts over is told as such. */
function transferText({ id = '', transfer }: Note, currency: string): Text | null {
  if (transfer === undefined || id.startsWith('reset ')) return null
  return {
    level: 'info',
    message: `${writtenMoney(Math.abs(transfer), currency)} ${transfer < 0 ? 'withdrawn' : 'deposited'}`,
  }
}
