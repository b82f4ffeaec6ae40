import type { Mutation } from '../../conformance/mutation.ts'
import { USDM_MUTATIONS } from './usdm/usdm-mutations.fixture.ts'

const of = (file: string) => `adapters/binance/${file}`

/** What could be wrong with the orders, the accounts and the streams of this adapter. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'buys what is to be sold',
    file: of('order-request.ts'),
    from: '    side: order.side,\n    type,',
    to: "    side: order.side === 'BUY' ? 'SELL' : 'BUY',\n    type,",
  },
  {
    name: 'exchanges trigger and limit of an order that it reads',
    file: of('read-account.ts'),
    from: "limitPrice: priceOf(fields['price']),\n    stopPrice: priceOf(fields['stopPrice']),",
    to: "limitPrice: priceOf(fields['stopPrice']),\n    stopPrice: priceOf(fields['price']),",
  },
  {
    name: 'lets every limit order wait',
    file: of('order-request.ts'),
    from: '...(hasTime ? { timeInForce: order.timeInForce } : {}),',
    to: "...(hasTime ? { timeInForce: 'GTC' } : {}),",
  },
  {
    name: 'forgets that an order only waits',
    file: of('order-request.ts'),
    from: "return postOnly ? { type: 'LIMIT_MAKER', hasTime: false } : { type, hasTime: true }",
    to: 'return { type, hasTime: postOnly || true }',
  },
  {
    name: 'rounds quantities',
    file: of('binance-orders.ts'),
    from: 'return orderRequest(order, reference.clientId, rules)',
    to: 'return orderRequest({ ...order, quantity: Number(order.quantity.toFixed(5)) }, reference.clientId, rules)',
  },
  {
    name: 'does not compare a request with what is meant, and writes prices into the wrong fields',
    file: of('order-request.ts'),
    from: '  const { type, hasTime } = typeOf(order)\n  const params = {',
    to: '  const { type, hasTime } = typeOf(order)\n  if (order.stopPrice !== null && order.limitPrice !== null) [price, stop] = [{ price: stop.stopPrice }, { stopPrice: price.price }] as never\n  const params = {',
  },
  {
    name: 'cancels by the name of another namespace',
    file: of('binance-orders.ts'),
    from: "{ symbol: symbolIn(instrumentId), origClientOrderId: clientId })\n      return { kind: 'ACCEPTED'",
    to: "{ symbol: symbolIn(instrumentId), newClientOrderId: clientId })\n      return { kind: 'ACCEPTED'",
  },
  {
    name: 'looks orders up by a name that it did not send',
    file: of('binance-orders.ts'),
    from: 'return found(this.#rest.read({ ...ONE, priority }, { symbol: symbolIn(instrumentId), origClientOrderId: clientId }))',
    to: 'return found(this.#rest.read({ ...ONE, priority }, { symbol: symbolIn(instrumentId), origClientOrderId: clientId.slice(1) }))',
  },
  { name: 'ignores fees', file: of('read-account.ts'), from: 'fee: feeOf(n),', to: 'fee: 0 * feeOf(n),' },
  {
    name: 'books a fill by the cumulative quantity',
    file: of('read-account.ts'),
    from: 'quantity: quantityOf(l),',
    to: 'quantity: quantityOf(z),',
  },
  {
    name: 'books a fill at the price of its order',
    file: of('read-account.ts'),
    from: 'price: decimal(L),',
    to: 'price: decimal(p),',
  },
  {
    name: 'gives all fills of an order the same name',
    file: of('read-account.ts'),
    from: 'tradeId: `${text(s)}-${whole(t)}`,',
    to: 'tradeId: `${text(s)}-${whole(i)}`,',
  },
  {
    name: 'pays fees in nothing',
    file: of('read-account.ts'),
    from: 'feeCurrency: text(commissionAsset),',
    to: 'feeCurrency: text(commissionAsset).slice(0, 0),',
  },
  {
    name: 'takes a second cancellation for done',
    file: of('classify-error.ts'),
    from: "export function classifyError(error: unknown): Exclude<OrderAnswer, { kind: 'ACCEPTED' }> {\n",
    to: "export function classifyError(error: unknown): never {\n  if (error instanceof BinanceError && error.code === -2011) return { kind: 'ACCEPTED', venueId: null } as never\n",
  },
  {
    name: 'takes an order without an answer for refused',
    file: of('classify-error.ts'),
    from: "if (!isDefinitive(error)) return { kind: 'UNKNOWN', reason }",
    to: '',
  },
  {
    name: 'takes a refusal for now for a final one',
    file: of('classify-error.ts'),
    from: "return isForNow(error) ? { kind: 'REFUSED', reason, isForNow: true } : { kind: 'REFUSED', reason }",
    to: "return { kind: 'REFUSED', reason }",
  },
  {
    name: 'sends an order again when its answer is lost',
    file: of('send-order.ts'),
    from: "return read(await rest.send({ method: 'POST', path, weight: 1, priority }, params))",
    to: "const again = () => rest.send({ method: 'POST', path, weight: 1, priority }, params)\n    return read(await again().catch(again))",
  },
  {
    name: 'sends an order past its time',
    file: of('send-order.ts'),
    from: 'if (rest.now() > until) return',
    to: 'if (rest.now() > until + 1e9) return',
  },
  {
    name: 'opens positions while the clocks are apart',
    file: of('send-order.ts'),
    from: "if (rest.skew.level === 'no-orders' && priority !== 'urgent')",
    to: "if (rest.skew.level === 'no-orders' && priority === 'urgent')",
  },
  {
    name: 'lets an order arrive whenever it may',
    file: of('signed-rest.ts'),
    from: 'recvWindow: String(RECEIVE_WINDOW_MS)',
    to: 'recvWindow: String(20 * RECEIVE_WINDOW_MS)',
  },
  {
    name: 'reads one page of the history',
    file: of('trade-history.ts'),
    from: '      yield page\n      if (trades.length < PAGE) return',
    to: '      yield page\n      return',
  },
  {
    name: 'begins the history anew each time',
    file: of('trade-history.ts'),
    from: "let from = cursor ?? '0'",
    to: "let from = cursor === null ? '0' : '0'",
  },
  {
    name: 'fails at an order of another program that it does not understand',
    file: of('read-account.ts'),
    from: "if (typeof clientOrderId !== 'string' || OURS.test(clientOrderId)) throw error",
    to: 'if (clientOrderId !== null) throw error',
  },
  {
    name: 'takes orders of other programs for its own',
    file: of('read-account.ts'),
    from: 'clientId: OURS.test(clientId) ? clientId : null,\n    venueId: venueIdOf(',
    to: 'clientId,\n    venueId: venueIdOf(',
  },
  {
    name: 'leaves out of a balance what orders tie up',
    file: of('read-account.ts'),
    from: "total: addExact([available, quantityOf(locked ?? l)], 'down') }",
    to: 'total: available + 0 * decimal(locked ?? l) }',
  },
  {
    name: 'does not see a right to withdraw',
    file: of('binance-account.ts'),
    from: 'canWithdraw: enableWithdrawals !== false,',
    to: "canWithdraw: enableWithdrawals === 'yes',",
  },
  {
    name: 'takes a refused key for a lost connection',
    file: of('signed-rest.ts'),
    from: 'throw isOfKey(error) ? new KeyRefused((error as Error).message) : error',
    to: 'throw error',
  },
  {
    name: 'gives deposits a new name each time',
    file: of('read-account.ts'),
    from: 'return { id: `${text(a)}-${time}-${whole(E)}`,',
    to: 'return { id: `${text(a)}-${Math.random()}`,',
  },
  {
    name: 'exchanges the legs of a pair',
    file: of('binance-orders.ts'),
    from: '{ ...pair, limitClientId: takeProfit.clientId, stopClientId: stopLoss.clientId }',
    to: '{ ...pair, limitClientId: stopLoss.clientId, stopClientId: takeProfit.clientId }',
  },
  {
    name: 'changes an order by placing a second one',
    file: of('change-order.ts'),
    from: 'return replaceRequest(order, { clientId, replacedClientId: replaced.clientId }, rules)',
    to: "return replaceRequest(order, { clientId, replacedClientId: `${replaced.clientId}x` }, rules) && { ...replaceRequest(order, { clientId, replacedClientId: `${replaced.clientId}x` }, rules), cancelReplaceMode: 'ALLOW_FAILURE' }",
  },
  ...USDM_MUTATIONS,
]
