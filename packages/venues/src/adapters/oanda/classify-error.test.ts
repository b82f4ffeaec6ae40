import { expect, it } from 'vitest'
import { OrderDenied } from '../../wire/order-denied.ts'
import { classifyError } from './classify-error.ts'
import { OandaError } from './oanda-error.ts'

const of = (status: number, code: string | null = null, isSent = true) =>
  new OandaError('text', { status, code, isSent })

it.each([
  ['a reject', of(400, 'INSUFFICIENT_MARGIN'), { kind: 'REFUSED' }],
  ['a reject with a word that is not known', of(400, 'SOMETHING_NEW'), { kind: 'REFUSED' }],
  ['a request that is wrong', of(400), { kind: 'REFUSED' }],
  ['a closed market', of(400, 'MARKET_HALTED'), { kind: 'REFUSED', isForNow: true }],
  ['a trade that is gone', of(404, 'NO_SUCH_TRADE'), { kind: 'REFUSED' }],
  ['a key that is refused', of(401), { kind: 'REFUSED' }],
  ['too many requests', of(429), { kind: 'REFUSED', isForNow: true }],
  ['no budget', of(0, null, false), { kind: 'REFUSED', isForNow: true }],
  ['what was denied here', new OrderDenied('text'), { kind: 'REFUSED', reason: 'text' }],
  ['a name that is taken', of(400, 'CLIENT_ORDER_ID_ALREADY_EXISTS'), { kind: 'UNKNOWN' }],
  ['an order that is not there', of(404, 'ORDER_DOESNT_EXIST'), { kind: 'UNKNOWN' }],
  ['a reject because the venue failed', of(400, 'INTERNAL_SERVER_ERROR'), { kind: 'UNKNOWN' }],
  ['a missing page of a proxy', of(404), { kind: 'UNKNOWN' }],
  ['an error of the server', of(502), { kind: 'UNKNOWN' }],
  ['an error of the server with a word', of(520, 'INSUFFICIENT_MARGIN'), { kind: 'UNKNOWN' }],
  ['a lost connection', of(0), { kind: 'UNKNOWN' }],
  ['an unreadable answer', new TypeError('text'), { kind: 'UNKNOWN' }],
] as const)('%s is taken for what it is', (_, error, answer) => {
  const { isForNow, ...rest } = { isForNow: undefined, ...classifyError(error) }
  expect({ ...rest, ...(isForNow ? { isForNow } : {}) }).toMatchObject(answer)
  expect(isForNow ?? false).toBe('isForNow' in answer)
})
