// @vitest-environment jsdom
import type { Position } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { addLivePosition, forgetMarket, livePositions, setLivePrices } from './live-market.ts'

const position = (id: number, openTime: number, closeTime: number | null = null): Position =>
  ({ id, instrumentId: 'EURUSD:SIM', openTime, closeTime }) as Position

it('keeps the positions of a run in progress as they are opened and closed', async () => {
  const source = livePositions('run', 'EURUSD:SIM')
  const ids = async (start: number, end: number) =>
    (await source.window({ start, end }, new AbortController().signal)).positions.map(({ id }) => id)
  expect(await source.first()).toBeNull()
  addLivePosition({ id: 'run', position: position(1, 100) })
  addLivePosition({ id: 'run', position: position(2, 200) })
  addLivePosition({ id: 'other', position: position(3, 100) })
  addLivePosition({ id: 'run', position: { ...position(4, 100), instrumentId: 'GBPUSD:SIM' } })
  expect(await ids(150, 300)).toEqual([1, 2])
  addLivePosition({ id: 'run', position: position(1, 100, 120) })
  expect(await ids(150, 300)).toEqual([2])
  expect(await source.first()).toBe(100)
  expect(await source.neighbor(100, 'next')).toMatchObject({ id: 2 })
  expect(await source.neighbor(200, 'previous')).toMatchObject({ id: 1 })
  for (let id = 10; id < 1_200; id++) addLivePosition({ id: 'run', position: position(id, id) })
  expect((await ids(0, 10_000)).length).toBeLessThanOrEqual(1_000)
  const prices = { id: 'run', algorithmId: 'algorithm', time: 1, bid: 1, ask: 1 }
  setLivePrices({ ...prices, positionsSince: null })
  expect(await ids(0, 10_000)).not.toEqual([])
  // A gap: one that seems open may have been closed in it.
  setLivePrices({ ...prices, positionsSince: 5_000 })
  expect(await ids(0, 10_000)).toEqual([])
  addLivePosition({ id: 'run', position: position(2_000, 6_000) })
  setLivePrices({ ...prices, positionsSince: 5_000 })
  expect(await ids(0, 10_000)).toEqual([2_000])
  forgetMarket('run')
  expect(await ids(0, 10_000)).toEqual([])
})
