import { expect, it } from 'vitest'
import { lineProtocol } from './line-protocol.fixture.ts'
import { StreamSwitch } from './stream-switch.ts'

const { numbersOf } = lineProtocol

it('passes on each message of two connections once and in order, however they overlap', () => {
  let state = 5
  const dice = (sides: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
  for (let round = 0; round < 300; round++) {
    const messages = Array.from({ length: 60 }, (_, at) => ({ number: 100 + at * (1 + dice(3)) + at }))
      .toSorted((a, b) => a.number - b.number)
      .filter(({ number }, at, all) => number !== all[at - 1]?.number)
    const passed: object[] = []
    const merged = new StreamSwitch(numbersOf, (data) => passed.push(data))
    // The second connection begins at some message, and each of them is late by some.
    const begin = dice(30)
    let [one, other] = [0, begin]
    const lastOfOne = begin + 1 + dice(29)
    while (one <= lastOfOne || other < messages.length) {
      const useOne = one <= lastOfOne && (other >= messages.length || dice(2) === 0)
      if (useOne) merged.current(messages[one++] as object)
      else if (other <= one + 3 || one > lastOfOne) {
        // The first one is closed only after the second one has been heard.
        if (one > lastOfOne) merged.finish()
        merged.next(messages[other++] as object)
        if (one > lastOfOne && !merged.hasSwitched) merged.finish()
      } else merged.current(messages[one++] as object)
    }
    merged.finish()
    expect(passed).toEqual(messages)
  }
})

it('goes on with lower numbers after a loss', () => {
  const passed: object[] = []
  const merged = new StreamSwitch(numbersOf, (data) => passed.push(data))
  merged.current({ number: 9 })
  merged.current({ number: 3 })
  merged.forget()
  merged.current({ number: 3 })
  expect(passed).toEqual([{ number: 9 }, { number: 3 }])
})
