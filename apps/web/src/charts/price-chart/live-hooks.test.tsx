// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { REDRAW_MS, RELOAD_AFTER_HIDDEN_MS } from './chart-limits.ts'
import { useHiddenReloads } from './use-hidden-reloads.ts'
import { useThrottled } from './use-throttled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('redraws a live chart every 500 ms at most, and always the last prices', () => {
  const { result, rerender } = renderHook(({ value }) => useThrottled(value, REDRAW_MS), { initialProps: { value: 1 } })
  for (const value of [2, 3, 4]) rerender({ value })
  expect(result.current).toBe(1)
  act(() => void vi.advanceTimersByTime(500))
  expect(result.current).toBe(4)
  rerender({ value: 5 })
  act(() => void vi.advanceTimersByTime(499))
  expect(result.current).toBe(4)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(5)
})

it('loads a live chart again when the page was hidden for 60 s, not for less', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get')
  const { result } = renderHook(() => useHiddenReloads())
  const hideFor = (ms: number): void => {
    for (const isHidden of [true, false]) {
      hidden.mockReturnValue(isHidden)
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      if (isHidden) vi.advanceTimersByTime(ms)
    }
  }
  hideFor(RELOAD_AFTER_HIDDEN_MS - 1)
  expect(result.current).toBe(0)
  hideFor(RELOAD_AFTER_HIDDEN_MS)
  expect(result.current).toBe(1)
})
