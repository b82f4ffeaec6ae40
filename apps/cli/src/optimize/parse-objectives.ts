import { objectivesProblem, UserError } from '@tradeloom/domain'
import type { Objective } from '@tradeloom/optimizer'

import { refuseOption } from '../options/refuse-option.ts'
import { metricOfOption } from './metric-of-option.ts'

const MAX_OBJECTIVES = 3

/** Metrics to improve: by key, or as `metric=higher` and `metric=lower`; profit by default. Throws UserError. */
export function parseObjectives(texts: readonly string[] = []): [Objective, ...Objective[]] {
  if (texts.length > MAX_OBJECTIVES)
    throw new UserError('invalid-input', `--objective can be given up to ${MAX_OBJECTIVES} times`)
  const [first = 'profit', ...more] = texts
  const objectives: [Objective, ...Objective[]] = [parseObjective(first), ...more.map(parseObjective)]
  refuseOption('--objective', objectivesProblem(objectives))
  return objectives
}

function parseObjective(text: string): Objective {
  const [key = '', given, ...more] = text.split('=').map((part) => part.trim())
  if (more.length > 0 || (given !== undefined && given !== 'higher' && given !== 'lower'))
    throw new UserError('invalid-input', `--objective ${text} is not metric, metric=higher or metric=lower`)
  const { key: metric, better } = metricOfOption('--objective', key)
  const direction = given ?? better
  if (direction === 'none')
    throw new UserError(
      'invalid-input',
      `--objective ${metric}: neither high nor low values of it are better. Pass ${metric}=higher or ${metric}=lower`,
    )
  return { metric, better: direction }
}
