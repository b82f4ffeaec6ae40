import type { AlertIndicator } from '@tradeloom/domain/alerts'
import { checkArguments, indicatorByKey } from '@tradeloom/indicators'

/** Why an alert cannot watch an indicator; null if it can. */
export function indicatorProblem({ key, args, output }: AlertIndicator): string | null {
  try {
    const definition = indicatorByKey(key)
    if (definition.takesOther) return `${key} needs a second series, which alerts do not have`
    if (output !== 'value' && !definition.outputs.includes(output))
      return `${key} has no output '${output}': use one of ${definition.outputs.join(', ')}`
    checkArguments(definition, args)
    return null
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
