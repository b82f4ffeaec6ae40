import type { ExternalsSetting, Optimization } from '@tradeloom/contracts'
import { formatDuration, formatPlain } from '../../ui/format.ts'

const STRATEGIES: Readonly<Record<Optimization['strategy'], string>> = {
  exhaustive: 'Exhaustive',
  genetic: 'Genetic',
  random: 'Random',
  tpe: 'TPE',
  nsga2: 'NSGA-II',
}

export function strategyLabel(strategy: Optimization['strategy']): string {
  return STRATEGIES[strategy]
}

/** The ranges of all externals, such as `fast 5 to 45 (5 values), stop 0.5`. */
export function externalsSettingsText(settings: readonly ExternalsSetting[]): string {
  return settings.map(rangeText).join(', ')
}

function rangeText(setting: ExternalsSetting): string {
  const { name, start, end } = setting
  if (start === end || ('count' in setting && setting.count === 1)) return `${name} ${formatPlain(start)}`
  return `${name} ${formatPlain(start)} to ${formatPlain(end)} (${stepText(setting)})`
}

function stepText(setting: ExternalsSetting): string {
  if ('count' in setting) return `${setting.count} values`
  if (setting.step === 0) return `${setting.decimalPlaces} decimals`
  return setting.step === 1 ? 'integers' : `multiples of ${formatPlain(setting.step)}`
}

/** Null when there is nothing to estimate, or nothing left. */
export function timeLeftText({ status, remainingMs }: Pick<Optimization, 'status' | 'remainingMs'>): string | null {
  return status === 'In Progress' && remainingMs !== null && remainingMs >= 1000
    ? `about ${formatDuration(remainingMs)} left`
    : null
}
