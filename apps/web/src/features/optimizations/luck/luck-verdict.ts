import type { OptimizationLuck } from '@tradeloom/contracts'
import type { SharpeScale } from '../sharpe-scale.ts'
import { formatCount, formatNumber, formatPercent, formatPlain } from '../../../ui/format.ts'

/** A test counts as passed from here on. Without an edge, at most one optimization in twenty gets there. */
const WANTED_DEFLATED = 0.95
const WANTED_OVERFITTING = 0.05
const WANTED_P = 0.05

export interface LuckTest {
  /** What a trader wants to know, and what statisticians call it. */
  readonly question: string
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
  /** What to make of it. */
  readonly advice: string
  readonly tests: readonly LuckTest[]
}

/** A sentence that follows from the tests alone, and never claims certainty. */
export function luckVerdict(luck: OptimizationLuck, scale: SharpeScale): LuckVerdict {
  const evidence = [deflatedTest(luck, scale), abilityTest(luck)]
  const lasting = overfittingTest(luck)
  const tests = [...evidence, lasting]
  const known = tests.filter(({ isPassed }) => isPassed !== null)
  const passed = known.filter(({ isPassed }) => isPassed === true).length
  const trials = formatCount(luck.lineageTrials, 'trial')
  if (evidence.every(({ isPassed }) => isPassed === null)) {
    const sentence = 'There is too little data to tell the best result from luck.'
    return { tone: 'unknown', sentence, advice: 'Test a longer period, with more days on which it trades.', tests }
  }
  if (luck.best?.sharpe != null && luck.best.sharpe <= 0) {
    const sentence = `Even the best result earns less than a risk-free rate of 2% a year: its Sharpe ratio is not above zero, after ${trials}.`
    return { tone: 'bad', sentence, advice: 'As it is, there is nothing to trade here.', tests }
  }
  const count = `${formatPlain(passed)} of ${formatCount(known.length, 'test')} passed`
  if (passed === known.length && known.length > 1) {
    const sentence = `Luck alone is an unlikely explanation of the best result: ${count}, after ${trials}.`
    const advice = 'Now test it once on days that no search has seen, such as the sealed part, before you risk money.'
    return { tone: 'good', sentence, advice, tests }
  }
  // A ranking that lasts is no edge: what trading costs makes one too.
  if (evidence.every(({ isPassed }) => isPassed !== true)) {
    const sentence = `Luck explains the best result: ${count}, after ${trials}.`
    const advice =
      lasting.isPassed === true
        ? 'The ranking of the trials lasts, but the costs of trading alone can make one last. Do not trade this result.'
        : 'So many tries would give about as good a best result without any edge. Do not trade this result.'
    return { tone: 'bad', sentence, advice, tests }
  }
  const sentence = `Luck cannot be ruled out: ${count}, after ${trials}.`
  return {
    tone: 'mixed',
    sentence,
    advice: 'Treat the result as unproven. More days decide it, more trials do not.',
    tests,
  }
}

function deflatedTest(
  { best, luckiestSharpe, lineageTrials }: OptimizationLuck,
  { factor, unit }: SharpeScale,
): LuckTest {
  const deflated = best?.deflatedSharpe ?? null
  const about = { question: 'Is it better than the luckiest of so many tries?', name: 'Deflated Sharpe ratio' }
  const wanted = `at least ${formatPercent(WANTED_DEFLATED * 100, 0)}`
  if (deflated === null) return { ...about, finding: 'Too few days of returns.', wanted, isPassed: null }
  const level = luckiestSharpe === null ? '' : ` of ${formatNumber(luckiestSharpe * factor, 3)} a ${unit}`
  return {
    ...about,
    finding: `${formatPercent(deflated * 100)} confidence that the true Sharpe ratio is above the best${level} that ${formatCount(lineageTrials, 'trial')} without any edge would show.`,
    wanted,
    isPassed: deflated >= WANTED_DEFLATED,
  }
}

function overfittingTest({ overfitting, isAdaptive }: OptimizationLuck): LuckTest {
  const about = { question: 'Does the winner keep winning?', name: 'Probability of overfitting' }
  const wanted = `at most ${formatPercent(WANTED_OVERFITTING * 100, 0)}`
  if (overfitting === null) return { ...about, finding: 'Too few trials or days.', wanted, isPassed: null }
  const finding = `${formatPercent(overfitting.probability * 100, 1)} of the ways to split the days in half made the winner of one half worse than the middle of all in the other half.`
  if (!isAdaptive) return { ...about, finding, wanted, isPassed: overfitting.probability <= WANTED_OVERFITTING }
  const reason =
    'The search crowded its trials round the winner, which pulls this number toward 50%: it is not counted.'
  return { ...about, finding: `${finding} ${reason}`, wanted, isPassed: null }
}

/** The studentized test where there is one, whatever it found: choosing the kinder of two would pass luck more often. */
function abilityTest({ realityCheck, superiorAbility, distinctTrials }: OptimizationLuck): LuckTest {
  const studentized = superiorAbility?.studentized ?? null
  const question = 'Would no edge at all look this good?'
  const name = studentized === null ? 'Reality Check' : 'Superior predictive ability'
  const p = studentized?.p ?? realityCheck
  const wanted = `at most ${formatPercent(WANTED_P * 100, 0)}`
  if (p === null) return { question, name, finding: 'Too few days of returns.', wanted, isPassed: null }
  return {
    question,
    name,
    finding: `${formatPercent(p * 100, 1)} chance that the best of ${formatCount(distinctTrials, 'distinct trial')} would do this well with no edge in any of them.`,
    wanted,
    isPassed: p <= WANTED_P,
  }
}
