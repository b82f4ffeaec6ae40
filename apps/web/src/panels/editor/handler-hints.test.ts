import { expect, it } from 'vitest'
import { handlerParameterType } from './handler-hints.ts'

const script = `const fast = indicators.SMA('M1')
function onTick(t) { t.bid }
function onIntervalClose(candle, more) {
  candle`

it('knows what the parameter of a handler is', () => {
  expect(handlerParameterType(script, 'candle')).toBe('Bar')
  expect(handlerParameterType('function onOrder(order) { order', 'order')).toBe('Order')
})

it('does not take a name of another handler for it', () => {
  expect(handlerParameterType(script, 't')).toBeNull()
  expect(handlerParameterType(script, 'fast')).toBeNull()
  expect(handlerParameterType('function other(tick) { tick', 'tick')).toBeNull()
})
