import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InlineWorker } from '../../testing/inline-worker.ts'
import { analyze, useAnalysis } from './script-analysis.ts'

const SCRIPT = 'function onTick() {}'
let failWith: Event | null = null

/** Fails, as a worker whose code cannot be loaded or has a bug, as long as `failWith` is set. */
class FailingWorker extends InlineWorker {
  override postMessage(request: Parameters<InlineWorker['postMessage']>[0]): void {
    const failure = failWith
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    if (failure === null) super.postMessage(request)
    else setTimeout(() => this.dispatchEvent(failure))
  }
  terminate(): void {}
}

beforeEach(() => vi.stubGlobal('Worker', FailingWorker))
afterEach(() => vi.unstubAllGlobals())

it('fails instead of waiting forever when the code of its worker cannot be loaded, and succeeds once it can', async () => {
  failWith = new Event('error')
  await expect(analyze(SCRIPT)).rejects.toThrow('Unable to connect to server')
  const { result } = renderHook(() => useAnalysis(SCRIPT))
  failWith = null
  await waitFor(() => expect(result.current?.handlers).toEqual(['onTick']))
  expect((await analyze(SCRIPT)).handlers).toEqual(['onTick'])
})

it('says what went wrong in its worker', async () => {
  failWith = new ErrorEvent('error', { message: 'Out of memory' })
  const analyzing = analyze(SCRIPT)
  failWith = null
  await expect(analyzing).rejects.toThrow('Out of memory')
})
