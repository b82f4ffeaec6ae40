import type { Mutation } from '../../conformance/mutation.ts'

const of = (file: string): string => `adapters/bitfinex/${file}`

/** What could be wrong with orders, the account and its stream. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'buys what is to be sold',
    file: of('order-body.ts'),
    from: "return `${side === 'SELL' ? '-' : ''}${exactText(quantity)}`",
    to: 'return exactText(quantity)',
  },
  {
    name: 'trades the other wallet',
    file: of('order-body.ts'),
    from: "return wallet === 'exchange' ? `${EXCHANGE}${word}` : word",
    to: "return wallet === 'margin' ? `${EXCHANGE}${word}` : word",
  },
  {
    name: 'lets limit orders trade that may only wait',
    file: of('order-body.ts'),
    from: '    ...(postOnly ? { flags: FLAGS.postOnly } : {}),\n',
    to: '',
  },
  {
    name: 'lets every limit order wait',
    file: of('order-body.ts'),
    from: "const time = timeInForce === 'IOC' || timeInForce === 'FOK' ? timeInForce : 'LIMIT'",
    to: "const time = 'LIMIT'",
  },
  {
    name: 'makes stop orders of stop limit orders',
    file: of('order-body.ts'),
    from: "STOP_LIMIT: 'STOP LIMIT' }[type]",
    to: "STOP_LIMIT: 'STOP' }[type]",
  },
  {
    name: 'sends limit orders without their end',
    file: of('order-body.ts'),
    from: "const end = order.timeInForce === 'GTD' ? endText(expiry ?? 0) : null",
    to: 'const end = expiry === 1 ? endText(expiry) : null',
  },
  {
    name: 'takes prices with six digits',
    file: of('order-body.ts'),
    from: 'digits.length > PRICE_DIGITS',
    to: 'digits.length > PRICE_DIGITS + 1',
  },
  {
    name: 'rounds quantities',
    file: of('bitfinex-orders.ts'),
    from: 'const body = orderBody(order, reference.clientNumber,',
    to: 'const body = orderBody({ ...order, quantity: Number(order.quantity.toFixed(8)) }, reference.clientNumber,',
  },
  {
    name: 'sends what has waited past its time',
    file: of('bitfinex-orders.ts'),
    from: 'if (this.#rest.now() > until)',
    to: 'if (this.#rest.now() > until + 1e9)',
  },
  {
    name: 'takes a second cancellation for done',
    file: of('bitfinex-orders.ts'),
    from: "if (!order) return { kind: 'UNKNOWN', reason: 'Bitfinex has no such order that works' }",
    to: "if (!order) return { kind: 'ACCEPTED', venueId: null }",
  },
  {
    name: 'looks for no order that has ended',
    file: of('bitfinex-orders.ts'),
    from: '(await this.#ended(symbol, start, priority)).find(',
    to: '(await this.#ended(symbol, start, priority)).slice(0, 0).find(',
  },
  {
    name: 'lists the orders of the other wallet',
    file: of('bitfinex-orders.ts'),
    from: 'return rows.filter((row) => walletOf(row[8]) === this.#rest.wallet)',
    to: 'return rows.filter((row) => walletOf(row[8]) !== this.#rest.wallet)',
  },
  {
    name: 'takes an answer that cannot be read for a refusal',
    file: of('classify-error.ts'),
    from: 'if (code === null || !DEFINITIVE.has(code)',
    to: 'if (code !== null && !DEFINITIVE.has(code)',
  },
  {
    name: 'takes maintenance for a refusal',
    file: of('classify-error.ts'),
    from: 'const DEFINITIVE = new Set([10_001, 10_020])',
    to: 'const DEFINITIVE = new Set([10_001, 10_020, 20_060])',
  },
  {
    name: 'does not know what an order is worth after a refusal',
    file: of('classify-error.ts'),
    from: 'const DEFINITIVE = new Set([10_001, 10_020])',
    to: 'const DEFINITIVE = new Set([10_020])',
  },
  {
    name: 'reads what is left of an order for what was executed',
    file: of('read-account.ts'),
    from: 'const filled = minus(Math.abs(quantity), Math.abs(left))',
    to: 'const filled = Math.abs(left)',
  },
  {
    name: 'reads bought orders as sold ones',
    file: of('read-account.ts'),
    from: "    type: kind,\n    side: quantity < 0 ? 'SELL' : 'BUY',",
    to: "    type: kind,\n    side: quantity > 0 ? 'SELL' : 'BUY',",
  },
  {
    name: 'ignores fees',
    file: of('read-account.ts'),
    from: 'fee: minus(0, decimalOf(fee)),',
    to: 'fee: 0,',
  },
  {
    name: 'books fees that were paid as received',
    file: of('read-account.ts'),
    from: 'fee: minus(0, decimalOf(fee)),',
    to: 'fee: decimalOf(fee),',
  },
  {
    name: 'takes the value of a position for its margin',
    file: of('read-account.ts'),
    from: 'margin: times(quantity, openPrice, rules.marginRate ?? 1),',
    to: 'margin: times(quantity, openPrice),',
  },
  {
    name: 'forgets that a stop was one once it is triggered',
    file: of('read-account.ts'),
    from: "kinds.find((one) => one.includes('STOP')) ?? kinds[1]",
    to: 'kinds[1]',
  },
  {
    name: 'does not see a right to withdraw',
    file: of('bitfinex-account.ts'),
    from: "canWithdraw: mayWrite(rows, 'withdraw') !== false,",
    to: "canWithdraw: mayWrite(rows, 'withdraw') === null,",
  },
  {
    name: 'does not notice that a message is missing',
    file: of('bitfinex-account-stream.ts'),
    from: "if (number !== this.#sequence + 1) return this.#socket.lose('A message of Bitfinex is missing')",
    to: '',
  },
  {
    name: 'asks for no balance that was not computed',
    file: of('bitfinex-account-stream.ts'),
    from: "    this.#socket.send(JSON.stringify([0, 'calc', null,",
    to: "    if (code === '') this.#socket.send(JSON.stringify([0, 'calc', null,",
  },
  {
    name: 'books no transfer',
    file: of('bitfinex-account-stream.ts'),
    from: "if (!rules) return this.#sink({ kind: 'transfer',",
    to: "if (!rules && symbol === undefined) return\n    if (!rules) return this.#sink({ kind: 'transfer',",
  },
  {
    name: 'books funding that was paid as received',
    file: of('bitfinex-account-stream.ts'),
    from: 'const cost = -times(amount, rate)',
    to: 'const cost = times(amount, rate)',
  },
  {
    name: 'books each row of the ledger again',
    file: of('bitfinex-account-stream.ts'),
    from: 'if (entry.wallet !== wallet || this.#booked.has(entry.id)) continue',
    to: 'if (entry.wallet !== wallet) continue',
  },
]
