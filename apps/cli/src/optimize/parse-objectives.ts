import { UserError } from '@tradeloom/domain'
import type { Objective } from '@tradeloom/optimizer'

import { metricOfOption } from './metric-of-option.ts'

const MAX_OBJECTIVES = 3

/** Metrics to improve, by key. Throws UserError. */
export function parseObjectives(texts: readonly string[]): Objective[] {
  if (texts.length > MAX_OBJECTIVES)
    throw new UserError('invalid-input', `--objective can be given up to ${MAX_OBJECTIVES} times`)
  return texts.map((metric) => {
    const { better } = metricOfOption('--objective', metric)
    if (better === 'none')
      throw new UserError('invalid-input', `--objective ${metric}: neither high nor low values of it are better`)
    return { metric, better }
  })
}
