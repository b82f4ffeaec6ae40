import { createHash } from 'node:crypto'
import { analyzeScript, type ScriptAnalysis } from '@tradeloom/script'
import { scriptErrors } from '../../platform/errors/script-errors.ts'

/** Throws 400 with line, column and description when the script is invalid. The script is parsed, never executed. */
export function checkScript(script: string): ScriptAnalysis {
  const analysis = analyzeScript(script, 'algorithm')
  if (analysis.errors.length > 0) throw scriptErrors(analysis.errors)
  return analysis
}

export function scriptHash(script: string): string {
  return createHash('sha256').update(script).digest('hex')
}
