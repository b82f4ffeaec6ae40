import { expect, it } from 'vitest'
import { BinanceError } from './binance-error.ts'
import { classifyError } from './classify-error.ts'

const kind = (code: number | null, message = 'x', status = 400) =>
  classifyError(new BinanceError(message, { code, status })).kind

it('takes refusals of the venue for definite ones, by its code', () => {
  for (const code of [
    -1003, -1013, -1015, -1021, -1022, -1034, -1100, -1102, -1121, -2008, -2014, -2015, -2022, -4003, -5021,
  ])
    expect([code, kind(code)]).toEqual([code, 'REFUSED'])
  expect(kind(-2010, 'Account has insufficient balance for requested action. (-2010)')).toBe('REFUSED')
  expect(kind(-1013, 'Filter failure', 500)).toBe('REFUSED')
})

it('knows which refusals say nothing about the order, so that a stop is tried again', () => {
  const isForNow = (code: number | null, message = 'x', more = {}) => {
    const answer = classifyError(new BinanceError(message, { code, status: 400, ...more }))
    return answer.kind === 'REFUSED' && answer.isForNow === true
  }
  for (const code of [-1003, -1015, -1021]) expect([code, isForNow(code)]).toEqual([code, true])
  expect([isForNow(null, 'x', { status: 429 }), isForNow(null, 'x', { isSent: false })]).toEqual([true, true])
  expect(isForNow(-1013, 'Market is closed. (-1013)')).toBe(true)
  for (const code of [-1013, -2010, -4120, -2015]) expect([code, isForNow(code)]).toEqual([code, false])
})

it('takes a duplicate and an order that the venue does not know for questions', () => {
  expect(kind(-2010, 'Duplicate order sent. (-2010)')).toBe('UNKNOWN')
  for (const code of [-4116, -2011, -2013]) expect([code, kind(code)]).toEqual([code, 'UNKNOWN'])
})

it('takes time-outs, errors of the server, firewalls and unreadable answers for unknown outcomes', () => {
  for (const code of [-1000, -1001, -1006, -1007, -1008, null])
    expect([code, kind(code, 'x', 503)]).toEqual([code, 'UNKNOWN'])
  expect(kind(null, 'x', 403)).toBe('UNKNOWN')
  expect(kind(null, 'x', 200)).toBe('UNKNOWN')
  expect(classifyError(new TypeError('Unexpected token')).kind).toBe('UNKNOWN')
})

it('takes a demand for silence for a refusal, and so a request that was not sent', () => {
  expect([kind(null, 'x', 429), kind(null, 'x', 418)]).toEqual(['REFUSED', 'REFUSED'])
  expect(classifyError(new BinanceError('later', { isSent: false })).kind).toBe('REFUSED')
})
