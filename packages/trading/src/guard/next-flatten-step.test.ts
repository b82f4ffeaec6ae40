import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FlattenedAccount, nextFlattenStep } from './next-flatten-step.ts'

const ORDER = { id: 'o1', instrumentId: 'A', isCanceling: false }
const POSITION = { id: 'p1', instrumentId: 'A', isClosing: false }
const held = (changes: Partial<FlattenedAccount>): FlattenedAccount => ({
  now: 1_000,
  orders: [],
  positions: [],
  fenceAt: null,
  ...changes,
})

it('cancels the orders of an instrument before it closes its position', () => {
  const other = { id: 'p2', instrumentId: 'B', isClosing: false }
  expect(nextFlattenStep(held({ orders: [ORDER], positions: [POSITION, other] }))).toEqual({
    cancel: ['o1'],
    close: ['p2'],
    isFlat: false,
  })
  expect(nextFlattenStep(held({ positions: [POSITION] }))).toEqual({ cancel: [], close: ['p1'], isFlat: false })
})

it('asks no second time while a cancellation or a closing order is under way', () => {
  const orders = [{ ...ORDER, isCanceling: true }]
  const positions = [{ ...POSITION, instrumentId: 'B', isClosing: true }]
  expect(nextFlattenStep(held({ orders, positions }))).toEqual({ cancel: [], close: [], isFlat: false })
})

it('is not flat before an unanswered request can no longer arrive', () => {
  expect(nextFlattenStep(held({ fenceAt: 1_000 })).isFlat).toBe(false)
  expect(nextFlattenStep(held({ fenceAt: 999 })).isFlat).toBe(true)
  expect(nextFlattenStep(held({})).isFlat).toBe(true)
})

/** A venue that carries out, of what is asked, as much as the run of coin tosses allows; the guardian keeps nothing. */
it('ends flat and closes each position once, however often it is killed between requests', () => {
  const instrument = fc.constantFrom('A', 'B')
  fc.assert(
    fc.property(fc.array(instrument), fc.array(instrument), fc.infiniteStream(fc.boolean()), (o, p, tosses) => {
      let orders = o.map((instrumentId, at) => ({ id: `o${at}`, instrumentId, isCanceling: false }))
      let positions = p.map((instrumentId, at) => ({ id: `p${at}`, instrumentId, isClosing: false }))
      const closed: string[] = []
      const toss = (): boolean => tosses.next().value === true
      for (let round = 0; round < 1_000; round += 1) {
        const { cancel, close, isFlat } = nextFlattenStep(held({ orders, positions }))
        if (isFlat) break
        orders = orders.filter(({ id }) => !(cancel.includes(id) && toss()))
        const done = close.filter(toss)
        closed.push(...done)
        positions = positions.filter(({ id }) => !done.includes(id))
      }
      expect({ orders, positions }).toEqual({ orders: [], positions: [] })
      expect(closed.toSorted()).toEqual(p.map((_, at) => `p${at}`).toSorted())
    }),
  )
})
