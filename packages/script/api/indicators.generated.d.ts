// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/system/ instead.

/** System indicators by key. All work on bid prices of finished bars; periods count bars. */
interface Indicators {
  /**
   * Simple moving average of closes. The plain average of the last closes; it does not drift, and equal averages are
   * equal numbers.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (SMA).
   */
  SMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Exponential moving average of closes. It starts from the plain average of the first closes; from then on each
   * close weighs 2 / (period + 1).
   * Defaults: period 20.
   * Source: P. N. Haurlan, "Measuring Trend Values", 1968; the start as in TA-Lib (EMA).
   */
  EMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Bollinger bands. The moving average of closes and bands at a number of standard deviations of the whole window.
   * Defaults: period 20, deviations 2.
   * Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001; as in TA-Lib (BBANDS).
   */
  BollingerBands(interval: BarInterval, period?: number, deviations?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Highest high. The highest high of the last bars, the present one among them.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (MAX) of highs.
   */
  Highest(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Lowest low. The lowest low of the last bars, the present one among them.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (MIN) of lows.
   */
  Lowest(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Relative strength index. Average gain and loss start as plain averages of the first changes, then follow
   * Wilder's smoothing. A market that did not move at all counts as 0.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (RSI).
   */
  RSI(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Moving average convergence divergence. Both averages start on the bar that fills the slow window, each from the
   * plain average of its own last closes. The signal starts from the plain average of the first differences; there
   * is no value before it exists.
   * Defaults: fast 12, slow 26, signal 9.
   * Source: G. Appel, "The Moving Average Convergence-Divergence Trading Method", 1979; as in TA-Lib (MACD).
   */
  MACD(interval: BarInterval, fast?: number, slow?: number, signal?: number): Indicator<{ readonly macd: number; readonly signal: number; readonly histogram: number }>
  /**
   * Stochastic oscillator. Where the close lies between the lowest low and the highest high, smoothed by a plain
   * average (k), and a plain average of that (d). A window without any range counts as 0.
   * Defaults: period 14, smoothing 3, signal 3.
   * Source: G. C. Lane, "Lane's Stochastics", 1984; as in TA-Lib (STOCH).
   */
  Stochastic(interval: BarInterval, period?: number, smoothing?: number, signal?: number): Indicator<{ readonly k: number; readonly d: number }>
  /**
   * Average true range. Starts as the plain average of the first true ranges, then follows Wilder's smoothing. The
   * first bar has no true range, because there is no close before it.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ATR).
   */
  ATR(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Standard deviation of closes. Of the whole window, not of a sample: the squares are divided by the period.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (STDDEV).
   */
  StandardDeviation(interval: BarInterval, period?: number): Indicator<number>
}
