import type { Drawing } from '@tradeloom/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockApi } from '../../../testing/mock-api.ts'
import { DrawingStore } from './drawing-store.ts'

const EURUSD = 'EURUSD:SIM'
const line = (id: string, price = 1): Drawing => ({
  id,
  kind: 'horizontal',
  points: [{ time: 0, price }],
  color: '#4c8dff',
})
const ids = (items: readonly Drawing[]): string[] => items.map(({ id }) => id)

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that keeps drawings as the real one does. */
function server(...first: Drawing[]) {
  const stored = { items: first, revision: first.length === 0 ? 0 : 1 }
  const api = mockApi({
    getDrawings: () => ({ ...stored }),
    putDrawings: ({ body }) => {
      const { items, revision } = body as typeof stored
      if (revision !== stored.revision) {
        const error = { kind: 'conflict', code: 'newer-drawings', message: 'Newer', details: { ...stored } }
        return Response.json(error, { status: 409 })
      }
      stored.items = items
      stored.revision += 1
      return { ...stored }
    },
  })
  return { stored, api }
}

const saved = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2000)

it('saves quick changes of a user in one request, and loads them again', async () => {
  const { stored, api } = server(line('a'))
  const store = new DrawingStore(EURUSD, true)
  await store.load()
  expect(ids(store.items())).toEqual(['a'])
  store.change([...store.items(), line('b')])
  store.change([...store.items(), line('c')])
  await saved()
  expect(api.requestsOf('putDrawings')).toHaveLength(1)
  expect(ids(stored.items)).toEqual(['a', 'b', 'c'])
  const other = new DrawingStore(EURUSD, true)
  await other.load()
  expect(ids(other.items())).toEqual(['a', 'b', 'c'])
})

it('saves at once when the chart is closed', async () => {
  const { stored } = server()
  const store = new DrawingStore(EURUSD, true)
  await store.load()
  store.change([line('a')])
  store.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(ids(stored.items)).toEqual(['a'])
})

it('undoes and redoes, and saves both', async () => {
  const { stored } = server()
  const store = new DrawingStore(EURUSD, true)
  await store.load()
  expect(store.undo()).toBe(false)
  store.change([line('a')])
  store.change([])
  expect(store.undo()).toBe(true)
  await saved()
  expect(ids(stored.items)).toEqual(['a'])
  expect(store.redo()).toBe(true)
  await saved()
  expect(stored.items).toEqual([])
  expect(store.redo()).toBe(false)
})

it('keeps what two tabs drew at the same time, even when one of them undoes', async () => {
  const { stored } = server(line('a'))
  const [left, right] = [new DrawingStore(EURUSD, true), new DrawingStore(EURUSD, true)]
  await left.load()
  await right.load()
  left.change([...left.items(), line('left')])
  await saved()
  right.change([...right.items(), line('right')])
  await saved()
  expect(ids(stored.items)).toEqual(['a', 'left', 'right'])
  expect(ids(right.items())).toEqual(['a', 'left', 'right'])
  right.undo()
  await saved()
  expect(ids(stored.items)).toEqual(['a', 'left'])
})

it('merges what was drawn before the stored drawings arrived, and undoing it deletes nothing else', async () => {
  const { stored } = server(line('a'))
  const store = new DrawingStore(EURUSD, true)
  const loading = store.load()
  store.change([line('b')])
  await loading
  await saved()
  expect(ids(stored.items)).toEqual(['a', 'b'])
  store.undo()
  await saved()
  expect(ids(stored.items)).toEqual(['a'])
})

it('keeps the drawings of a visitor in this browser, apart for each instrument', async () => {
  const { api } = server()
  const store = new DrawingStore(EURUSD, false)
  await store.load()
  store.change([line('a')])
  await saved()
  const [again, other] = [new DrawingStore(EURUSD, false), new DrawingStore('GBPUSD:SIM', false)]
  await again.load()
  await other.load()
  expect(again.items()).toEqual([line('a')])
  expect(other.items()).toEqual([])
  expect(api.requests).toEqual([])
})

it('refuses more drawings than the server keeps', async () => {
  server()
  const store = new DrawingStore(EURUSD, true)
  await store.load()
  store.change(Array.from({ length: 201 }, (_, index) => line(String(index))))
  expect(store.items()).toEqual([])
})
