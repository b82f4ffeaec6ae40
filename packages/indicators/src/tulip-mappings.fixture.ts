export type Values = readonly (number | null)[]

interface Output {
  /** Our output, or a value computed from several. */
  readonly of: string | ((outputs: Readonly<Record<string, Values>>, row: number) => number | null)
  readonly scale?: number
  readonly plus?: number
  /**
   * The fraction of the previous value that a smoothing keeps: removed from both sides, so that the seed does not
   * matter.
   */
  readonly keeps?: (options: readonly number[]) => readonly number[]
  readonly name?: string
}

export interface Mapping {
  readonly key: string
  /** Letters of the input columns: o, h, l, c, v. */
  readonly inputs: string
  readonly args?: (options: readonly number[]) => readonly number[]
  readonly outputs?: readonly Output[]
  /** Bars inserted before the first one: flat at its price (many), or a copy of the first bar. */
  readonly lead?: 'flat' | 'same'
  /** Nested averages, each of which the reference seeds with the first value that reaches it. */
  readonly stages?: { readonly count: number; readonly period: (options: readonly number[]) => number }
  /** Values omitted at the start of a block's outputs, by the block's title. */
  readonly ignore?: Readonly<Record<string, number>>
  /** Values at the end of a block's outputs without a bar, by the block's title. */
  readonly surplus?: Readonly<Record<string, number>>
  readonly because?: string
}

const FIRST_PRICE = 'its averages start from the first price, ours from a simple average: fed with a flat market before'
const FIRST_VALUES =
  'each of its averages starts from the first value that reaches it: fed with prices that make those seeds'
const FIRST_RANGE = 'it counts the range of the first bar, which has no close before it: fed with that bar twice'

function average(period = 1): number {
  return 1 - 2 / (period + 1)
}

function wilder(period = 1): number {
  return 1 - 1 / period
}

/** Converts a change relative to the previous value into one relative to the current value, in percent. */
function relativeToPresent(change: number | null): number | null {
  return change === null ? null : (100 * change) / (100 + change)
}

const ADX_SEED = 'its average starts one bar earlier, at a value that is not smoothed yet: compared without the seed'

/** The indicator for each block, and how different starts are made comparable. */
export const REFERENCE_MAPPINGS: Readonly<Record<string, Mapping>> = {
  abands: { key: 'AccelerationBands', inputs: 'hlc', outputs: [{ of: 'lower' }, { of: 'upper' }, { of: 'middle' }] },
  ad: { key: 'AD', inputs: 'hlcv' },
  adosc: { key: 'ChaikinOscillator', inputs: 'hlcv' },
  adx: { key: 'ADX', inputs: 'hl', outputs: [{ of: 'value', keeps: ([n]) => [wilder(n)] }], because: ADX_SEED },
  adxr: { key: 'ADXR', inputs: 'hl', outputs: [{ of: 'value', keeps: ([n]) => [wilder(n)] }], because: ADX_SEED },
  alma: { key: 'ALMA', inputs: 'c' },
  ao: { key: 'AwesomeOscillator', inputs: 'hl' },
  apo: { key: 'APO', inputs: 'c', lead: 'flat', because: FIRST_PRICE },
  aroon: { key: 'Aroon', inputs: 'hl', outputs: [{ of: 'down' }, { of: 'up' }] },
  aroonosc: { key: 'AroonOscillator', inputs: 'hl' },
  atr: { key: 'ATR', inputs: 'hlc', lead: 'same', because: FIRST_RANGE },
  avgprice: { key: 'AveragePrice', inputs: 'ohlc' },
  bbands: { key: 'BollingerBands', inputs: 'c', outputs: [{ of: 'lower' }, { of: 'middle' }, { of: 'upper' }] },
  bop: { key: 'BalanceOfPower', inputs: 'ohlc' },
  cci: { key: 'CCI', inputs: 'hlc' },
  ce: {
    key: 'ChandelierExit',
    inputs: 'hlc',
    lead: 'same',
    outputs: [{ of: 'long' }, { of: 'short' }],
    surplus: { 'extra.txt: ce 22 3': 1 },
    because: `${FIRST_RANGE}; it has one value more than bars`,
  },
  cmf: { key: 'CMF', inputs: 'hlcv' },
  cmo: { key: 'CMO', inputs: 'c' },
  cvi: {
    key: 'ChaikinVolatility',
    inputs: 'hl',
    args: ([n = 1]) => [n, n],
    lead: 'flat',
    because: FIRST_PRICE,
  },
  dema: { key: 'DEMA', inputs: 'c', stages: { count: 2, period: ([n = 1]) => n }, because: FIRST_VALUES },
  di: { key: 'DMI', inputs: 'hlc', outputs: [{ of: 'plus' }, { of: 'minus' }] },
  dpo: { key: 'DPO', inputs: 'c' },
  dx: { key: 'DX', inputs: 'hl' },
  ema: { key: 'EMA', inputs: 'c', lead: 'flat', because: FIRST_PRICE },
  emv: { key: 'EaseOfMovement', inputs: 'hlv', args: () => [1] },
  fisher: { key: 'FisherTransform', inputs: 'hl', outputs: [{ of: 'fisher' }, { of: 'trigger' }] },
  fosc: { key: 'ForecastOscillator', inputs: 'c' },
  hma: { key: 'HMA', inputs: 'c' },
  ikhts: { key: 'Ichimoku', inputs: 'hl', args: ([n = 1]) => [n, n, n, 1], outputs: [{ of: 'conversion' }] },
  kama: { key: 'KAMA', inputs: 'c' },
  kvo: {
    key: 'KlingerOscillator',
    inputs: 'hlcv',
    lead: 'flat',
    args: ([fast = 1, slow = 1]) => [fast, slow, 1],
    outputs: [{ of: 'kvo', keeps: ([fast, slow]) => [average(fast), average(slow)] }],
    because: 'its averages start from the first force, ours from a simple average: compared without the seeds',
  },
  linreg: { key: 'LSMA', inputs: 'c' },
  linregintercept: { key: 'LinearRegressionIntercept', inputs: 'c' },
  linregslope: { key: 'LinearRegressionSlope', inputs: 'c' },
  macd: {
    key: 'MACD',
    inputs: 'c',
    lead: 'flat',
    outputs: [
      { of: 'macd' },
      { of: 'signal', keeps: ([, , n]) => [average(n)] },
      { of: 'histogram', keeps: ([, , n]) => [average(n)] },
    ],
    because: `${FIRST_PRICE}; the seed of the signal is taken out`,
  },
  marketfi: { key: 'MarketFacilitationIndex', inputs: 'hlv' },
  mass: { key: 'MassIndex', inputs: 'hl', stages: { count: 2, period: () => 9 }, because: FIRST_VALUES },
  max: { key: 'Highest', inputs: 'c' },
  md: { key: 'MeanDeviation', inputs: 'c' },
  medprice: { key: 'MedianPrice', inputs: 'hl' },
  mfi: { key: 'MFI', inputs: 'hlcv' },
  min: { key: 'Lowest', inputs: 'c' },
  mom: { key: 'Momentum', inputs: 'c' },
  msw: { key: 'MesaSineWave', inputs: 'c', outputs: [{ of: 'sine' }, { of: 'lead' }] },
  natr: { key: 'NATR', inputs: 'hlc', lead: 'same', because: FIRST_RANGE },
  nvi: { key: 'NVI', inputs: 'cv' },
  obv: {
    key: 'OBV',
    inputs: 'cv',
    outputs: [{ of: ({ value = [] }, row) => (value[row] ?? 0) - (value[0] ?? 0), name: 'value' }],
    because: 'it starts at 0, TA-Lib and ours with the volume of the first bar: that is subtracted',
  },
  ppo: { key: 'PPO', inputs: 'c', lead: 'flat', outputs: [{ of: 'ppo' }], because: FIRST_PRICE },
  psar: {
    key: 'ParabolicSAR',
    inputs: 'hl',
    ignore: { 'atoz.txt: psar 0.02 0.2': 7 },
    because: 'it counts the second bar as a new extreme, TA-Lib and ours do not: equal from the first turn on',
  },
  pvi: { key: 'PVI', inputs: 'cv' },
  qstick: { key: 'QStick', inputs: 'oc' },
  roc: { key: 'ROC', inputs: 'c', outputs: [{ of: 'value', scale: 0.01 }], because: 'ours is in percent' },
  rocr: {
    key: 'ROC',
    inputs: 'c',
    outputs: [{ of: 'value', scale: 0.01, plus: 1 }],
    because: 'it is a ratio, ours is a change in percent',
  },
  rsi: { key: 'RSI', inputs: 'c' },
  sma: { key: 'SMA', inputs: 'c' },
  stddev: { key: 'StandardDeviation', inputs: 'c' },
  stderr: { key: 'StandardError', inputs: 'c' },
  stoch: { key: 'Stochastic', inputs: 'hlc', outputs: [{ of: 'k' }, { of: 'd' }] },
  stochrsi: {
    key: 'StochasticRSI',
    inputs: 'c',
    args: ([n = 1]) => [n, n, 1, 1],
    outputs: [{ of: 'k', scale: 0.01 }],
    because: 'ours is in percent and smoothed: with smoothings of 1',
  },
  tema: { key: 'TEMA', inputs: 'c', stages: { count: 3, period: ([n = 1]) => n }, because: FIRST_VALUES },
  tr: { key: 'TrueRange', inputs: 'hlc', lead: 'same', because: FIRST_RANGE },
  trima: { key: 'TRIMA', inputs: 'c' },
  trix: {
    key: 'TRIX',
    inputs: 'c',
    stages: { count: 3, period: ([n = 1]) => n },
    outputs: [{ of: ({ value = [] }, row) => relativeToPresent(value[row] ?? null), name: 'value' }],
    because: `${FIRST_VALUES}; it divides by the current average, TA-Lib and ours by the previous one`,
  },
  tsf: { key: 'TimeSeriesForecast', inputs: 'c' },
  typprice: { key: 'TypicalPrice', inputs: 'hlc' },
  ultosc: { key: 'UltimateOscillator', inputs: 'hlc' },
  var: { key: 'Variance', inputs: 'c' },
  vhf: { key: 'VHF', inputs: 'c' },
  vidya: { key: 'VIDYA', inputs: 'c' },
  volatility: { key: 'HistoricalVolatility', inputs: 'c' },
  vosc: { key: 'VolumeOscillator', inputs: 'v' },
  vwma: { key: 'VWMA', inputs: 'cv' },
  wad: { key: 'WilliamsAD', inputs: 'hlc' },
  wcprice: { key: 'WeightedClose', inputs: 'hlc' },
  wilders: { key: 'SMMA', inputs: 'c' },
  willr: { key: 'WilliamsR', inputs: 'hlc' },
  wma: { key: 'WMA', inputs: 'c' },
  zlema: {
    key: 'ZLEMA',
    inputs: 'c',
    outputs: [{ of: 'value', keeps: ([n]) => [average(n)] }],
    because: 'it starts from a single price, ours from a simple average: compared without the seed',
  },
}
