import type { Luck } from '@tradeloom/optimizer'

const NOTHING = { lower: null, consistent: null, upper: null, studentized: null }

/** How much of the best result is luck; of a search without a best one, only what concerns all trials. */
export function luckLines(luck: Luck): string[] {
  const hasBest = luck.best !== null
  const { lower, consistent, upper, studentized } = luck.superiorAbility ?? NOTHING
  const range = consistent === null ? '' : ` (${percent(lower)} to ${percent(upper)}),`
  const edges = luck.edgeExternals.join(', ')
  return [
    `How much of this is luck? ${counted(luck.distinctTrials, 'distinct trial')}, ${counted(luck.days, 'day')}`,
    ...(hasBest
      ? [
          `Sharpe ratio per day        ${ratio(luck.sharpe)}, above a risk-free rate of 2% a year`,
          `Luck alone explains         ${ratio(luck.luckiestSharpe)}, in ${counted(luck.lineageTrials, 'trial')}`,
          `Probabilistic (PSR)         ${percent(luck.probabilisticSharpe)}, that the true ratio is above 1 a year`,
          `Deflated (DSR)              ${percent(luck.deflatedSharpe)}, that it is above what luck explains`,
        ]
      : []),
    `Probability of overfitting  ${percent(luck.overfittingProbability)}${blocksText(luck)}`,
    // Hansen's own test rejects too often with many trials, see superiorAbility: it must not lead.
    `No trial has an edge: p     ${percent(studentized?.p ?? null)} by the studentized test`,
    `                            ${percent(luck.realityCheck)} by the Reality Check`,
    `                            ${percent(consistent)} by Hansen's test${range}`,
    ...(consistent === null ? [] : ['                            which is too low with many trials']),
    'Overfitting and p           compare with not trading: no risk-free rate',
    ...(luck.plateauBest === null ? [] : [`Best surroundings           backtest ${luck.plateauBest}`]),
    ...(hasBest && edges !== '' ? [`Best value at the end of its range: ${edges}`] : []),
  ]
}

/** The days that the probability of overfitting is about. */
function blocksText({ overfittingLogits: found, days }: Luck): string {
  if (found === null) return ''
  const { blocks, leftOut } = found
  const omission = leftOut === 0 ? '' : `, without the oldest ${counted(leftOut, 'day')}`
  return `, ${blocks} blocks of ${counted((days - leftOut) / blocks, 'day')}${omission}`
}

function percent(share: number | null): string {
  return share === null ? 'too little data' : `${(share * 100).toFixed(1)}%`
}

function ratio(value: number | null): string {
  return value === null ? 'too little data' : value.toFixed(4)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
