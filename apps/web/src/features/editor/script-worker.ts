import { analyseScript, type ScriptAnalysis } from '@tradeloom/script'

export interface AnalysisRequest {
  readonly id: number
  readonly source: string
}

export interface AnalysisReply {
  readonly id: number
  readonly analysis: Pick<ScriptAnalysis, 'errors' | 'warnings' | 'externals' | 'handlers'>
}

/** Analyses off the page's thread: a parser that meets a long script must not hold up typing. */
globalThis.addEventListener('message', ({ data }: MessageEvent<AnalysisRequest>) => {
  const { errors, warnings, externals, handlers } = analyseScript(data.source, 'algorithm')
  const reply: AnalysisReply = { id: data.id, analysis: { errors, warnings, externals, handlers } }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  globalThis.postMessage(reply)
})
