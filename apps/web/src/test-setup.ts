import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Queries wait for a state; beside busy processes it may take longer than the second that is their default.
configure({ asyncUtilTimeout: 120_000 })

// jsdom has no layout; Mantine and the virtual tables ask for these three at start.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.defineProperty(globalThis, 'ResizeObserver', { value: NoObserver, writable: true })
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    addListener: vi.fn(),
    removeListener: vi.fn(),
    dispatchEvent: vi.fn(),
  }),
})
Element.prototype.scrollIntoView = () => {}

afterEach(() => {
  cleanup()
  // Messages of earlier tests would keep new ones waiting until they close by themselves.
  notifications.cleanQueue()
  notifications.clean()
})

// A module whose loading the end of a file cuts off would fail in every later file of the same worker.
afterAll(() => vi.dynamicImportSettled())
