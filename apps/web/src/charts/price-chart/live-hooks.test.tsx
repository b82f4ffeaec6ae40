// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RELOAD_AFTER_HIDDEN_MS } from './chart-limits.ts'
import { useHiddenReloads } from './use-hidden-reloads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
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
