import { analyzeScript, type ScriptAnalysis, type ScriptKind } from '@tradeloom/script'

export interface AnalysisRequest {
  readonly id: number
  readonly source: string
  readonly kind: ScriptKind
}

export interface AnalysisReply {
  readonly id: number
  readonly analysis: Pick<
    ScriptAnalysis,
    'errors' | 'warnings' | 'externals' | 'markets' | 'series' | 'handlers' | 'parameters' | 'takesOther'
  >
}

/** Analyzes off the page's thread, so that parsing a long script does not block typing. */
globalThis.addEventListener('message', ({ data }: MessageEvent<AnalysisRequest>) => {
  const { errors, warnings, externals, markets, series, handlers, parameters, takesOther } = analyzeScript(
    data.source,
    data.kind,
  )
  const reply: AnalysisReply = {
    id: data.id,
    analysis: { errors, warnings, externals, markets, series, handlers, parameters, takesOther },
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  globalThis.postMessage(reply)
})
