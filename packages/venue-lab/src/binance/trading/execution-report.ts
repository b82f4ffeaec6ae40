import { unitsText } from '../../units.ts'
import type { LabAccount } from './lab-account.ts'
import type { LabFill, LabList, LabOrder } from './lab-order.ts'

export interface Execution {
  readonly kind: 'NEW' | 'CANCELED' | 'EXPIRED' | 'TRADE'
  readonly time: number
  readonly fill?: LabFill
  /** The name of the cancellation. */
  readonly cancelId?: string
  readonly reason?: string
}

/** Tells the owner of an order what happened to it. */
export function reportExecution(account: LabAccount, order: LabOrder, execution: Execution): void {
  account.emit(`executionReport ${execution.kind}`, executionReport(order, execution))
}

function executionReport(order: LabOrder, { kind, time, fill, cancelId, reason = 'NONE' }: Execution): object {
  return {
    e: 'executionReport',
    E: time,
    s: order.symbol,
    c: cancelId ?? order.clientId,
    S: order.side,
    o: order.type,
    f: order.timeInForce,
    q: unitsText(order.quantity),
    p: unitsText(order.price),
    P: unitsText(order.stopPrice),
    F: '0.00000000',
    g: order.listId,
    C: cancelId === undefined ? '' : order.clientId,
    x: kind,
    X: order.status,
    r: reason,
    i: order.id,
    l: unitsText(fill?.quantity ?? 0n),
    z: unitsText(order.executed),
    L: unitsText(fill?.price ?? 0n),
    n: fill === undefined ? '0' : unitsText(fill.commission),
    N: fill?.commissionAsset ?? null,
    T: time,
    t: fill?.id ?? -1,
    I: order.id * 2,
    w: order.isWorking && (kind === 'NEW' || order.status === 'PARTIALLY_FILLED'),
    m: fill?.isMaker ?? false,
    M: fill !== undefined,
    O: order.time,
    Z: unitsText(order.value),
    Y: unitsText(fill?.value ?? 0n),
    Q: unitsText(order.quoteQuantity),
    ...(order.isWorking ? { W: order.workingTime } : {}),
    V: 'EXPIRE_MAKER',
  }
}

/** Tells an account the balances that changed. */
export function reportBalances(account: LabAccount, assets: readonly string[], time: number): void {
  const balances = assets.map((asset) => {
    const { free, locked } = account.balance(asset)
    return { a: asset, f: free, l: locked }
  })
  account.emit('outboundAccountPosition', { e: 'outboundAccountPosition', E: time, u: time, B: balances })
}

export function reportList(account: LabAccount, list: LabList): void {
  const [l, L] = list.isDone ? ['ALL_DONE', 'ALL_DONE'] : ['EXEC_STARTED', 'EXECUTING']
  account.emit('listStatus', {
    e: 'listStatus',
    E: list.time,
    s: list.symbol,
    g: list.id,
    c: 'OCO',
    l,
    L,
    r: 'NONE',
    C: list.clientId,
    T: list.time,
    O: list.orders.map(({ symbol, id, clientId }) => ({ s: symbol, i: id, c: clientId })),
  })
}
