import type { Mutation } from '../../../conformance/mutation.ts'

const of = (file: string): string => `adapters/binance/usdm/${file}`

/** What could be wrong with orders, the account and the stream of perpetuals. */
export const USDM_MUTATIONS: readonly Mutation[] = [
  {
    name: 'buys perpetuals that are to be sold',
    file: of('futures-order-request.ts'),
    from: '    symbol: rules.symbol,\n    side,',
    to: "    symbol: rules.symbol,\n    side: side === 'BUY' ? 'SELL' : 'BUY',",
  },
  {
    name: 'lets orders open a perpetual that may only reduce it',
    file: of('futures-order-request.ts'),
    from: 'const { side, limitPrice, stopPrice, reduceOnly } = order',
    to: 'const { side, limitPrice, stopPrice } = order\n  const reduceOnly = false',
  },
  {
    name: 'lets limit orders for perpetuals trade that may only wait',
    file: of('futures-order-request.ts'),
    from: "return postOnly ? 'GTX' : timeInForce",
    to: 'return timeInForce',
  },
  {
    name: 'lets every limit order for perpetuals wait',
    file: of('futures-order-request.ts'),
    from: "return postOnly ? 'GTX' : timeInForce",
    to: "return postOnly ? 'GTX' : 'GTC'",
  },
  {
    name: 'makes market orders of stop limit orders once they are triggered',
    file: of('futures-order-request.ts'),
    from: "STOP_LIMIT: 'STOP' }[type]",
    to: "STOP_LIMIT: 'STOP_MARKET' }[type]",
  },
  {
    name: 'rounds quantities of perpetuals',
    file: of('usdm-orders.ts'),
    from: 'return futuresOrderRequest(order, {',
    to: 'return futuresOrderRequest({ ...order, quantity: Number(order.quantity.toFixed(3)) }, {',
  },
  {
    name: 'cancels among the orders that wait for a price alone',
    file: of('usdm-orders.ts'),
    from: "const body = await this.#cancelIn('regular', { symbol, origClientOrderId: clientId })",
    to: "const body = await this.#cancelIn('algo', { clientAlgoId: clientId, symbol })",
  },
  {
    name: 'cancels nothing that waits for a price',
    file: of('usdm-orders.ts'),
    from: "const wasWaiting = await this.#cancelIn('algo', { clientAlgoId: clientId })",
    to: 'const wasWaiting = null',
  },
  {
    name: 'takes a second cancellation of a perpetual for done',
    file: of('usdm-orders.ts'),
    from: "if (body === null) return { kind: 'UNKNOWN', reason: 'Binance has no such order that works' }",
    to: "if (body === null) return { kind: 'ACCEPTED', venueId: null }",
  },
  {
    name: 'looks for no order that waits for a price',
    file: of('usdm-orders.ts'),
    from: 'const waiting = await this.#find(ALGO_ORDER, { clientAlgoId: clientId }, isUrgent)',
    to: 'const waiting = await this.#find(ALGO_ORDER, { clientAlgoId: `${clientId}x` }, isUrgent)',
  },
  {
    name: 'lists no orders that wait for a price',
    file: of('usdm-orders.ts'),
    from: '      ...waiting.flatMap((row) => listed(row, (one) => readAlgoOrder(one).order)),\n',
    to: '      ...waiting.slice(0, 0).flatMap((row) => listed(row, (one) => readAlgoOrder(one).order)),\n',
  },
  {
    name: 'takes the terms of a triggered order from the matching engine',
    file: of('usdm-orders.ts'),
    from: '  return { ...waited, status, filled, quantity }',
    to: '  return { ...order, status, filled, quantity }',
  },
  {
    name: 'fails at an order for perpetuals of another program',
    file: of('usdm-orders.ts'),
    from: '    if (OURS.test(String(clientOrderId ?? clientAlgoId))) throw error\n',
    to: '    if (clientOrderId !== null || clientAlgoId !== null) throw error\n',
  },
  {
    name: 'never learns the names of orders in the history',
    file: of('usdm-orders.ts'),
    from: "if (typeof clientOrderId === 'string') this.#names.set",
    to: "if (typeof clientOrderId === 'number') this.#names.set",
  },
  {
    name: 'knows a triggered order by another name than before',
    file: of('read-futures.ts'),
    from: '  if (OURS.test(name)) return `${symbol}-${name}`\n',
    to: '',
  },
  {
    name: 'takes the end of a triggered order in its first book for its own',
    file: of('usdm-account-stream.ts'),
    from: "return isForwarded ? undefined : this.#sink({ kind: 'order', order })",
    to: "return this.#sink({ kind: 'order', order })",
  },
  {
    name: 'books a fill of a perpetual by the cumulative quantity',
    file: of('read-futures.ts'),
    from: 'const quantity = quantityOf(l)',
    to: 'const quantity = quantityOf(z)',
  },
  {
    name: 'books a fill of a perpetual at the price of its order',
    file: of('read-futures.ts'),
    from: '    price: decimal(L),',
    to: '    price: decimal(p),',
  },
  {
    name: 'ignores fees of perpetuals',
    file: of('read-futures.ts'),
    from: 'fee: n === undefined ? 0 : feeOf(n),',
    to: 'fee: 0,',
  },
  {
    name: 'books no transfer to the account of perpetuals',
    file: of('usdm-account-stream.ts'),
    from: "const TRANSFERS = new Set(['DEPOSIT',",
    to: 'const TRANSFERS = new Set([',
  },
  {
    name: 'gives transfers of perpetuals a new name each time',
    file: of('usdm-account-stream.ts'),
    from: 'id: `${text(a)}-${time}-${text(wb)}`',
    to: 'id: `${text(a)}-${Math.random()}`',
  },
  {
    name: 'does not notice that a fill of a perpetual was missed',
    file: of('usdm-account-stream.ts'),
    from: 'if (this.#checks.misses(order, fill)) this.#readAgain()',
    to: 'this.#checks.misses(order, fill)',
  },
  {
    name: 'takes a short position for a long one',
    file: of('read-futures.ts'),
    from: "direction: amount < 0 ? 'SHORT' : 'LONG',",
    to: "direction: 'LONG',",
  },
  {
    name: 'does not see a right to withdraw beside perpetuals',
    file: of('usdm-account.ts'),
    from: 'canWithdraw: enableWithdrawals !== false,',
    to: "canWithdraw: enableWithdrawals === 'yes',",
  },
  {
    name: 'takes the value of a position for its margin',
    file: of('read-futures.ts'),
    from: 'Math.abs(decimal(notional)) / Number(leverage)',
    to: 'Math.abs(decimal(notional)) / (Number(leverage) ** 0)',
  },
  {
    name: 'triggers stops by the mark price',
    file: of('futures-order-request.ts'),
    from: "workingType: 'CONTRACT_PRICE'",
    to: "workingType: 'MARK_PRICE'",
  },
  {
    name: 'sends the trigger of a stop limit order as its limit',
    file: of('futures-order-request.ts'),
    from: '...(limitPrice === null ? {} : { price: inSteps(limitPrice, rules.tickSize',
    to: '...(limitPrice === null ? {} : { price: inSteps(stopPrice ?? limitPrice, rules.tickSize',
  },
  {
    name: 'exchanges trigger and limit of a waiting order that it reads',
    file: of('read-futures.ts'),
    from: "limitPrice: priceOf(fields['price']),\n    stopPrice: priceOf(fields['triggerPrice']),",
    to: "limitPrice: priceOf(fields['triggerPrice'] ?? fields['price']),\n    stopPrice: priceOf(fields['price']),",
  },
  {
    name: 'books funding that was paid as received',
    file: of('read-futures.ts'),
    from: 'amount: 0 - decimal(income),',
    to: 'amount: decimal(income),',
  },
  {
    name: 'books each payment of funding again',
    file: of('usdm-account-stream.ts'),
    from: 'if (this.#funded.has(financing.id)) continue',
    to: '',
  },
  {
    name: 'leaves a stop at the venue whose target was refused',
    file: of('usdm-orders.ts'),
    from: 'const taken = await this.cancel(stopLoss)',
    to: "const taken = { kind: 'ACCEPTED' }",
  },
  {
    name: 'places the target of a position as an order that may open one',
    file: of('usdm-orders.ts'),
    from: '  reduceOnly: true,',
    to: '  reduceOnly: false,',
  },
]
