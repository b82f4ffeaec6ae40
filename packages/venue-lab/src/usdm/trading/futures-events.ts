import { unitsText } from '../../units.ts'
import type { FuturesAccount } from './futures-account.ts'
import type { AlgoOrder, FuturesFill, FuturesOrder } from './futures-order.ts'

/** Tells the owner of an order what happened to it. `kind`: as the venue names it. */
export function reportOrder(
  account: FuturesAccount,
  order: FuturesOrder,
  { kind, fill, status = order.status }: { kind: string; fill?: FuturesFill; status?: string },
): void {
  const { updateTime: time } = order
  const o = {
    s: order.symbol,
    c: order.clientId,
    S: order.side,
    o: order.type,
    f: order.timeInForce,
    q: unitsText(order.quantity, 3),
    p: unitsText(order.price, 2),
    ap: '0',
    sp: '0',
    x: kind,
    X: status,
    i: order.id,
    l: unitsText(fill?.quantity ?? 0n, 3),
    z: unitsText(order.executed, 3),
    L: unitsText(fill?.price ?? 0n, 2),
    ...(fill ? { n: unitsText(fill.commission), N: fill.commissionAsset } : {}),
    T: time,
    t: fill?.id ?? 0,
    b: '0',
    a: '0',
    m: fill?.isMaker ?? false,
    R: order.reduceOnly,
    wt: 'CONTRACT_PRICE',
    ot: order.type,
    ps: order.positionSide,
    cp: false,
    rp: unitsText(fill?.realized ?? 0n),
    pP: false,
    si: 0,
    ss: 0,
    V: 'EXPIRE_MAKER',
    pm: 'NONE',
    gtd: order.goodTill,
  }
  if (fill && kind === 'TRADE') {
    // The same, early and in short.
    const { s, c, S, q, p, i, l, L, t, m } = o
    account.emit('TRADE_LITE', { e: 'TRADE_LITE', E: time, T: time, s, c, S, q, p, i, l, L, t, m })
  }
  account.emit(`ORDER_TRADE_UPDATE ${kind}`, { e: 'ORDER_TRADE_UPDATE', T: time, E: time, o })
}

export function reportAlgo(account: FuturesAccount, algo: AlgoOrder, reason = ''): void {
  const { updateTime: time, actual } = algo
  const o = {
    caid: algo.clientId,
    aid: algo.id,
    at: 'CONDITIONAL',
    o: algo.type,
    s: algo.symbol,
    S: algo.side,
    ps: algo.positionSide,
    f: algo.timeInForce,
    q: unitsText(algo.quantity, 3),
    X: algo.status,
    ai: actual === null ? '' : String(actual.id),
    ap: '0.00000',
    aq: unitsText(actual?.executed ?? 0n, 5),
    act: actual?.type ?? '0',
    tp: unitsText(algo.triggerPrice, 2),
    p: unitsText(algo.price, 2),
    V: 'EXPIRE_MAKER',
    wt: 'CONTRACT_PRICE',
    pm: 'NONE',
    cp: false,
    pP: false,
    R: algo.reduceOnly,
    tt: 0,
    gtd: 0,
    rm: reason,
  }
  account.emit(`ALGO_UPDATE ${algo.status}`, { e: 'ALGO_UPDATE', T: time, E: time, o })
}
