import type { ScriptKind } from '@tradeloom/script'
import { useEffect, useState } from 'react'
import { ApiError, NO_CONNECTION } from '../../api/api-error.ts'
import type { AnalysisReply, AnalysisRequest } from './script-worker.ts'

export type Analysis = AnalysisReply['analysis']

/** Pause in typing after which the script is analyzed. */
const DEBOUNCE_MS = 250
/** Pause after which an analysis is tried again whose code could not be loaded. */
const RETRY_MS = 2000

interface Waiting {
  readonly resolve: (analysis: Analysis) => void
  readonly reject: (reason: Error) => void
}

let worker: Worker | null = null
let nextId = 1
const waiting = new Map<number, Waiting>()

function start(): Worker {
  const started = new Worker(new URL('./script-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<AnalysisReply>) => {
    waiting.get(data.id)?.resolve(data.analysis)
    waiting.delete(data.id)
  })
  started.addEventListener('error', (event) => fail(started, event))
  return started
}

/** Its code could not be loaded, or has a bug: what waits for it would wait forever. The next analysis starts another. */
function fail(failed: Worker, event: Event): void {
  failed.terminate()
  if (worker === failed) worker = null
  const isBug = event instanceof ErrorEvent
  const reason = isBug ? new Error(event.message) : new ApiError(NO_CONNECTION, 0, 'no-connection')
  for (const { reject } of waiting.values()) reject(reason)
  waiting.clear()
}

/** Analyzes a script in a worker: what would be rejected, what is suspicious, which externals it declares. */
export function analyze(source: string, kind: ScriptKind = 'algorithm'): Promise<Analysis> {
  worker ??= start()
  const id = nextId++
  const request: AnalysisRequest = { id, source, kind }
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker?.postMessage(request)
  })
}

/** Analysis of the current text, after a pause in typing. */
export function useAnalysis(source: string, kind: ScriptKind = 'algorithm'): Analysis | null {
  const [analysis, setAnalysis] = useState<Analysis | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const analyzeIn = (milliseconds: number): void => {
      timer = setTimeout(async () => {
        try {
          const result = await analyze(source, kind)
          if (isCurrent) setAnalysis(result)
        } catch (error) {
          if (isCurrent && error instanceof ApiError) analyzeIn(RETRY_MS)
        }
      }, milliseconds)
    }
    analyzeIn(DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [source, kind])
  return analysis
}
