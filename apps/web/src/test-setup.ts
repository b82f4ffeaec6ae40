import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, vi } from 'vitest'

// Queries wait for a state; beside busy processes it may take longer than the second that is their default.
configure({ asyncUtilTimeout: 120_000 })

// The development build of React records the stack of every element, which no test reads, in a tenth of their time. It stops
// after thousands in a second: for these tests, as many have always been recorded.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (internals instanceof Object) {
  const recorded = { get: () => Number.MAX_SAFE_INTEGER, set: () => {} }
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { ...recorded, configurable: true })
}

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

// jsdom has no canvas. Charts draw in a later frame, which may come after the end of their test, and must not fail there.
const drawn = { width: 0, data: new Uint8ClampedArray(4), addColorStop: () => {} }
const noPicture = new Proxy({} as Record<string | symbol, unknown>, { get: (own, key) => own[key] ?? (() => drawn) })
Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
  writable: true,
  value: (kind: string) => (kind === '2d' ? noPicture : null),
})

afterEach(() => {
  cleanup()
  // Messages of earlier tests would keep new ones waiting until they close by themselves.
  notifications.cleanQueue()
  notifications.clean()
})

// A module whose loading the end of a file cuts off would fail in every later file of the same worker.
afterAll(async () => {
  await vi.dynamicImportSettled()
  // The files of a worker share the document: what an editor left there would be found by the next one.
  document.body.replaceChildren()
})
