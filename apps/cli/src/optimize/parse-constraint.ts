import { UserError } from '@tradeloom/domain'
import type { Constraint } from '@tradeloom/optimizer'

import { metricOfOption } from './metric-of-option.ts'

/** `metric>=number` or `metric<=number`. Throws UserError. */
export function parseConstraint(text: string): Constraint {
  const [, metric = '', sign, number = ''] = /^\s*(\w+)\s*(>=|<=)\s*(\S+)\s*$/.exec(text) ?? []
  const value = Number(number)
  if (metric === '' || number === '' || !Number.isFinite(value))
    throw new UserError('invalid-input', `--constraint ${text} is not metric>=number or metric<=number`)
  metricOfOption('--constraint', metric)
  return { metric, bound: sign === '>=' ? 'at-least' : 'at-most', value }
}
