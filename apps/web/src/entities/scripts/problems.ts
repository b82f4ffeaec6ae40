import type { Analysis } from './script-analysis.ts'

type Problem = Analysis['errors'][number]

/** An error of the type checker. */
export type TypeProblem = Problem & { readonly severity: 'error' }

/**
 * All problems of a script, errors first, each group in the order of the text. On lines with a syntax error, type
 * errors are omitted: they are consequences.
 */
export function allProblems(analysis: Analysis | null, typeProblems: readonly TypeProblem[]): Problem[] {
  if (analysis === null) return [...typeProblems]
  const linesWithErrors = new Set(analysis.errors.map(({ line }) => line))
  const errors = [...analysis.errors, ...typeProblems.filter(({ line }) => !linesWithErrors.has(line))]
  return [...errors.sort((a, b) => a.line - b.line || a.column - b.column), ...analysis.warnings]
}
