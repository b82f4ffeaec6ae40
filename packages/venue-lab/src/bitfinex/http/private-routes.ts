import { parseUnits } from '../../units.ts'
import type { Markets } from '../market/markets.ts'
import { type BitfinexAccount, type BitfinexKey, ledgerRow, positionRow } from '../trading/account.ts'
import type { Engine } from '../trading/engine.ts'
import { type BitfinexOrder, FLAGS, fillRow, type OrderDraft, orderRow } from '../trading/order.ts'
import { BitfinexError } from './bitfinex-error.ts'

export interface PrivateContext {
  readonly markets: Markets
  readonly engine: Engine
  now(): number
}

type Body = Readonly<Record<string, unknown>>

const PAGE = 2_500
const OF_PAIR = /\/(t[A-Z0-9:]+?)(\/hist)?$/
const OF_ORDER = /^r\/order\/(t[A-Z0-9:]+):(\d+)\/trades$/

/** The body of an answer to somebody with a key; undefined for paths that the venue does not have. */
export function answerPrivate(context: PrivateContext, key: BitfinexKey, path: string, body: Body): unknown {
  const { markets } = context
  const { account } = key
  const ofOrder = OF_ORDER.exec(path)
  if (ofOrder) return account.fills.filter(({ order }) => `${order.id}` === ofOrder[2]).map((fill) => fillRow(fill))
  const symbol = OF_PAIR.exec(path)?.[1] ?? null
  const isOf = (one: { readonly symbol: string }): boolean => symbol === null || one.symbol === symbol
  switch (path.replace(`/${symbol ?? ' '}`, '')) {
    case 'r/info/user':
      return [account.userId, 'somebody@example.org', 'somebody']
    case 'r/permissions':
      return permissionsOf(key)
    case 'r/wallets':
      return account.walletRows(markets)
    case 'r/orders':
      return account.orders.filter((one) => one.isOpen && isOf(one) && isAsked(one, body)).map(orderRow)
    case 'r/orders/hist':
      return pageOf(
        account.orders.filter((one) => !one.isOpen && isOf(one) && isAsked(one, body)),
        body,
        (one) => one.updated,
      ).map(orderRow)
    case 'r/trades/hist':
      return pageOf(
        account.fills.filter(({ order }) => isOf(order)),
        body,
        ({ time }) => time,
      ).map((fill) => fillRow(fill))
    case 'r/positions':
      return [...account.positions.values()].flatMap((one) => (one.amount === 0n ? [] : [positionRow(one)]))
    case 'r/ledgers/hist':
      return pageOf(account.ledger, body, ({ time }) => time).map(ledgerRow)
    case 'w/order/submit':
      return submit(context, account, body)
    case 'w/order/cancel':
      return cancel(context, account, body)
    default:
      return undefined
  }
}

function permissionsOf({ canWithdraw }: BitfinexKey): unknown {
  const writes = ['orders', 'positions']
  const scopes = ['account', 'history', 'orders', 'positions', 'funding', 'settings', 'wallets', 'withdraw']
  return scopes.map((scope) => [scope, 1, writes.includes(scope) || (scope === 'withdraw' && canWithdraw) ? 1 : 0])
}

function isAsked({ id }: BitfinexOrder, { id: asked }: Body): boolean {
  return !Array.isArray(asked) || asked.includes(id)
}

/** Newest first unless sorted otherwise. */
function pageOf<Row>(rows: readonly Row[], body: Body, timeOf: (row: Row) => number): readonly Row[] {
  const [start, end] = [Number(body['start'] ?? 0), Number(body['end'] ?? Infinity)]
  const limit = Math.min(Number(body['limit'] ?? 125), PAGE)
  const found = rows.filter((row) => timeOf(row) >= start && timeOf(row) <= end)
  return (body['sort'] === 1 ? found : found.toReversed()).slice(0, limit)
}

function submit({ engine, now }: PrivateContext, account: BitfinexAccount, body: Body): unknown {
  const draft = draftOf(body)
  const isPair = (draft.flags & FLAGS.oco) !== 0
  const stop = {
    ...draft,
    type: draft.type.replace('LIMIT', 'STOP'),
    price: unitsOf(body['price_oco_stop'], isPair ? 'price_oco_stop' : null),
    cid: Number(body['cid_oco']),
  }
  const orders = engine.place(account, draft, isPair ? stop : null)
  // Whatever has become of them meanwhile: they were submitted.
  const rows = orders.map((order) => [...orderRow(order).slice(0, 13), 'ACTIVE', ...orderRow(order).slice(14)])
  return [now(), 'on-req', null, null, rows, null, 'SUCCESS', `Submitting ${orders.length} orders.`]
}

function draftOf({ type, symbol, amount, price, price_aux_limit, price_trailing, flags, cid, tif }: Body): OrderDraft {
  const size = String(amount)
  const units = unitsOf(size.replace(/^-/, ''), 'amount')
  const end = typeof tif === 'string' ? Date.parse(`${tif.replace(' ', 'T')}Z`) : null
  if (end !== null && Number.isNaN(end)) throw new BitfinexError(10_020, 'tif: invalid')
  if (cid !== undefined && !(typeof cid === 'number' && cid < 2 ** 45)) throw new BitfinexError(10_020, 'cid: invalid')
  const isTrailing = String(type).endsWith('TRAILING STOP')
  const needsPrice = !isTrailing && !String(type).endsWith('MARKET')
  return {
    cid: cid ?? null,
    symbol: String(symbol),
    type: String(type),
    amount: size.startsWith('-') ? -units : units,
    price: unitsOf(price, needsPrice ? 'price' : null),
    auxLimit: unitsOf(price_aux_limit, String(type).endsWith('STOP LIMIT') ? 'price_aux_limit' : null),
    distance: unitsOf(price_trailing, isTrailing ? 'price_trailing' : null),
    flags: Number(flags ?? 0),
    end,
  }
}

/** Amounts and prices are text. */
function unitsOf(value: unknown, name: string | null): bigint {
  if (name === null && value === undefined) return 0n
  const units = typeof value === 'string' ? parseUnits(value) : null
  if (units === null || (name !== null && units === 0n)) throw new BitfinexError(10_020, `${name ?? 'price'}: invalid`)
  return units
}

/** By its number, or by the name that it was given on a day. */
function cancel({ engine, now }: PrivateContext, account: BitfinexAccount, { id, cid, cid_date }: Body): unknown {
  const order = account.orders.find(
    (one) =>
      one.isOpen &&
      (one.id === id || (one.cid === cid && new Date(one.created).toISOString().slice(0, 10) === cid_date)),
  )
  if (!order) throw new BitfinexError(10_001, 'Order not found.')
  const row = orderRow(order)
  engine.cancel(account, order)
  return [
    now(),
    'oc-req',
    null,
    null,
    row,
    null,
    'SUCCESS',
    `Submitted for cancellation; waiting for confirmation (ID: ${order.id}).`,
  ]
}
