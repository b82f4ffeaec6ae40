import { hasTraded, positionProblem, showsAnnualized } from '../guards.ts'
import { type Metric, none, some } from '../metric.ts'
import { drawdownInterval } from '../stats/drawdown-interval.ts'
import { drawdownsOf } from '../stats/drawdowns.ts'
import { cagr } from './returns.ts'

const MAGDON = 'Magdon-Ismail and Atiya (2004), equity on every tick'

const maxDrawdown: Metric = {
  key: 'maxDrawdown',
  title: 'Maximum drawdown',
  unit: '%',
  better: 'lower',
  group: 'drawdown',
  description: 'Largest decline of equity from its peak, on every tick, as a percentage of the peak.',
  formula: 'max((peak - E) / peak); the first peak is the starting balance',
  source: MAGDON,
  compute: (sample) =>
    some(sample.maxDrawdownFraction * 100, sample.byDay.returns.length, {
      interval: drawdownInterval(sample, ({ depth }) => depth * 100),
    }),
}

const maxDrawdownMoney: Metric = {
  key: 'maxDrawdownMoney',
  title: 'Maximum drawdown in money',
  unit: 'money',
  better: 'lower',
  group: 'drawdown',
  description: 'Largest decline of equity from its peak, on every tick.',
  formula: 'max(peak - E); the first peak is the starting balance',
  source: MAGDON,
  compute: (sample) =>
    some(sample.maxDrawdown, sample.byDay.returns.length, {
      interval: drawdownInterval(sample, ({ fall }) => fall * sample.initialBalance),
    }),
}

const CLOSED_BALANCE = 'B starting balance plus the profits closed so far, at each time of closing'

const closedDrawdown: Metric = {
  key: 'closedDrawdown',
  title: 'Closed-balance drawdown',
  unit: '%',
  better: 'lower',
  group: 'drawdown',
  description: 'Largest decline of the balance from its peak, counting closed positions only.',
  formula: `max((peak - B) / peak); ${CLOSED_BALANCE}`,
  source: 'Balance drawdown of MetaTrader 5 reports',
  compute: (sample) => {
    if (positionProblem(sample) === 'not-given') return none('not-given', 0)
    const { value, interval } = sample.closedFalls().fraction
    return some(value * 100, sample.closed.length, { interval: interval && [interval[0] * 100, interval[1] * 100] })
  },
}

const closedDrawdownMoney: Metric = {
  key: 'closedDrawdownMoney',
  title: 'Closed-balance drawdown in money',
  unit: 'money',
  better: 'lower',
  group: 'drawdown',
  description: 'Largest decline of the balance from its peak in money, counting closed positions only.',
  formula: `max(peak - B); ${CLOSED_BALANCE}`,
  source: 'Balance drawdown of MetaTrader 5 reports',
  compute: (sample) => {
    if (positionProblem(sample) === 'not-given') return none('not-given', 0)
    const { value, interval } = sample.closedFalls().money
    return some(value, sample.closed.length, { interval })
  },
}

const drawdownDuration: Metric = {
  key: 'drawdownDuration',
  title: 'Longest drawdown',
  unit: 'days',
  better: 'lower',
  group: 'drawdown',
  description: 'Longest time that equity was below a peak, up to its recovery or the end of the run.',
  formula: 'max(recovery - last time at the peak) in days; one that is still open counts up to the end and is marked',
  source: 'Time under water, open drawdown included',
  compute: (sample) => {
    const { byDay, end } = sample
    const n = byDay.returns.length
    let longest = 0
    let open = false
    for (const drawdown of drawdownsOf(sample)) {
      const span = (drawdown.end ?? end) - drawdown.start
      if (span <= longest) continue
      longest = span
      open = drawdown.end === null
    }
    const days = longest / 86_400_000
    // Resampled paths only have equity at the ends of days, so they are scaled by how much longer the actual drawdown
    // is.
    const own = n === 0 ? 0 : (byDay.ownPath().longest[0] as number)
    return some(days, n, {
      interval: own === 0 ? null : byDay.pathInterval((paths, draw) => ((paths.longest[draw] as number) / own) * days),
      ...(open && { marks: ['open'] }),
    })
  },
}

const returnOverMaxDrawdown: Metric = {
  key: 'returnOverMaxDrawdown',
  title: 'Return / drawdown',
  unit: 'ratio',
  better: 'higher',
  group: 'drawdown',
  description: 'Return divided by maximum drawdown, both in percent: what the specification calls Profit Factor.',
  formula: '(E_end / E_start - 1) / maximum drawdown; none unless positive',
  source: 'Profit factor of the product specification',
  compute: (sample) => {
    const { equity, initialBalance, maxDrawdownFraction, ruined, byDay } = sample
    const n = byDay.returns.length
    if (ruined) return none('ruined', n)
    if (maxDrawdownFraction === 0) return none('no-drawdown', n)
    const ratio = (equity / initialBalance - 1) / maxDrawdownFraction
    if (ratio <= 0) return none('not-positive', n)
    return some(ratio, n, {
      interval: drawdownInterval(sample, ({ growth, depth }) => (growth - 1) / depth),
    })
  },
}

const calmar: Metric = {
  key: 'calmar',
  title: 'Calmar ratio',
  unit: 'ratio',
  better: 'higher',
  group: 'drawdown',
  description: 'Annual growth divided by maximum drawdown.',
  formula: 'CAGR / maximum drawdown',
  source: 'Young (1991), over the whole run',
  compute: (sample) => {
    const { value, n } = cagr.compute(sample)
    if (!hasTraded(sample)) return none('no-trades', n)
    if (sample.ruined) return none('ruined', n)
    if (sample.maxDrawdownFraction === 0) return none('no-drawdown', n)
    return some((value ?? Number.NaN) / (sample.maxDrawdownFraction * 100), n, {
      interval: drawdownInterval(sample, ({ growth, depth }) => {
        return (Math.max(0, growth) ** (365.25 / sample.length) - 1) / depth
      }),
      shown: showsAnnualized(sample),
    })
  },
}

const recoveryFactor: Metric = {
  key: 'recoveryFactor',
  title: 'Recovery factor',
  unit: 'ratio',
  better: 'higher',
  group: 'drawdown',
  description: 'Profit divided by maximum drawdown in money.',
  formula: '(E_end - E_start) / max(peak - E)',
  source: 'Recovery factor of MetaTrader 5 reports',
  compute: (sample) => {
    const { equity, initialBalance, maxDrawdown, ruined, byDay } = sample
    const n = byDay.returns.length
    if (ruined) return none('ruined', n)
    if (maxDrawdown === 0) return none('no-drawdown', n)
    return some((equity - initialBalance) / maxDrawdown, n, {
      interval: drawdownInterval(sample, ({ growth, fall }) => (growth - 1) / fall),
    })
  },
}

const ulcer: Metric = {
  key: 'ulcer',
  title: 'Ulcer index',
  unit: '%',
  better: 'lower',
  group: 'drawdown',
  description: 'Root mean square of the drawdowns of daily equity.',
  formula: 'sqrt(sum(dd^2) / (n - 1)); dd fall at the end of each day from the highest end of a day so far',
  source: 'Martin and McCann (1989), n - 1 as in quantstats and Jesse',
  compute: ({ dailyEquity, initialBalance, byDay }) => {
    const n = dailyEquity.length
    if (n < 2) return none('too-few', n)
    let peak = initialBalance
    let squares = 0
    for (const equity of dailyEquity) {
      peak = Math.max(peak, equity)
      squares += ((peak - equity) / peak) ** 2
    }
    return some(Math.sqrt(squares / (n - 1)) * 100, n, {
      interval: byDay.pathInterval((paths, draw) => Math.sqrt((paths.squares[draw] as number) / (n - 1)) * 100),
    })
  },
}

export const DRAWDOWNS: readonly Metric[] = [
  maxDrawdown,
  maxDrawdownMoney,
  closedDrawdown,
  closedDrawdownMoney,
  drawdownDuration,
  returnOverMaxDrawdown,
  calmar,
  recoveryFactor,
  ulcer,
]
