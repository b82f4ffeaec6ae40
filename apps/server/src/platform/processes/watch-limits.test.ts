import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchLimits } from './watch-limits.ts'

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
