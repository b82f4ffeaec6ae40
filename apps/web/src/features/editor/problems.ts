import type { Analysis } from './script-analysis.ts'

type Problem = Analysis['errors'][number]

/** A mistake that the type checker found, at its place in the script. */
export type TypeProblem = Problem & { readonly severity: 'error' }

/**
 * Everything that is wrong with a script, errors first, each in the order of the text. On a line that cannot even be
 * read, what the type checker makes of it says nothing more.
 */
export function allProblems(analysis: Analysis | null, typeProblems: readonly TypeProblem[]): Problem[] {
  if (analysis === null) return [...typeProblems]
  const unreadable = new Set(analysis.errors.map(({ line }) => line))
  const errors = [...analysis.errors, ...typeProblems.filter(({ line }) => !unreadable.has(line))]
  return [...errors.sort((a, b) => a.line - b.line || a.column - b.column), ...analysis.warnings]
}
