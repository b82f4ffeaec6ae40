import type { ScriptAnalysis } from '@tradeloom/script'

/** The declared externals, with default values for those that the run does not set. */
export function externalsOf(analysis: ScriptAnalysis, given: Readonly<Record<string, number>>): Record<string, number> {
  const values: Record<string, number> = {}
  for (const { name, defaultValue } of analysis.externals) {
    const value = given[name] ?? defaultValue
    if (value !== undefined) values[name] = value
  }
  return values
}
