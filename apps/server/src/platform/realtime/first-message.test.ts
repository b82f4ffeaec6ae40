import { expect, it } from 'vitest'
import { FirstMessage } from './first-message.ts'

const MESSAGE = JSON.stringify({ type: 'authenticate', key: 'tk_a.ts_b' })

it('takes a key that comes first, within 3 seconds', () => {
  expect(new FirstMessage(1000).keyIn(MESSAGE, 4000)).toBe('tk_a.ts_b')
  expect(new FirstMessage(1000).keyIn(MESSAGE, 4001)).toBeNull()
})

it('takes no key after another message, whatever that was', () => {
  for (const other of ['{"type":"ping"}', 'not JSON "authenticate"', '{"type":"authenticate"}', MESSAGE]) {
    const first = new FirstMessage(0)
    first.keyIn(other, 1)
    expect(first.keyIn(MESSAGE, 2)).toBeNull()
  }
})
