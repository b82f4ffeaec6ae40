import type { ScriptKind } from '@tradeloom/script'
import { useEffect, useState } from 'react'
import type { AnalysisReply, AnalysisRequest } from './script-worker.ts'

export type Analysis = AnalysisReply['analysis']

/** Pause in typing after which the script is analyzed. */
const DEBOUNCE_MS = 250

let worker: Worker | null = null
let nextId = 1
const waiting = new Map<number, (analysis: Analysis) => void>()

function start(): Worker {
  const started = new Worker(new URL('./script-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<AnalysisReply>) => {
    waiting.get(data.id)?.(data.analysis)
    waiting.delete(data.id)
  })
  return started
}

/** Analyzes a script in a worker: what would be rejected, what is suspicious, which externals it declares. */
export function analyze(source: string, kind: ScriptKind = 'algorithm'): Promise<Analysis> {
  worker ??= start()
  const id = nextId++
  const request: AnalysisRequest = { id, source, kind }
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker?.postMessage(request)
  })
}

/** Analysis of the current text, after a pause in typing. */
export function useAnalysis(source: string, kind: ScriptKind = 'algorithm'): Analysis | null {
  const [analysis, setAnalysis] = useState<Analysis | null>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const result = await analyze(source, kind)
      if (isCurrent) setAnalysis(result)
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [source, kind])
  return analysis
}
