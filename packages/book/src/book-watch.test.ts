import { expect, it } from 'vitest'
import { BookWatch } from './book-watch.ts'

it('finds a book wrong that is crossed for three messages in a row', () => {
  const watch = new BookWatch(0)
  const crossed = [true, true, false, true, true, true]
  expect(crossed.map((isCrossed, at) => watch.message(at, { isChanged: true, isCrossed }))).toEqual([
    null,
    null,
    null,
    null,
    null,
    'crossed',
  ])
})

it('finds a book wrong that has not changed for half a minute when there is a trade', () => {
  const watch = new BookWatch(0)
  watch.message(10_000, { isChanged: true, isCrossed: false })
  watch.message(20_000, { isChanged: false, isCrossed: false })
  expect([watch.trade(39_999), watch.trade(40_000)]).toEqual([null, 'frozen'])
})
