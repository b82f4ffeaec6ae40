import type { Mutation } from '../../conformance/mutation.ts'

const of = (file: string): string => `adapters/oanda/${file}`

/** Faults of this adapter that the conformance suite must notice. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'buys instead of selling',
    file: of('order-body.ts'),
    from: "units: side === 'BUY' ? units : `-${units}`,",
    to: 'units,',
  },
  {
    name: 'lets limit orders wait whatever they say',
    file: of('order-body.ts'),
    from: "timeInForce: type === 'MARKET' && timeInForce !== 'IOC' ? 'FOK' : timeInForce,",
    to: "timeInForce: type === 'MARKET' && timeInForce !== 'IOC' ? 'FOK' : 'GTC',",
  },
  {
    name: 'takes an order that was canceled at once for accepted',
    file: of('read-answer.ts'),
    from: 'if (cancel === undefined || cancel === null) return',
    to: 'if (cancel !== 0) return',
  },
  {
    name: 'takes a filled order for one that waits',
    file: of('read-answer.ts'),
    from: "const status = filled >= order.quantity ? 'FILLED' : rest",
    to: "const status = filled < 0 ? rest : 'NEW'",
  },
  {
    name: 'takes a lost answer for a refusal',
    file: of('classify-error.ts'),
    from: "return { kind: 'UNKNOWN', reason }",
    to: "return { kind: 'REFUSED', reason }",
  },
  {
    name: 'takes a refusal for now for a final one',
    file: of('classify-error.ts'),
    from: "if (!isSent || status === 429) return { kind: 'REFUSED', reason, isForNow: true }",
    to: "if (!isSent || status === 429) return { kind: 'REFUSED', reason }",
  },
  {
    name: 'sends an order again when its answer is lost',
    file: of('send-order.ts'),
    from: 'return read(await rest.send({ ...request, priority }))',
    to: 'const again = () => rest.send({ ...request, priority })\n    return read(await again().catch(again))',
  },
  {
    name: 'sends an order past its time',
    file: of('send-order.ts'),
    from: 'if (rest.now() > until) return',
    to: 'if (rest.now() > until + 1e9) return',
  },
  {
    name: 'reads one page of the journal',
    file: of('transaction-log.ts'),
    from: 'for (let to = last; to > 0; to -= PAGE) {',
    to: 'for (let to = last; to > last - 1; to -= PAGE) {',
  },
  {
    name: 'begins the history anew each time',
    file: of('oanda-orders.ts'),
    from: 'return yield* this.#log.since(Number(cursor))',
    to: 'return yield* this.#log.since(0 * Number(cursor))',
  },
  {
    name: 'exchanges the sides of executions',
    file: of('read-fills.ts'),
    from: 'side: sideOf(whole),',
    to: 'side: sideOf(-whole),',
  },
  {
    name: 'takes orders of other programs for its own',
    file: of('order-names.ts'),
    from: "return typeof name === 'string' && OURS.test(name) ? name : null",
    to: "return typeof name === 'string' && !ON_FILL.test(name) ? name : null",
  },
  {
    name: 'fails at an order of another program that it does not understand',
    file: of('oanda-orders.ts'),
    from: 'if (!(error instanceof TypeError) || ownName(name) !== null) throw error',
    to: 'if (ownName(name) !== undefined) throw error',
  },
  {
    name: 'takes a refused key for a lost connection',
    file: of('oanda-rest.ts'),
    from: 'throw isOfKey(error) ? new KeyRefused(REFUSED) : error',
    to: 'throw isOfKey(null) ? new KeyRefused(REFUSED) : error',
  },
  {
    name: 'does not notice that a number of the journal is missing',
    file: of('oanda-account-stream.ts'),
    from: 'if (this.#last !== null && number > this.#last + 1) await this.#catchUp()',
    to: '',
  },
  {
    name: 'reports deposits without their amount',
    file: of('oanda-account-stream.ts'),
    from: "amount: decimalOf(amount, 'down') }",
    to: "amount: 0 * decimalOf(amount, 'down') }",
  },
  {
    name: 'leaves out of a balance what positions tie up',
    file: of('read-balance.ts'),
    from: "available: Math.max(0, decimalOf(marginAvailable, 'down')),",
    to: "available: Math.max(0 * decimalOf(marginAvailable, 'down'), decimalOf(balance, 'down')),",
  },
  {
    name: 'takes long positions for short ones',
    file: of('read-positions.ts'),
    from: "['LONG', fieldsOf(long)],",
    to: "['SHORT', fieldsOf(long)],",
  },
  {
    name: 'forgets what an order has executed under an earlier number',
    file: of('order-reader.ts'),
    from: 'const filled = plus(before, read.filled)',
    to: 'const filled = plus(0 * before, read.filled)',
  },
  {
    name: 'exchanges the levels of a pair',
    file: of('place-order.ts'),
    from: 'stopLoss: { price: stopPrice, clientId: stopLoss.clientId },',
    to: 'stopLoss: { price: limitPrice, clientId: stopLoss.clientId },',
  },
  {
    name: 'takes a trailing stop for one that stands',
    file: of('read-order.ts'),
    from: "order['type'] === 'TRAILING_STOP_LOSS' ? {",
    to: "order['type'] === 'STOP_LOSS' ? {",
  },
  {
    name: 'places a trailing stop without its name',
    file: of('order-body.ts'),
    from: 'distance: text, clientExtensions: { id: clientId } } }',
    to: 'distance: text } }',
  },
  {
    name: 'changes an order by placing a second one',
    file: of('oanda-orders.ts'),
    from: "method: 'PUT',\n          path: `/orders/@${replaced.clientId}`,",
    to: "method: 'POST',\n          path: '/orders',",
  },
]
