import { analyzeScript, type GuardedScript, guardErrors } from '@tradeloom/script'
import type { IndicatorHead } from '../isolate/custom-indicators.ts'
import type { NamedScript } from '../run-job.ts'

/** A custom indicator without its types, and what the engine must know of it. */
export interface IndicatorCode {
  readonly javascript: string
  readonly guarded: GuardedScript
  readonly head: IndicatorHead
}

/** Everything of users that runs in an isolate. */
export interface ScriptCode {
  readonly javascript: string
  readonly guarded: GuardedScript
  readonly externals: readonly string[]
  readonly indicators: readonly IndicatorCode[]
}

export interface ScriptMistake {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** Analyzes custom indicators; `mistake` is the first error in one of them. */
export function indicatorCode(indicators: readonly NamedScript[]): {
  readonly code: readonly IndicatorCode[]
  readonly mistake: ScriptMistake | undefined
} {
  const code: IndicatorCode[] = []
  for (const { key, script } of indicators) {
    const { javascript, parameters, takesOther, errors } = analyzeScript(script, 'indicator')
    const [error] = errors
    if (error) return { code: [], mistake: { message: `${key}, line ${error.line}: ${error.message}` } }
    code.push({ javascript, guarded: guardErrors(javascript), head: { key, parameters, takesOther } })
  }
  return { code, mistake: undefined }
}
