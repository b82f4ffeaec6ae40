import type { Feature } from '../bootstrap/position-draws.ts'
import type { Metric } from '../metric.ts'
import { positionExtreme } from '../stats/position-extreme.ts'
import { giveBack, giveBackPips, inRisk, mae, maePips, mfe, mfePips } from '../stats/position-features.ts'
import { positionMean } from '../stats/position-mean.ts'

interface Excursion {
  readonly key: string
  readonly name: string
  readonly better: Metric['better']
  /** Which position is the largest one. */
  readonly extreme: 'lowest' | 'highest'
  readonly average: string
  readonly largest: string
  readonly formula: string
  readonly formulaPips: string
  readonly source: string
  readonly money: Feature
  readonly pips: Feature
}

const MARK = 'while open; long positions at bid, short ones at ask'

const EXCURSIONS: readonly Excursion[] = [
  {
    key: 'mae',
    name: 'MAE',
    better: 'higher',
    extreme: 'lowest',
    average: 'Average profit of closed positions at their worst price while open',
    largest: 'Lowest profit of any closed position at its worst price while open',
    formula: `profit at the worst mark ${MARK}`,
    formulaPips: `profit at the worst mark ${MARK}`,
    source: 'Sweeney (1996), marks on every tick',
    money: mae,
    pips: maePips,
  },
  {
    key: 'mfe',
    name: 'MFE',
    better: 'higher',
    extreme: 'highest',
    average: 'Average profit of closed positions at their best price while open',
    largest: 'Highest profit of any closed position at its best price while open',
    formula: `profit at the best mark ${MARK}`,
    formulaPips: `profit at the best mark ${MARK}`,
    source: 'Sweeney (1996), marks on every tick',
    money: mfe,
    pips: mfePips,
  },
  {
    key: 'giveBack',
    name: 'give-back',
    better: 'lower',
    extreme: 'highest',
    average: 'Average part of their best profit that closed positions gave back',
    largest: 'Largest part of its best profit that a closed position gave back',
    formula: 'MFE - profit',
    formulaPips: 'MFE - profit (pips)',
    source: 'End-trade drawdown of LEAN with the opposite sign',
    money: giveBack,
    pips: giveBackPips,
  },
]

const UNITS = [
  { unit: 'money', suffix: '', inTitle: '', inWords: 'in money' },
  { unit: 'pips', suffix: 'Pips', inTitle: ' in pips', inWords: 'in pips' },
  { unit: 'R', suffix: 'R', inTitle: ' in R', inWords: 'in multiples of the risk to the first stop' },
] as const

/** Both metrics of an excursion in one unit. In R they have no value if no position had a stop. */
function excursionMetrics(excursion: Excursion, { unit, suffix, inTitle, inWords }: (typeof UNITS)[number]): Metric[] {
  const { key, name, better, extreme, average, largest, formula, formulaPips, source, money, pips } = excursion
  const feature = unit === 'money' ? money : unit === 'pips' ? pips : inRisk(money)
  const missing = unit === 'R' ? 'no-stop' : 'not-given'
  const inner = unit === 'money' ? formula : unit === 'pips' ? formulaPips : `${formula}, divided by risk`
  const common = { unit, better, group: 'excursion', source } as const
  return [
    {
      ...common,
      key: `${key}Average${suffix}`,
      title: `Average ${name}${inTitle}`,
      description: `${average}, ${inWords}.`,
      formula: `mean(${inner})`,
      compute: (sample) => positionMean(sample, feature, missing),
    },
    {
      ...common,
      key: `${key}Largest${suffix}`,
      title: `Largest ${name}${inTitle}`,
      description: `${largest}, ${inWords}.`,
      formula: `${extreme === 'lowest' ? 'min' : 'max'}(${inner})`,
      noInterval: 'An extreme of this run, not an estimate.',
      compute: (sample) => positionExtreme(sample, extreme, feature, missing),
    },
  ]
}

export const EXCURSION_METRICS: readonly Metric[] = EXCURSIONS.flatMap((excursion) =>
  UNITS.flatMap((unit) => excursionMetrics(excursion, unit)),
)
