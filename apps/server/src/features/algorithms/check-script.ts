import { createHash } from 'node:crypto'
import { analyzeScript, type ScriptAnalysis } from '@tradeloom/script'
import { AppError } from '../../platform/errors/app-error.ts'

/** Throws 400 with line, column and description when the script is invalid. The script is parsed, never executed. */
export function checkScript(script: string): ScriptAnalysis {
  const analysis = analyzeScript(script, 'algorithm')
  if (analysis.errors.length === 0) return analysis
  const problems = analysis.errors.map(({ message, line, column }) => ({ message, line, column }))
  const lines = problems.slice(0, 5).map(({ message, line, column }) => `Line ${line}, column ${column}: ${message}`)
  const message = `Cannot save. Script contains errors: ${lines.join('; ')}`
  throw new AppError('invalid-input', 'script-errors', message, { details: { problems } })
}

export function scriptHash(script: string): string {
  return createHash('sha256').update(script).digest('hex')
}
