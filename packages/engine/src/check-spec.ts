import { balanceProblem, endProblem, isBarInterval, MAX_OTHER_MARKETS, UserError } from '@tradeloom/domain'

import { checkFinancing, checkModels } from './check-models.ts'
import type { RunSpec } from './run-spec.ts'

/** Throws UserError for an invalid spec, with a message for the user. */
export function checkSpec(spec: RunSpec): void {
  const { start, end, interval } = spec
  if (!Number.isFinite(start) || !Number.isFinite(end)) throw new UserError('run-input', 'Start and end must be times')
  refuse(endProblem(start, end))
  if (interval !== 'Tick' && !isBarInterval(interval))
    throw new UserError('run-input', `'${String(interval)}' is no interval`)
  if (spec.resolution !== 0 && spec.resolution !== 1)
    throw new UserError('run-input', 'Resolution must be 0 (tick) or 1 (minute)')
  refuse(balanceProblem(spec.initialBalance))
  checkModels(spec)
  checkMarkets(spec)
  for (const [id, one] of Object.entries(spec.barIntervals ?? {})) {
    if (!isBarInterval(one)) throw new UserError('run-input', `'${String(one)}' is no interval of bars of ${id}`)
  }
  for (const [name, value] of Object.entries(spec.externals)) {
    if (!Number.isFinite(value)) throw new UserError('run-input', `External ${name} must be a number`)
  }
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new UserError('run-input', problem)
}

function checkMarkets({ instrument, markets = [] }: RunSpec): void {
  if (markets.length > MAX_OTHER_MARKETS) {
    throw new UserError('run-input', `A run can trade at most ${MAX_OTHER_MARKETS} other instruments`)
  }
  const ids = [instrument.id, ...markets.map((market) => market.instrument.id)]
  for (const [i, id] of ids.entries()) {
    if (ids.indexOf(id) !== i) throw new UserError('run-input', `${id} is listed twice among the markets of the run`)
  }
  for (const market of markets) checkFinancing(market)
}
