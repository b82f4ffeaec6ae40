import { ratesProblem, settingProblem, SETTINGS, UserError } from '@tradeloom/domain'

import type { EngineModels } from './run-spec.ts'

const { spread: _, swap, funding, ...OTHERS } = SETTINGS

/** Throws UserError for invalid models, with a message for the user. */
export function checkModels(models: EngineModels): void {
  for (const [key, setting] of Object.entries(OTHERS)) {
    refuse(settingProblem(setting, models[key as keyof typeof OTHERS])?.text)
  }
  checkFinancing(models)
}

/** The same for swap and funding, which each market of a run has separately. */
export function checkFinancing(models: Pick<EngineModels, 'swap' | 'funding'>): void {
  refuse(settingProblem(swap, models.swap)?.text)
  refuse(settingProblem(funding, models.funding)?.text)
  refuse(ratesProblem('swapRates', models.swap?.rates ?? []))
  refuse(ratesProblem('fundingRates', models.funding?.rates ?? []))
}

function refuse(problem: string | null | undefined): void {
  if (problem) throw new UserError('run-input', problem)
}
