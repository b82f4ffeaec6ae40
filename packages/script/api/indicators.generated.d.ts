// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/system/ instead.

/** System indicators by key. All work on bid prices of finished bars; periods count bars. */
interface Indicators {
  /**
   * Median price. The middle between high and low of the bar.
   * Source: common knowledge; as in TA-Lib (MEDPRICE).
   */
  MedianPrice(interval: BarInterval): Indicator<number>
  /**
   * Typical price. The plain average of high, low and close of the bar.
   * Source: common knowledge; as in TA-Lib (TYPPRICE).
   */
  TypicalPrice(interval: BarInterval): Indicator<number>
  /**
   * Weighted close. The average of high, low and close of the bar, with the close counted twice.
   * Source: common knowledge; as in TA-Lib (WCLPRICE).
   */
  WeightedClose(interval: BarInterval): Indicator<number>
  /**
   * Average price. The plain average of open, high, low and close of the bar.
   * Source: common knowledge; as in TA-Lib (AVGPRICE).
   */
  AveragePrice(interval: BarInterval): Indicator<number>
  /**
   * Heikin-Ashi candles. Averaged candles: each opens in the middle of the averaged candle before it and closes at
   * the average of the bar's four prices. The first one opens in the middle of its own bar.
   * Source: D. Valcu, "Using the Heikin-Ashi Technique", Stocks & Commodities 2004.
   */
  HeikinAshi(interval: BarInterval): Indicator<{ readonly open: number; readonly high: number; readonly low: number; readonly close: number }>
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
   * Weighted moving average of closes. The newest close weighs period times as much as the oldest, those between
   * them in even steps.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (WMA).
   */
  WMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Hull moving average of closes. A weighted average over the square root of the period, of twice the weighted
   * average of half the period less that of the whole: smooth with little lag. Both numbers are rounded down.
   * Defaults: period 20.
   * Source: A. Hull, "How to reduce lag in a moving average", 2005.
   */
  HMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Double exponential moving average of closes. Twice the exponential average less the exponential average of
   * itself, which takes most of the lag away.
   * Defaults: period 20.
   * Source: P. G. Mulloy, "Smoothing Data with Faster Moving Averages", Stocks & Commodities 1994; as in TA-Lib
   * (DEMA).
   */
  DEMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Triple exponential moving average of closes. Three exponential averages one upon the other, put together so that
   * most of the lag cancels out.
   * Defaults: period 20.
   * Source: P. G. Mulloy, "Smoothing Data with Less Lag", Stocks & Commodities 1994; as in TA-Lib (TEMA).
   */
  TEMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Kaufman adaptive moving average of closes. It follows quickly where price goes straight and slowly where price
   * goes to and fro, between an exponential average of the fast and one of the slow period. It starts from the close
   * before its first value.
   * Defaults: period 10, fast 2, slow 30.
   * Source: P. J. Kaufman, "Trading Systems and Methods", 1995; the start as in TA-Lib (KAMA).
   */
  KAMA(interval: BarInterval, period?: number, fast?: number, slow?: number): Indicator<number>
  /**
   * Volume weighted moving average of closes. Each close weighs as much as the volume of its bar. There is no value
   * where the window has no volume.
   * Defaults: period 20.
   * Source: common knowledge, for example R. W. Colby, "The Encyclopedia of Technical Market Indicators", 2003.
   */
  VWMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Smoothed moving average of closes. Wilder's smoothing: it starts from the plain average of the first closes,
   * then each close weighs 1 / period.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978.
   */
  SMMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Tillson T3 moving average of closes. Six exponential averages one upon the other, put together with a volume
   * factor: smooth with little lag.
   * Defaults: period 5, factor 0.7.
   * Source: T. Tillson, "Better Moving Averages", Stocks & Commodities 1998; as in TA-Lib (T3).
   */
  T3(interval: BarInterval, period?: number, factor?: number): Indicator<number>
  /**
   * Arnaud Legoux moving average of closes. The weights of the window follow a bell curve whose top lies at a part
   * of the window (offset, 1 is the newest bar) and whose width is the period divided by sigma.
   * Defaults: period 9, offset 0.85, sigma 6.
   * Source: A. Legoux and D. Kouzis-Loukas, "ALMA: Arnaud Legoux Moving Average", 2009.
   */
  ALMA(interval: BarInterval, period?: number, offset?: number, sigma?: number): Indicator<number>
  /**
   * Least squares moving average of closes. The end of the straight line that fits the last closes best.
   * Defaults: period 25.
   * Source: method of least squares; as in TA-Lib (LINEARREG).
   */
  LSMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Variable index dynamic average of closes. An exponential average whose weight alpha is multiplied by the ratio
   * of the deviation of the last few closes to that of many. It starts from the close before its first value.
   * Defaults: fast 9, slow 30, alpha 0.2.
   * Source: T. S. Chande, "Adapting Moving Averages to Market Volatility", Stocks & Commodities 1992.
   */
  VIDYA(interval: BarInterval, fast?: number, slow?: number, alpha?: number): Indicator<number>
  /**
   * Zero lag exponential moving average of closes. An exponential average of closes to which their change over half
   * a period is added, so that the lag cancels out.
   * Defaults: period 20.
   * Source: J. F. Ehlers and R. Way, "Zero Lag (Well, Almost)", 2010.
   */
  ZLEMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Triangular moving average of closes. The closes in the middle of the window weigh most: a plain average of a
   * plain average.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (TRIMA).
   */
  TRIMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * McGinley dynamic of closes. An average that speeds up when price falls below it and slows down when price rises
   * above it. It starts from the plain average of the first closes.
   * Defaults: period 14.
   * Source: J. R. McGinley, "McGinley Dynamics", Market Technicians Association Journal 1997.
   */
  McGinley(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Fractal adaptive moving average. An exponential average of median prices whose weight follows the fractal
   * dimension of the window: quick in trends, slow in ranges. It starts from the median price of its first full
   * window; the period must be even.
   * Defaults: period 16.
   * Source: J. F. Ehlers, "FRAMA: Fractal Adaptive Moving Average", 2005.
   */
  FRAMA(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Two pole super smoother of closes. A filter that takes out what is shorter than the period with less lag than an
   * average; values before one full period are kept back.
   * Defaults: period 10.
   * Source: J. F. Ehlers, "Cycle Analytics for Traders", 2013.
   */
  SuperSmoother(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Moving median of closes. The close in the middle when the closes of the window are put in order: single spikes
   * do not move it.
   * Defaults: period 21.
   * Source: J. W. Tukey, "Exploratory Data Analysis", 1977.
   */
  MovingMedian(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Alligator. Three smoothed averages of median prices, moved 8, 5 and 3 bars forward: the value of a bar is what
   * was known that many bars before.
   * Defaults: jaw 13, teeth 8, lips 5.
   * Source: B. Williams, "Trading Chaos", 1995.
   */
  Alligator(interval: BarInterval, jaw?: number, teeth?: number, lips?: number): Indicator<{ readonly jaw: number; readonly teeth: number; readonly lips: number }>
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
   * Donchian channel. The highest high and the lowest low of the last bars, the present one among them, and the
   * middle between them.
   * Defaults: period 20.
   * Source: R. D. Donchian, about 1960, "Donchian's 5 and 20 Day Moving Averages", 1974.
   */
  Donchian(interval: BarInterval, period?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Keltner channel. The exponential average of closes with bands at a multiple of the average true range.
   * Defaults: period 20, multiplier 2, atrPeriod 10.
   * Source: C. W. Keltner, "How to Make Money in Commodities", 1960, in the form of L. B. Raschke.
   */
  Keltner(interval: BarInterval, period?: number, multiplier?: number, atrPeriod?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Stoller average range channel. The plain average of closes with bands at a multiple of the average true range.
   * Defaults: period 6, multiplier 2, atrPeriod 15.
   * Source: M. Stoller, STARC bands, in J. F. Ehlers and others, Stocks & Commodities, about 1990.
   */
  StarcBands(interval: BarInterval, period?: number, multiplier?: number, atrPeriod?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Moving average envelope. The plain average of closes and lines a number of per cent above and below it.
   * Defaults: period 20, percent 2.5.
   * Source: common knowledge, for example S. B. Achelis, "Technical Analysis from A to Z", 2000.
   */
  Envelope(interval: BarInterval, period?: number, percent?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Acceleration bands. Plain averages of highs and lows that are moved apart by a factor times the range of their
   * bar relative to its price.
   * Defaults: period 20, factor 4.
   * Source: P. Headley, "Big Trends in Trading", 2002.
   */
  AccelerationBands(interval: BarInterval, period?: number, factor?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Bollinger %b. Where the close lies between the lower Bollinger band (0) and the upper one (1). Bands without any
   * width count as 0.5.
   * Defaults: period 20, deviations 2.
   * Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
   */
  BollingerPercentB(interval: BarInterval, period?: number, deviations?: number): Indicator<number>
  /**
   * Bollinger bandwidth. The distance of the Bollinger bands in per cent of their middle line.
   * Defaults: period 20, deviations 2.
   * Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
   */
  BollingerBandwidth(interval: BarInterval, period?: number, deviations?: number): Indicator<number>
  /**
   * Linear regression channel. The end of the straight line that fits the last closes best, and bands at a number of
   * standard deviations of the closes around that line.
   * Defaults: period 100, deviations 2.
   * Source: G. Raff, "Trading the Regression Channel", 1996; deviations of the whole window.
   */
  LinearRegressionChannel(interval: BarInterval, period?: number, deviations?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Chandelier exit. Trailing stops that hang below the highest high (long) and stand above the lowest low (short)
   * at a multiple of the average true range.
   * Defaults: period 22, multiplier 3.
   * Source: C. Le Beau, in A. Elder, "Come Into My Trading Room", 2002.
   */
  ChandelierExit(interval: BarInterval, period?: number, multiplier?: number): Indicator<{ readonly long: number; readonly short: number }>
  /**
   * Directional movement. How much of the true range was movement upward (plus) and downward (minus), in per cent.
   * The sums start from the movements of the first period - 1 bars, which are then smoothed.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (PLUS_DI, MINUS_DI).
   */
  DMI(interval: BarInterval, period?: number): Indicator<{ readonly plus: number; readonly minus: number }>
  /**
   * Directional movement index. The difference of upward and downward movement in per cent of their sum. The sums
   * start from the movements of the first period - 1 bars, which are then smoothed.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (DX).
   */
  DX(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Average directional movement index. Wilder's smoothing of the directional movement index: how strong a trend is,
   * whatever its direction.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADX).
   */
  ADX(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Average directional movement rating. The middle between the present ADX and that of period - 1 bars before.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADXR).
   */
  ADXR(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Aroon. How lately the highest high (up) and the lowest low (down) of the last period + 1 bars were made: 100 is
   * the present bar, 0 the oldest.
   * Defaults: period 14.
   * Source: T. S. Chande, "A Time Price Oscillator", Stocks & Commodities 1995; as in TA-Lib (AROON).
   */
  Aroon(interval: BarInterval, period?: number): Indicator<{ readonly up: number; readonly down: number }>
  /**
   * Aroon oscillator. Aroon up less Aroon down, from -100 to 100.
   * Defaults: period 14.
   * Source: T. S. Chande, "A Time Price Oscillator", Stocks & Commodities 1995; as in TA-Lib (AROONOSC).
   */
  AroonOscillator(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Supertrend. A stop at a multiple of the average true range from the median price, which only moves with the
   * trend; direction is 1 while price is above it and -1 below. It starts upward.
   * Defaults: period 10, multiplier 3.
   * Source: O. Seban, Supertrend, about 2008.
   */
  Supertrend(interval: BarInterval, period?: number, multiplier?: number): Indicator<{ readonly value: number; readonly direction: number }>
  /**
   * Parabolic stop and reverse. A stop that follows price faster with every new extreme and turns when it is
   * touched. The first direction is that of the larger movement of the first two bars, upward when they are equal.
   * Defaults: step 0.02, limit 0.2.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (SAR).
   */
  ParabolicSAR(interval: BarInterval, step?: number, limit?: number): Indicator<number>
  /**
   * Ichimoku cloud. Middles of the ranges of three windows. The spans of a bar are those computed displacement bars
   * before, as the chart shows them, so nothing looks ahead; the lagging line is the close itself, drawn backward,
   * and is left out.
   * Defaults: conversion 9, base 26, span 52, displacement 26.
   * Source: G. Hosoda, Ichimoku Kinko Hyo, 1969.
   */
  Ichimoku(interval: BarInterval, conversion?: number, base?: number, span?: number, displacement?: number): Indicator<{ readonly conversion: number; readonly base: number; readonly spanA: number; readonly spanB: number }>
  /**
   * Vortex. Movement from the low before to the high (plus) and from the high before to the low (minus), each in
   * relation to the true ranges of the window.
   * Defaults: period 14.
   * Source: E. Botes and D. Siepman, "The Vortex Indicator", Stocks & Commodities 2010.
   */
  Vortex(interval: BarInterval, period?: number): Indicator<{ readonly plus: number; readonly minus: number }>
  /**
   * Vertical horizontal filter. The range of the closes divided by the way that they went: high in trends, low in
   * ranges.
   * Defaults: period 28.
   * Source: A. White, "The Vertical Horizontal Filter", Futures 1991.
   */
  VHF(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Mass index. The sum over the period of the ratio of the exponential average of the bar ranges to the average of
   * that average: it swells before ranges turn.
   * Defaults: period 25, smoothing 9.
   * Source: D. Dorsey, "The Mass Index", Stocks & Commodities 1992.
   */
  MassIndex(interval: BarInterval, period?: number, smoothing?: number): Indicator<number>
  /**
   * Choppiness index. The sum of the true ranges in relation to the range of the whole window on a logarithmic
   * scale: near 100 without any trend, near 0 in a straight one.
   * Defaults: period 14.
   * Source: E. W. Dreiss, "Choppiness Index", 1993.
   */
  Choppiness(interval: BarInterval, period?: number): Indicator<number>
  /**
   * Random walk index. How far price went up (high) or down (low) within any part of the window, in relation to what
   * a random walk of that length would do; above 1 it trends.
   * Defaults: period 14.
   * Source: M. Poulos, "Of Trends and Random Walks", Stocks & Commodities 1991.
   */
  RandomWalkIndex(interval: BarInterval, period?: number): Indicator<{ readonly high: number; readonly low: number }>
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
