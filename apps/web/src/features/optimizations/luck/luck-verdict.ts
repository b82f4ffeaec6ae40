import type { OptimizationLuck } from '@tradeloom/contracts'
import { formatCount, formatNumber, formatPercent, formatPlain } from '../../../ui/format.ts'

/** A test counts as passed from here on. */
const WANTED_DEFLATED = 0.95
const WANTED_OVERFITTING = 0.2
const WANTED_P = 0.05

export interface LuckTest {
  readonly name: string
  /** What it found, figure first. */
  readonly finding: string
  readonly wanted: string
  /** Null if the data does not suffice, or the test does not apply to the search. */
  readonly isPassed: boolean | null
}

export interface LuckVerdict {
  readonly tone: 'good' | 'mixed' | 'bad' | 'unknown'
  readonly sentence: string
  readonly tests: readonly LuckTest[]
}

/** A sentence that follows from the tests alone, and never claims certainty. */
export function luckVerdict(luck: OptimizationLuck): LuckVerdict {
  const tests = [deflatedTest(luck), overfittingTest(luck), realityTest(luck)]
  const known = tests.filter(({ isPassed }) => isPassed !== null)
  const passed = known.filter(({ isPassed }) => isPassed === true).length
  const trials = formatCount(luck.lineageTrials, 'trial')
  if (known.length === 0) {
    return { tone: 'unknown', sentence: 'There is too little data to tell the best result from luck.', tests }
  }
  if (luck.best?.sharpe != null && luck.best.sharpe <= 0) {
    const sentence = `Even the best result has no edge: its Sharpe ratio is not above zero, after ${trials}.`
    return { tone: 'bad', sentence, tests }
  }
  const count = `${formatPlain(passed)} of ${formatCount(known.length, 'test')} passed`
  if (passed === known.length && known.length > 1) {
    const sentence = `Luck alone is an unlikely explanation of the best result: ${count}, after ${trials}.`
    return { tone: 'good', sentence, tests }
  }
  if (passed === 0) {
    const sentence = `Luck explains the best result: ${count}, after ${trials}.`
    return { tone: 'bad', sentence, tests }
  }
  return { tone: 'mixed', sentence: `Luck cannot be ruled out: ${count}, after ${trials}.`, tests }
}

function deflatedTest({ best, luckiestSharpe, lineageTrials, daysPerYear }: OptimizationLuck): LuckTest {
  const deflated = best?.deflatedSharpe ?? null
  const name = 'Deflated Sharpe ratio'
  const wanted = `at least ${formatPercent(WANTED_DEFLATED * 100, 0)}`
  if (deflated === null) return { name, finding: 'Too few days of returns.', wanted, isPassed: null }
  const level = luckiestSharpe === null ? '' : ` of ${formatNumber(luckiestSharpe * Math.sqrt(daysPerYear))} a year`
  return {
    name,
    finding: `${formatPercent(deflated * 100, 1)} confidence that the true Sharpe ratio is above the best${level} that ${formatCount(lineageTrials, 'trial')} without any edge would show.`,
    wanted,
    isPassed: deflated >= WANTED_DEFLATED,
  }
}

function overfittingTest({ overfitting, isAdaptive }: OptimizationLuck): LuckTest {
  const name = 'Probability of overfitting'
  const wanted = `at most ${formatPercent(WANTED_OVERFITTING * 100, 0)}`
  if (overfitting === null) return { name, finding: 'Too few trials or days.', wanted, isPassed: null }
  const finding = `${formatPercent(overfitting.probability * 100, 1)} of the ways to split the days in half made the winner of one half worse than the middle of all in the other half.`
  if (!isAdaptive) return { name, finding, wanted, isPassed: overfitting.probability <= WANTED_OVERFITTING }
  const reason =
    'The search crowded its trials round the winner, which pulls this number toward 50%: it is not counted.'
  return { name, finding: `${finding} ${reason}`, wanted, isPassed: null }
}

function realityTest({ realityCheck, superiorAbility, distinctTrials }: OptimizationLuck): LuckTest {
  const name = 'Reality check'
  const wanted = `at most ${formatPercent(WANTED_P * 100, 0)}`
  if (realityCheck === null) return { name, finding: 'Too few days of returns.', wanted, isPassed: null }
  const ability =
    superiorAbility === null ? '' : ` The test of superior predictive ability says ${spaText(superiorAbility)}.`
  return {
    name,
    finding: `${formatPercent(realityCheck * 100, 1)} chance that the best of ${formatCount(distinctTrials, 'distinct trial')} would do this well with no edge in any of them.${ability}`,
    wanted,
    isPassed: realityCheck <= WANTED_P,
  }
}

/** `2.0% (between 1.7% and 4.5%)`. */
function spaText({ lower, consistent, upper }: NonNullable<OptimizationLuck['superiorAbility']>): string {
  const text = (value: number): string => formatPercent(value * 100, 1)
  return `${text(consistent)} (between ${text(lower)} and ${text(upper)})`
}
