import { expect, it } from 'vitest'

import { flatBars, runScript } from '../run.fixture.ts'

const messages = (source: string): string[] =>
  runScript(source, flatBars(1.1, 12, 0.0002)).log.map(({ message }) => message)

it('finds no history at the first call of bars inside a handler', () => {
  const source = (top: string, inside: string) => `${top}
    let calls = 0
    function onIntervalClose() {
      calls += 1
      if (calls < 7) return
      ${inside}
      log(calls, five.count, five.close(0), five.forming === null)
    }`
  const known = messages(source("const five = bars('M5')", ''))
  const late = messages(source('let five = null', "five ??= bars('M5')"))
  expect(known[0]).toBe('7 1 1.1 false')
  expect(late[0]).toBe('7 0 NaN true')
  // The bar that was forming at the call is its first one.
  expect([known[4], late[4]]).toEqual(['11 2 1.1 false', '11 1 1.1 false'])
})
