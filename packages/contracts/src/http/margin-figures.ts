type Statistics = Readonly<Record<string, number | null | undefined>>

/** A figure about the margin of a run, as every page, report and the terminal show it. */
export interface MarginFigure {
  /** Its key among the statistics. */
  readonly key: string
  readonly title: string
  readonly help: string
  readonly value: number | null
  readonly text: string
}

interface Definition extends Pick<MarginFigure, 'key' | 'title' | 'help'> {
  readonly text: (value: number, statistics: Statistics) => string
  /** What is shown for null. */
  readonly none?: string
}

const money = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const count = (value: number): string => value.toLocaleString('en-US')

export const MARGIN_FIGURES: readonly Definition[] = [
  {
    key: 'leverage',
    title: 'Leverage',
    help: 'The rounded inverse of the margin rate of the instrument: 5% is 20:1. Tiers have a highest and a lowest one.',
    text: (highest, { lowestLeverage: lowest }) =>
      typeof lowest === 'number' && lowest !== highest ? `${highest}:1 to ${lowest}:1` : `${highest}:1`,
    none: 'no margin needed',
  },
  {
    key: 'maxUsedMargin',
    title: 'Maximum used margin',
    help: 'The most margin that open positions tied up at any price.',
    text: money,
  },
  {
    key: 'usedMargin',
    title: 'Used margin at the end',
    help: 'The margin of the positions that are open at the end.',
    text: money,
  },
  {
    key: 'maxCloseoutPercent',
    title: 'Highest closeout percent',
    help: 'Half of the used margin, as a percentage of equity. At 100% the broker closes positions; gaps can lead beyond.',
    text: (value) => `${money(value)}%`,
    none: 'no equity left',
  },
  {
    key: 'marginCalls',
    title: 'Margin calls',
    help: 'How often used margin came to exceed equity.',
    text: count,
  },
  {
    key: 'closeouts',
    title: 'Margin closeouts',
    help: 'Positions that the broker closed because margin was insufficient.',
    text: count,
  },
  {
    key: 'allMarginRejections',
    title: 'Orders rejected for margin',
    help: 'Orders that were not filled, or not in full, because equity was less than the margin that they needed.',
    text: count,
  },
]

/** The figures about margin; null for results of engines that did not record them. */
export function marginFigures(statistics: Statistics | null): readonly MarginFigure[] | null {
  if (statistics?.['maxUsedMargin'] === undefined) return null
  return MARGIN_FIGURES.map(({ key, title, help, text, none = '–' }) => {
    const value = statistics[key] ?? null
    return { key, title, help, value, text: value === null ? none : text(value, statistics) }
  })
}
