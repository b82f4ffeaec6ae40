import type { Price, Quantity } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { OpenPosition } from './open-position.ts'
import { OpenPositions } from './open-positions.ts'

const opened = (list: OpenPositions, id: number): OpenPosition => {
  const position = new OpenPosition(0, id, true, 1 as Quantity, 0, 1 as Price)
  position.isOpen = true
  list.add(position)
  return position
}
const closed = (list: OpenPositions, position: OpenPosition): void => {
  position.isOpen = false
  list.remove(position)
}
const ids = (list: OpenPositions): number[] => Array.from(list.values(), ({ id }) => id)

describe('the open positions of a market', () => {
  it.each([3, 100])('are found by id and stay in order while %i of them are opened and closed', (count) => {
    const list = new OpenPositions()
    const all = Array.from({ length: count }, (_, at) => opened(list, at + 1))
    for (const position of all) if (position.id % 3 === 1) closed(list, position)
    const left = all.filter(({ isOpen }) => isOpen)
    expect(ids(list)).toEqual(left.map(({ id }) => id))
    expect(list.size).toBe(left.length)
    for (const position of all) expect(list.get(position.id)).toBe(position.isOpen ? position : undefined)
    for (const position of left) closed(list, position)
    expect([list.size, list.first, ids(list)]).toEqual([0, null, []])
    expect(ids(list)).toEqual([])
    opened(list, count + 1)
    expect(ids(list)).toEqual([count + 1])
  })

  it('may be closed and opened while a loop visits them', () => {
    const list = new OpenPositions()
    const [first, second, third] = [1, 2, 3].map((id) => opened(list, id)) as [OpenPosition, OpenPosition, OpenPosition]
    const seen: number[] = []
    for (const position of list.values()) {
      seen.push(position.id)
      if (position === first) {
        closed(list, first)
        closed(list, second)
      }
      if (position === third) opened(list, 4)
    }
    expect(seen).toEqual([1, 3, 4])
  })
})
