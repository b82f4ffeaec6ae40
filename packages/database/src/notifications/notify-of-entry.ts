import { randomUUID } from 'node:crypto'
import { type AccountLevel, instrumentName, writtenMoney, writtenPrice, writtenQuantity } from '@tradeloom/domain'
import type { AccountRow, FillRow, IntentRow, LedgerRow } from '../ledger/ledger-rows.ts'
import type { Transaction } from '../start-database.ts'
import { notify, type Notice } from './notify.ts'

const MAX_LISTED = 10

const LEVEL_TEXTS: Readonly<Record<AccountLevel, string>> = {
  ACTIVE: 'It may trade.',
  NO_NEW: 'It opens nothing until you release it.',
  REDUCE: 'It only reduces positions until you release it.',
  FLATTEN: 'All its positions are being closed.',
}

/** Tells the owner of an account what an entry of its journal means. `before`: the account before the entry. */
export async function notifyOfEntry(tx: Transaction, before: AccountRow, rows: readonly LedgerRow[]): Promise<void> {
  const notices = [...rows.map((change) => noticeOf(before, change)), ...fillNotices(before, rows)]
  for (const notice of notices) {
    if (notice !== null) await notify(tx, before.userId, notice)
  }
}

/** What the guardian has done to an account. */
export async function notifyOfLevel(
  tx: Transaction,
  account: AccountRow,
  { level, reason }: { readonly level: AccountLevel; readonly reason: string | null },
): Promise<void> {
  await notify(tx, account.userId, {
    kind: 'guardian-level',
    subject: `The guardian has set account ${account.accountNo} to ${level}`,
    body: LEVEL_TEXTS[level],
    amounts: reason ?? undefined,
    object: `account:${account.id}`,
    dedupKey: `${account.id}:${randomUUID()}`,
  })
}

function noticeOf(account: AccountRow, change: LedgerRow): Notice | null {
  switch (change.table) {
    case 'intents':
      return change.row.state === 'UNKNOWN' && change.row.kind !== 'CANCEL' ? unknownNotice(account, change.row) : null
    case 'accounts':
      return change.row.isMarginCalled && !account.isMarginCalled ? marginNotice(account) : null
    case 'fills':
    case 'positions':
    case 'venue_orders':
      return null
  }
}

/** Executions of one position are of one order: what has closed it is told once. */
function fillNotices(account: AccountRow, rows: readonly LedgerRow[]): Notice[] {
  const booked = rows.flatMap((change) => (change.table === 'fills' ? [change.row] : []))
  const others: FillRow[] = []
  const closings = [...Map.groupBy(booked, ({ positionId }) => positionId).values()].flatMap((parts) => {
    const closing = closingNotice(account, wholeOf(parts), rows)
    if (closing === null) others.push(...parts)
    return closing ?? []
  })
  return others.length === 0 ? closings : [...closings, fillNotice(account, others)]
}

/** What closes a position without an order of its owner, as the owner reads it. */
const CLOSINGS: Readonly<Record<string, string>> = {
  'stop-loss': 'Stop loss hit',
  'take-profit': 'Take profit reached',
  'trailing-stop': 'Trailing stop hit',
  margin: 'Liquidated',
}

/** Null for the fill of an order that its owner has placed. */
function closingNotice(account: AccountRow, fill: FillRow, rows: readonly LedgerRow[]): Notice | null {
  const [closed] = rows.flatMap((one) =>
    one.table === 'positions' && one.row.id === fill.positionId && one.row.status === 'CLOSED' ? [one.row] : [],
  )
  const [reason = ''] = (closed?.closeReason ?? fill.reason ?? '').split(' ')
  const closing = CLOSINGS[reason]
  if (closing === undefined) return null
  // Of a position that is closed all of its costs count, of a part those of the part.
  const profit = closed?.profit ?? fill.profit - fill.fee
  const clock = fill.time.toISOString().slice(11, 19)
  const direction = fill.side === 'SELL' ? 'long' : 'short'
  const money = `${profit < 0 ? '−' : '+'}${writtenMoney(Math.abs(profit), account.currency)} ${account.currency}`
  return {
    kind: 'position-closed',
    subject: `${closing}: ${instrumentName(fill.instrumentId)} ${direction} closed on account ${account.accountNo}`,
    amounts: `${clock} UTC: ${writtenQuantity(fill.quantity)} at ${writtenPrice(fill.instrumentId, fill.price)}, ${money}`,
    object: `account:${account.id}`,
    dedupKey: `${account.id}:${fill.tradeId}`,
    at: fill.time.getTime(),
  }
}

function fillNotice(account: AccountRow, fills: readonly FillRow[]): Notice {
  const texts = fills.length > MAX_LISTED ? [`${textOf(wholeOf(fills))} in ${fills.length} parts`] : fills.map(textOf)
  return {
    kind: 'fills',
    subject: `Orders filled on account ${account.accountNo}`,
    amounts: texts.join('\n'),
    object: `account:${account.id}`,
    dedupKey: account.id,
  }
}

function textOf({ instrumentId, side, quantity, price, time }: FillRow): string {
  const clock = time.toISOString().slice(11, 19)
  return `${clock} UTC: ${side === 'BUY' ? 'bought' : 'sold'} ${writtenQuantity(quantity)} ${instrumentName(instrumentId)} at ${writtenPrice(instrumentId, price)}`
}

/** Parts of an order as one execution, of the time of the last. */
function wholeOf(parts: readonly FillRow[]): FillRow {
  const last = parts.at(-1) as FillRow
  if (parts.length === 1) return last
  const sum = (of: (fill: FillRow) => number): number => rounded(parts.reduce((all, fill) => all + of(fill), 0))
  const quantity = sum((fill) => fill.quantity)
  const price = rounded(sum((fill) => fill.quantity * fill.price) / quantity)
  return { ...last, quantity, price, profit: sum(({ profit }) => profit), fee: sum(({ fee }) => fee) }
}

/** Without the noise of sums. */
function rounded(value: number): number {
  return Math.round(value * 1e8) / 1e8
}

function unknownNotice(account: AccountRow, { id, instrumentId }: IntentRow): Notice {
  return {
    kind: 'order-unknown',
    subject: `Order status unknown: ${instrumentName(instrumentId)}`,
    body: `The order of account ${account.accountNo} was sent, but its answer was lost. The venue is queried until it reports the status.`,
    object: `account:${account.id}`,
    dedupKey: id,
  }
}

function marginNotice(account: AccountRow): Notice {
  return {
    kind: 'margin-call',
    subject: `Margin call on account ${account.accountNo}`,
    body: 'Its open positions need more margin than its equity. The venue may close them.',
    object: `account:${account.id}`,
    dedupKey: `${account.id}:${randomUUID()}`,
  }
}
