// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadModule } from './load-module.ts'

let isUp = true
const reload = vi.fn()

beforeEach(() => {
  isUp = true
  sessionStorage.clear()
  reload.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('location', { ...location, reload })
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('Failed to fetch')
    return Response.json({})
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('keeps trying while the server does not answer, without a reload', async () => {
  isUp = false
  let tries = 0
  const loading = loadModule(async () => {
    tries += 1
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module')
    return 'page'
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(tries).toBe(3)
  isUp = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(await loading).toBe('page')
  expect(reload).not.toHaveBeenCalled()
})

it('reloads once when the server answers and the part is gone, then fails', async () => {
  const gone = async (): Promise<string> => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  void loadModule(gone)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await expect(loadModule(gone)).rejects.toThrow('Failed to fetch')
  expect(reload).toHaveBeenCalledOnce()
})
