import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ProcessUse, watchLimits } from './watch-limits.ts'

const kill = vi.fn()
const watch = () => watchLimits({ pid: undefined, kill }, { heapMb: 64, silenceMs: 1_000 }, 60_000)

beforeEach(() => {
  vi.useFakeTimers()
  kill.mockClear()
})
afterEach(() => void vi.useRealTimers())

it('a process may take longer until it is heard first than it may be silent later', async () => {
  const one = watch()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(kill).not.toHaveBeenCalled()
  one.heard()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(kill).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(one.exceeded()).toBe('silence')
  one.end()
})

it('a process that is never heard is killed', async () => {
  const one = watch()
  await vi.advanceTimersByTimeAsync(60_500)
  expect(one.exceeded()).toBe('silence')
  one.end()
})

const child = (use: () => Partial<ProcessUse>) =>
  watchLimits({ pid: 1, kill }, { heapMb: 64, silenceMs: 1_000 }, 1_000, async () => ({
    residentBytes: 0,
    computedMs: 0,
    isRunnable: true,
    ...use(),
  }))

it('a process that waits for a processor is not killed, however long it is silent', async () => {
  const one = child(() => ({}))
  await vi.advanceTimersByTimeAsync(60_000)
  one.heard()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(one.exceeded()).toBe(null)
  one.end()
})

it.each([
  ['computes without end, though it has a tenth of a processor', () => ({ computedMs: performance.now() / 10 })],
  ['sleeps', () => ({ isRunnable: false })],
])('a silent process that %s is killed', async (_, use) => {
  const one = child(use)
  one.heard()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(one.exceeded()).toBe(null)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(one.exceeded()).toBe('silence')
  one.end()
})
