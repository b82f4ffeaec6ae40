// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/catalog/ instead.

/** System indicators by key. All work on bid prices of finished bars; periods count bars. */
interface Indicators {
  /**
   * Median price. The middle between high and low of the bar.
   * Source: common knowledge; as in TA-Lib (MEDPRICE).
   */
  MedianPrice(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Typical price. The plain average of high, low and close of the bar.
   * Source: common knowledge; as in TA-Lib (TYPPRICE).
   */
  TypicalPrice(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Weighted close. The average of high, low and close of the bar, with the close counted twice.
   * Source: common knowledge; as in TA-Lib (WCLPRICE).
   */
  WeightedClose(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Average price. The plain average of open, high, low and close of the bar.
   * Source: common knowledge; as in TA-Lib (AVGPRICE).
   */
  AveragePrice(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Heikin-Ashi candles. Averaged candles: each opens in the middle of the averaged candle before it and closes at
   * the average of the bar's four prices. The first one opens in the middle of its own bar.
   * Source: D. Valcu, "Using the Heikin-Ashi Technique", Stocks & Commodities 2004.
   */
  HeikinAshi(interval: BarInterval | TickCount): Indicator<{ readonly open: number; readonly high: number; readonly low: number; readonly close: number }>
  /**
   * Simple moving average of closes. The plain average of the last closes; it does not drift, and equal averages are
   * equal numbers.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (SMA).
   */
  SMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Exponential moving average of closes. It starts from the plain average of the first closes; from then on each
   * close weighs 2 / (period + 1).
   * Defaults: period 20.
   * Source: P. N. Haurlan, "Measuring Trend Values", 1968; the start as in TA-Lib (EMA).
   */
  EMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Weighted moving average of closes. The newest close weighs period times as much as the oldest, those between
   * them in even steps.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (WMA).
   */
  WMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Hull moving average of closes. A weighted average over the square root of the period, of twice the weighted
   * average of half the period less that of the whole: smooth with little lag. Both numbers are rounded down.
   * Defaults: period 20.
   * Source: A. Hull, "How to reduce lag in a moving average", 2005.
   */
  HMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Double exponential moving average of closes. Twice the exponential average less the exponential average of
   * itself, which takes most of the lag away.
   * Defaults: period 20.
   * Source: P. G. Mulloy, "Smoothing Data with Faster Moving Averages", Stocks & Commodities 1994; as in TA-Lib
   * (DEMA).
   */
  DEMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Triple exponential moving average of closes. Three exponential averages one upon the other, put together so that
   * most of the lag cancels out.
   * Defaults: period 20.
   * Source: P. G. Mulloy, "Smoothing Data with Less Lag", Stocks & Commodities 1994; as in TA-Lib (TEMA).
   */
  TEMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Kaufman adaptive moving average of closes. It follows quickly where price goes straight and slowly where price
   * goes to and fro, between an exponential average of the fast and one of the slow period. It starts from the close
   * before its first value.
   * Defaults: period 10, fast 2, slow 30.
   * Source: P. J. Kaufman, "Trading Systems and Methods", 1995; the start as in TA-Lib (KAMA).
   */
  KAMA(interval: BarInterval | TickCount, period?: number, fast?: number, slow?: number): Indicator<number>
  /**
   * Volume weighted moving average of closes. Each close weighs as much as the volume of its bar. There is no value
   * where the window has no volume.
   * Defaults: period 20.
   * Source: common knowledge, for example R. W. Colby, "The Encyclopedia of Technical Market Indicators", 2003.
   */
  VWMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Smoothed moving average of closes. Wilder's smoothing: it starts from the plain average of the first closes,
   * then each close weighs 1 / period.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978.
   */
  SMMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Tillson T3 moving average of closes. Six exponential averages one upon the other, put together with a volume
   * factor: smooth with little lag.
   * Defaults: period 5, factor 0.7.
   * Source: T. Tillson, "Better Moving Averages", Stocks & Commodities 1998; as in TA-Lib (T3).
   */
  T3(interval: BarInterval | TickCount, period?: number, factor?: number): Indicator<number>
  /**
   * Arnaud Legoux moving average of closes. The weights of the window follow a bell curve whose top lies at a part
   * of the window (offset, 1 is the newest bar; rounded down to a bar) and whose width is the period divided by
   * sigma.
   * Defaults: period 9, offset 0.85, sigma 6.
   * Source: A. Legoux and D. Kouzis-Loukas, "ALMA: Arnaud Legoux Moving Average", 2009.
   */
  ALMA(interval: BarInterval | TickCount, period?: number, offset?: number, sigma?: number): Indicator<number>
  /**
   * Least squares moving average of closes. The end of the straight line that fits the last closes best.
   * Defaults: period 25.
   * Source: method of least squares; as in TA-Lib (LINEARREG).
   */
  LSMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Variable index dynamic average of closes. An exponential average whose weight alpha is multiplied by the ratio
   * of the deviation of the last few closes to that of many. It starts from the close before its first value.
   * Defaults: fast 9, slow 30, alpha 0.2.
   * Source: T. S. Chande, "Adapting Moving Averages to Market Volatility", Stocks & Commodities 1992.
   */
  VIDYA(interval: BarInterval | TickCount, fast?: number, slow?: number, alpha?: number): Indicator<number>
  /**
   * Zero lag exponential moving average of closes. An exponential average of closes to which their change over half
   * a period is added, so that the lag cancels out.
   * Defaults: period 20.
   * Source: J. F. Ehlers and R. Way, "Zero Lag (Well, Almost)", 2010.
   */
  ZLEMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Triangular moving average of closes. The closes in the middle of the window weigh most: a plain average of a
   * plain average.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (TRIMA).
   */
  TRIMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * McGinley dynamic of closes. An average that speeds up when price falls below it and slows down when price rises
   * above it. It starts from the plain average of the first closes.
   * Defaults: period 14.
   * Source: J. R. McGinley, "McGinley Dynamics", Market Technicians Association Journal 1997.
   */
  McGinley(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Fractal adaptive moving average. An exponential average of median prices whose weight follows the fractal
   * dimension of the window: quick in trends, slow in ranges. It starts from the median price of its first full
   * window; the period must be even.
   * Defaults: period 16.
   * Source: J. F. Ehlers, "FRAMA: Fractal Adaptive Moving Average", 2005.
   */
  FRAMA(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Two pole super smoother of closes. A filter that takes out what is shorter than the period with less lag than an
   * average; values before one full period are kept back.
   * Defaults: period 10.
   * Source: J. F. Ehlers, "Cycle Analytics for Traders", 2013.
   */
  SuperSmoother(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Moving median of closes. The close in the middle when the closes of the window are put in order: single spikes
   * do not move it.
   * Defaults: period 21.
   * Source: J. W. Tukey, "Exploratory Data Analysis", 1977.
   */
  MovingMedian(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Alligator. Three smoothed averages of median prices, moved 8, 5 and 3 bars forward: the value of a bar is what
   * was known that many bars before.
   * Defaults: jaw 13, teeth 8, lips 5.
   * Source: B. Williams, "Trading Chaos", 1995.
   */
  Alligator(interval: BarInterval | TickCount, jaw?: number, teeth?: number, lips?: number): Indicator<{ readonly jaw: number; readonly teeth: number; readonly lips: number }>
  /**
   * Bollinger bands. The moving average of closes and bands at a number of standard deviations of the whole window.
   * Defaults: period 20, deviations 2.
   * Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001; as in TA-Lib (BBANDS).
   */
  BollingerBands(interval: BarInterval | TickCount, period?: number, deviations?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Highest high. The highest high of the last bars, the present one among them.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (MAX) of highs.
   */
  Highest(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Lowest low. The lowest low of the last bars, the present one among them.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (MIN) of lows.
   */
  Lowest(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Donchian channel. The highest high and the lowest low of the last bars, the present one among them, and the
   * middle between them.
   * Defaults: period 20.
   * Source: R. D. Donchian, about 1960, "Donchian's 5 and 20 Day Moving Averages", 1974.
   */
  Donchian(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Keltner channel. The exponential average of closes with bands at a multiple of the average true range.
   * Defaults: period 20, multiplier 2, atrPeriod 10.
   * Source: C. W. Keltner, "How to Make Money in Commodities", 1960, in the form of L. B. Raschke.
   */
  Keltner(interval: BarInterval | TickCount, period?: number, multiplier?: number, atrPeriod?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Stoller average range channel. The plain average of closes with bands at a multiple of the average true range.
   * Defaults: period 6, multiplier 2, atrPeriod 15.
   * Source: M. Stoller, STARC bands, in J. F. Ehlers and others, Stocks & Commodities, about 1990.
   */
  StarcBands(interval: BarInterval | TickCount, period?: number, multiplier?: number, atrPeriod?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Moving average envelope. The plain average of closes and lines a number of per cent above and below it.
   * Defaults: period 20, percent 2.5.
   * Source: common knowledge, for example S. B. Achelis, "Technical Analysis from A to Z", 2000.
   */
  Envelope(interval: BarInterval | TickCount, period?: number, percent?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Acceleration bands. Plain averages of highs and lows that are moved apart by a factor times the range of their
   * bar relative to its price.
   * Defaults: period 20, factor 4.
   * Source: P. Headley, "Big Trends in Trading", 2002.
   */
  AccelerationBands(interval: BarInterval | TickCount, period?: number, factor?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Bollinger %b. Where the close lies between the lower Bollinger band (0) and the upper one (1). Bands without any
   * width count as 0.5.
   * Defaults: period 20, deviations 2.
   * Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
   */
  BollingerPercentB(interval: BarInterval | TickCount, period?: number, deviations?: number): Indicator<number>
  /**
   * Bollinger bandwidth. The distance of the Bollinger bands in per cent of their middle line.
   * Defaults: period 20, deviations 2.
   * Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
   */
  BollingerBandwidth(interval: BarInterval | TickCount, period?: number, deviations?: number): Indicator<number>
  /**
   * Linear regression channel. The end of the straight line that fits the last closes best, and bands at a number of
   * standard deviations of the closes around that line.
   * Defaults: period 100, deviations 2.
   * Source: G. Raff, "Trading the Regression Channel", 1996; deviations of the whole window.
   */
  LinearRegressionChannel(interval: BarInterval | TickCount, period?: number, deviations?: number): Indicator<{ readonly upper: number; readonly middle: number; readonly lower: number }>
  /**
   * Chandelier exit. Trailing stops that hang below the highest high (long) and stand above the lowest low (short)
   * at a multiple of the average true range.
   * Defaults: period 22, multiplier 3.
   * Source: C. Le Beau, in A. Elder, "Come Into My Trading Room", 2002.
   */
  ChandelierExit(interval: BarInterval | TickCount, period?: number, multiplier?: number): Indicator<{ readonly long: number; readonly short: number }>
  /**
   * Directional movement. How much of the true range was movement upward (plus) and downward (minus), in per cent.
   * The sums start from the movements of the first period - 1 bars, which are then smoothed.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (PLUS_DI, MINUS_DI).
   */
  DMI(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly plus: number; readonly minus: number }>
  /**
   * Directional movement index. The difference of upward and downward movement in per cent of their sum. The sums
   * start from the movements of the first period - 1 bars, which are then smoothed.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (DX).
   */
  DX(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Average directional movement index. Wilder's smoothing of the directional movement index: how strong a trend is,
   * whatever its direction.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADX).
   */
  ADX(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Average directional movement rating. The middle between the present ADX and that of period - 1 bars before.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADXR).
   */
  ADXR(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Aroon. How lately the highest high (up) and the lowest low (down) of the last period + 1 bars were made: 100 is
   * the present bar, 0 the oldest.
   * Defaults: period 14.
   * Source: T. S. Chande, "A Time Price Oscillator", Stocks & Commodities 1995; as in TA-Lib (AROON).
   */
  Aroon(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly up: number; readonly down: number }>
  /**
   * Aroon oscillator. Aroon up less Aroon down, from -100 to 100.
   * Defaults: period 14.
   * Source: T. S. Chande, "A Time Price Oscillator", Stocks & Commodities 1995; as in TA-Lib (AROONOSC).
   */
  AroonOscillator(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Supertrend. A stop at a multiple of the average true range from the median price, which only moves with the
   * trend; direction is 1 while price is above it and -1 below. It starts upward.
   * Defaults: period 10, multiplier 3.
   * Source: O. Seban, Supertrend, about 2008.
   */
  Supertrend(interval: BarInterval | TickCount, period?: number, multiplier?: number): Indicator<{ readonly value: number; readonly direction: number }>
  /**
   * Parabolic stop and reverse. A stop that follows price faster with every new extreme and turns when it is
   * touched. The first direction is that of the larger movement of the first two bars, upward when they are equal.
   * Defaults: step 0.02, limit 0.2.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (SAR).
   */
  ParabolicSAR(interval: BarInterval | TickCount, step?: number, limit?: number): Indicator<number>
  /**
   * Ichimoku cloud. Middles of the ranges of three windows. The spans of a bar are those computed displacement bars
   * before, as the chart shows them, so nothing looks ahead; the lagging line is the close itself, drawn backward,
   * and is left out.
   * Defaults: conversion 9, base 26, span 52, displacement 26.
   * Source: G. Hosoda, Ichimoku Kinko Hyo, 1969.
   */
  Ichimoku(interval: BarInterval | TickCount, conversion?: number, base?: number, span?: number, displacement?: number): Indicator<{ readonly conversion: number; readonly base: number; readonly spanA: number; readonly spanB: number }>
  /**
   * Vortex. Movement from the low before to the high (plus) and from the high before to the low (minus), each in
   * relation to the true ranges of the window.
   * Defaults: period 14.
   * Source: E. Botes and D. Siepman, "The Vortex Indicator", Stocks & Commodities 2010.
   */
  Vortex(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly plus: number; readonly minus: number }>
  /**
   * Vertical horizontal filter. The range of the closes divided by the way that they went: high in trends, low in
   * ranges.
   * Defaults: period 28.
   * Source: A. White, "The Vertical Horizontal Filter", Futures 1991.
   */
  VHF(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Mass index. The sum over the period of the ratio of the exponential average of the bar ranges to the average of
   * that average: it swells before ranges turn.
   * Defaults: period 25, smoothing 9.
   * Source: D. Dorsey, "The Mass Index", Stocks & Commodities 1992.
   */
  MassIndex(interval: BarInterval | TickCount, period?: number, smoothing?: number): Indicator<number>
  /**
   * Choppiness index. The sum of the true ranges in relation to the range of the whole window on a logarithmic
   * scale: near 100 without any trend, near 0 in a straight one.
   * Defaults: period 14.
   * Source: E. W. Dreiss, "Choppiness Index", 1993.
   */
  Choppiness(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Random walk index. How far price went up (high) or down (low) within any part of the window, in relation to what
   * a random walk of that length would do; above 1 it trends.
   * Defaults: period 14.
   * Source: M. Poulos, "Of Trends and Random Walks", Stocks & Commodities 1991.
   */
  RandomWalkIndex(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly high: number; readonly low: number }>
  /**
   * Relative strength index. Average gain and loss start as plain averages of the first changes, then follow
   * Wilder's smoothing. A market that did not move at all counts as 0.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (RSI).
   */
  RSI(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Moving average convergence divergence. Both averages start on the bar that fills the slow window, each from the
   * plain average of its own last closes. The signal starts from the plain average of the first differences; there
   * is no value before it exists.
   * Defaults: fast 12, slow 26, signal 9.
   * Source: G. Appel, "The Moving Average Convergence-Divergence Trading Method", 1979; as in TA-Lib (MACD).
   */
  MACD(interval: BarInterval | TickCount, fast?: number, slow?: number, signal?: number): Indicator<{ readonly macd: number; readonly signal: number; readonly histogram: number }>
  /**
   * Stochastic oscillator. Where the close lies between the lowest low and the highest high, smoothed by a plain
   * average (k), and a plain average of that (d). A window without any range counts as 0.
   * Defaults: period 14, smoothing 3, signal 3.
   * Source: G. C. Lane, "Lane's Stochastics", 1984; as in TA-Lib (STOCH).
   */
  Stochastic(interval: BarInterval | TickCount, period?: number, smoothing?: number, signal?: number): Indicator<{ readonly k: number; readonly d: number }>
  /**
   * Stochastic RSI. Where the relative strength index lies in its own range of the window, smoothed (k), and the
   * average of that (d), from 0 to 100. A range without any width counts as 0.
   * Defaults: rsiPeriod 14, period 14, smoothing 3, signal 3.
   * Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994; as in TA-Lib (STOCHRSI), smoothed.
   */
  StochasticRSI(interval: BarInterval | TickCount, rsiPeriod?: number, period?: number, smoothing?: number, signal?: number): Indicator<{ readonly k: number; readonly d: number }>
  /**
   * Williams %R. How far the close is below the highest high, in per cent of the range of the window: 0 at the top,
   * -100 at the bottom. A window without any range counts as 0.
   * Defaults: period 14.
   * Source: L. Williams, "How I Made One Million Dollars", 1973; as in TA-Lib (WILLR).
   */
  WilliamsR(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Commodity channel index. The distance of the typical price from its plain average, in relation to the mean
   * deviation of the window times 0.015.
   * Defaults: period 20.
   * Source: D. R. Lambert, "Commodity Channel Index", Commodities 1980; as in TA-Lib (CCI).
   */
  CCI(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Rate of change. The change of the close since a number of bars before, in per cent of the close then.
   * Defaults: period 10.
   * Source: common knowledge; as in TA-Lib (ROC).
   */
  ROC(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Momentum. The change of the close since a number of bars before, a price distance.
   * Defaults: period 10.
   * Source: common knowledge; as in TA-Lib (MOM).
   */
  Momentum(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * TRIX. The change from bar to bar of a triple exponential average of closes, in per cent.
   * Defaults: period 15.
   * Source: J. K. Hutson, "Good TRIX", Stocks & Commodities 1983; as in TA-Lib (TRIX).
   */
  TRIX(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Ultimate oscillator. Buying pressure (the close above the true low) in relation to the true range over three
   * windows, weighted 4, 2 and 1, from 0 to 100.
   * Defaults: short 7, middle 14, long 28.
   * Source: L. Williams, "The Ultimate Oscillator", Stocks & Commodities 1985; as in TA-Lib (ULTOSC).
   */
  UltimateOscillator(interval: BarInterval | TickCount, short?: number, middle?: number, long?: number): Indicator<number>
  /**
   * True strength index. The change of the close, smoothed twice, in per cent of its size smoothed in the same way,
   * with a signal line; from -100 to 100.
   * Defaults: slow 25, fast 13, signal 7.
   * Source: W. Blau, "True Strength Index", Stocks & Commodities 1991.
   */
  TSI(interval: BarInterval | TickCount, slow?: number, fast?: number, signal?: number): Indicator<{ readonly tsi: number; readonly signal: number }>
  /**
   * Awesome oscillator. The plain average of median prices over a few bars less that over many.
   * Defaults: fast 5, slow 34.
   * Source: B. Williams, "New Trading Dimensions", 1998.
   */
  AwesomeOscillator(interval: BarInterval | TickCount, fast?: number, slow?: number): Indicator<number>
  /**
   * Accelerator oscillator. The awesome oscillator less its own plain average: whether it gains or loses speed.
   * Defaults: fast 5, slow 34, signal 5.
   * Source: B. Williams, "New Trading Dimensions", 1998.
   */
  AcceleratorOscillator(interval: BarInterval | TickCount, fast?: number, slow?: number, signal?: number): Indicator<number>
  /**
   * Absolute price oscillator. The fast exponential average of closes less the slow one.
   * Defaults: fast 12, slow 26.
   * Source: common knowledge; as in TA-Lib (APO) with exponential averages.
   */
  APO(interval: BarInterval | TickCount, fast?: number, slow?: number): Indicator<number>
  /**
   * Percentage price oscillator. The distance of the fast exponential average of closes from the slow one in per
   * cent of the slow one, with a signal line and their difference.
   * Defaults: fast 12, slow 26, signal 9.
   * Source: common knowledge; as in TA-Lib (PPO) with exponential averages.
   */
  PPO(interval: BarInterval | TickCount, fast?: number, slow?: number, signal?: number): Indicator<{ readonly ppo: number; readonly signal: number; readonly histogram: number }>
  /**
   * Chande momentum oscillator. The sum of the rises less that of the falls in per cent of both, from -100 to 100.
   * The sums are plain ones, as its author has them; TA-Lib smooths them.
   * Defaults: period 14.
   * Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
   */
  CMO(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Detrended price oscillator. The close of half a period and one bar before, less the plain average of the present
   * window: what is left without the trend. It is not moved, so nothing looks ahead.
   * Defaults: period 20.
   * Source: S. B. Achelis, "Technical Analysis from A to Z", 2000.
   */
  DPO(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Fisher transform. The place of the median price in its range, smoothed and bent so that turns stand out, with
   * its value of the bar before as trigger.
   * Defaults: period 10.
   * Source: J. F. Ehlers, "Using the Fisher Transform", Stocks & Commodities 2002.
   */
  FisherTransform(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly fisher: number; readonly trigger: number }>
  /**
   * Know sure thing. Rates of change over 10, 15, 20 and 30 bars, each smoothed by a plain average (10, 10, 10, 15)
   * and weighted 1 to 4, with a signal line.
   * Defaults: signal 9.
   * Source: M. J. Pring, "Summed Rate of Change (KST)", Stocks & Commodities 1992.
   */
  KST(interval: BarInterval | TickCount, signal?: number): Indicator<{ readonly kst: number; readonly signal: number }>
  /**
   * Coppock curve. The weighted average of two rates of change added up, made for monthly bars of share indices.
   * Defaults: short 11, long 14, period 10.
   * Source: E. S. C. Coppock, "Realistic Stock Market Timing", Barron's 1962.
   */
  CoppockCurve(interval: BarInterval | TickCount, short?: number, long?: number, period?: number): Indicator<number>
  /**
   * Connors RSI. The average of three: the relative strength index of closes, that of the length of the present
   * streak, and the rank of the last change among those before it.
   * Defaults: rsiPeriod 3, streakPeriod 2, rankPeriod 100.
   * Source: L. Connors, "An Introduction to ConnorsRSI", 2012.
   */
  ConnorsRSI(interval: BarInterval | TickCount, rsiPeriod?: number, streakPeriod?: number, rankPeriod?: number): Indicator<number>
  /**
   * Relative vigor index. The move from open to close in relation to the range of the bar, both smoothed over four
   * bars and averaged over the period, with a signal line smoothed over four.
   * Defaults: period 10.
   * Source: J. F. Ehlers, "Relative Vigor Index", Stocks & Commodities 2002.
   */
  RelativeVigorIndex(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly rvi: number; readonly signal: number }>
  /**
   * Schaff trend cycle. The stochastic of the stochastic of the MACD line, each smoothed by half: it moves between 0
   * and 100 faster than the MACD does.
   * Defaults: cycle 10, fast 23, slow 50.
   * Source: D. Schaff, "The Schaff Trend Cycle", 1999.
   */
  SchaffTrendCycle(interval: BarInterval | TickCount, cycle?: number, fast?: number, slow?: number): Indicator<number>
  /**
   * QStick. The plain average of the moves from open to close.
   * Defaults: period 8.
   * Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
   */
  QStick(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Balance of power. The move from open to close in relation to the range of the bar, from -1 to 1; 0 for a bar
   * without any range.
   * Source: I. Livshin, "Balance of Market Power", Stocks & Commodities 2001; as in TA-Lib (BOP).
   */
  BalanceOfPower(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Elder ray. How far the high (bull power) and the low (bear power) are from the exponential average of closes.
   * Defaults: period 13.
   * Source: A. Elder, "Trading for a Living", 1993.
   */
  ElderRay(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly bull: number; readonly bear: number }>
  /**
   * Stochastic momentum index. The distance of the close from the middle of the range of the window, smoothed twice,
   * in relation to half that range smoothed in the same way, with a signal line; from -100 to 100.
   * Defaults: period 13, first 25, second 2, signal 12.
   * Source: W. Blau, "Stochastic Momentum", Stocks & Commodities 1993.
   */
  StochasticMomentumIndex(interval: BarInterval | TickCount, period?: number, first?: number, second?: number, signal?: number): Indicator<{ readonly smi: number; readonly signal: number }>
  /**
   * DeMarker. Rises of the high in relation to rises of the high and falls of the low, averaged over the period,
   * from 0 to 1; 0.5 where there are none.
   * Defaults: period 14.
   * Source: T. R. DeMark, "The New Science of Technical Analysis", 1994.
   */
  DeMarker(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * MESA sine wave. The phase of a cycle of the given length in the closes, as a sine and a sine that runs an eighth
   * of a cycle ahead.
   * Defaults: period 20.
   * Source: J. F. Ehlers, "Stay in Phase", Stocks & Commodities 1996.
   */
  MesaSineWave(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly sine: number; readonly lead: number }>
  /**
   * Forecast oscillator. How far the close is from what the straight line through the bars before it foretold, in
   * per cent of the close.
   * Defaults: period 14.
   * Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
   */
  ForecastOscillator(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Pretty good oscillator. The distance of the close from its plain average, counted in exponential averages of the
   * true range.
   * Defaults: period 14.
   * Source: M. Johnson, Pretty Good Oscillator, about 2000.
   */
  PrettyGoodOscillator(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Average true range. Starts as the plain average of the first true ranges, then follows Wilder's smoothing. The
   * first bar has no true range, because there is no close before it.
   * Defaults: period 14.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ATR).
   */
  ATR(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Standard deviation of closes. Of the whole window, not of a sample: the squares are divided by the period.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (STDDEV).
   */
  StandardDeviation(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * True range. The range of the bar together with the close before it. The first bar has none.
   * Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (TRANGE).
   */
  TrueRange(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Normalised average true range. The average true range in per cent of the close.
   * Defaults: period 14.
   * Source: J. Forman, "Cross-Market Evaluations with Normalized Average True Range", Stocks & Commodities 2006; as
   * in TA-Lib (NATR).
   */
  NATR(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Average range. The plain average of the ranges from high to low.
   * Defaults: period 14.
   * Source: common knowledge.
   */
  AverageRange(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Chaikin volatility. The change of the exponential average of the bar ranges since a number of bars before, in
   * per cent.
   * Defaults: smoothing 10, change 10.
   * Source: S. B. Achelis, "Technical Analysis from A to Z", 2000, after M. Chaikin.
   */
  ChaikinVolatility(interval: BarInterval | TickCount, smoothing?: number, change?: number): Indicator<number>
  /**
   * Historical volatility. The standard deviation of the relative changes of the close, of the whole window, over a
   * year of the given number of bars; 0.1 is 10 per cent a year.
   * Defaults: period 20, barsPerYear 252.
   * Source: common knowledge, for example J. C. Hull, "Options, Futures and Other Derivatives", with plain instead
   * of logarithmic changes.
   */
  HistoricalVolatility(interval: BarInterval | TickCount, period?: number, barsPerYear?: number): Indicator<number>
  /**
   * Ulcer index. How deep and how long closes stay below their highest close: the root of the mean square of the
   * drawdowns in per cent.
   * Defaults: period 14.
   * Source: P. G. Martin and B. B. McCann, "The Investor's Guide to Fidelity Funds", 1989.
   */
  UlcerIndex(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Variance of closes. Of the whole window, not of a sample: the squares are divided by the period.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (VAR).
   */
  Variance(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Mean deviation of closes. The plain average of the distances of the closes from their average.
   * Defaults: period 20.
   * Source: common knowledge; as in TA-Lib (AVGDEV).
   */
  MeanDeviation(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Standard error of the mean of closes. The standard deviation of the window divided by the root of the period.
   * Defaults: period 20.
   * Source: common knowledge.
   */
  StandardError(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Relative volatility index. Wilder's index of the standard deviation on rising bars against that on falling ones,
   * from 0 to 100; 50 where nothing moves.
   * Defaults: period 10, smoothing 14.
   * Source: D. Dorsey, "The Relative Volatility Index", Stocks & Commodities 1993.
   */
  RelativeVolatilityIndex(interval: BarInterval | TickCount, period?: number, smoothing?: number): Indicator<number>
  /**
   * Parkinson volatility. Volatility per bar from the logarithmic ranges of high and low; 0.01 is 1 per cent.
   * Defaults: period 20.
   * Source: M. Parkinson, "The Extreme Value Method for Estimating the Variance of the Rate of Return", Journal of
   * Business 1980.
   */
  ParkinsonVolatility(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Garman-Klass volatility. Volatility per bar from the logarithms of open, high, low and close; 0.01 is 1 per
   * cent.
   * Defaults: period 20.
   * Source: M. B. Garman and M. J. Klass, "On the Estimation of Security Price Volatilities from Historical Data",
   * Journal of Business 1980.
   */
  GarmanKlassVolatility(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * On balance volume. The sum of the volumes of rising bars less that of falling bars, starting with the volume of
   * the first bar.
   * Source: J. E. Granville, "New Key to Stock Market Profits", 1963; the start as in TA-Lib (OBV).
   */
  OBV(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Accumulation and distribution. The running sum of volumes, each weighted by where the close lies between low
   * (-1) and high (1).
   * Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000; as in TA-Lib (AD).
   */
  AD(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Chaikin oscillator. The fast exponential average of accumulation and distribution less the slow one; as in
   * TA-Lib both start from its first value.
   * Defaults: fast 3, slow 10.
   * Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000; as in TA-Lib (ADOSC).
   */
  ChaikinOscillator(interval: BarInterval | TickCount, fast?: number, slow?: number): Indicator<number>
  /**
   * Chaikin money flow. The volumes of the window, each weighted by where the close lies in its bar, in relation to
   * their sum; 0 without any volume.
   * Defaults: period 20.
   * Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000.
   */
  CMF(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Money flow index. Price times volume of the bars whose typical price rose, in per cent of that of rising and
   * falling bars; 0 where there is none.
   * Defaults: period 14.
   * Source: G. Quong and A. Soudack, "Volume-Weighted RSI: Money Flow", Stocks & Commodities 1989; as in TA-Lib
   * (MFI).
   */
  MFI(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Volume weighted average price. The average typical price of the day so far, each bar weighted by its volume;
   * days begin at 00:00 UTC. Without any volume since then it is the plain average.
   * Source: S. A. Berkowitz, D. E. Logue and E. A. Noser, "The Total Cost of Transactions on the NYSE", Journal of
   * Finance 1988.
   */
  VWAP(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Price volume trend. The running sum of volumes, each multiplied by the relative change of the close.
   * Source: D. L. Markstein, "How to Chart Your Way to Stock Market Profits", 1966.
   */
  PVT(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Negative volume index. The running product of the relative changes of the close on bars whose volume fell,
   * starting at 1,000.
   * Source: P. L. Dysart, 1936; N. G. Fosback, "Stock Market Logic", 1976.
   */
  NVI(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Positive volume index. The running product of the relative changes of the close on bars whose volume rose,
   * starting at 1,000.
   * Source: P. L. Dysart, 1936; N. G. Fosback, "Stock Market Logic", 1976.
   */
  PVI(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Klinger volume oscillator. The fast exponential average of the volume force (volume with the sign of the trend,
   * weighted by the range of the bar in the range of the whole move) less the slow one, with a signal line.
   * Defaults: fast 34, slow 55, signal 13.
   * Source: S. J. Klinger, "Identifying Trends with Volume Analysis", Stocks & Commodities 1997.
   */
  KlingerOscillator(interval: BarInterval | TickCount, fast?: number, slow?: number, signal?: number): Indicator<{ readonly kvo: number; readonly signal: number }>
  /**
   * Ease of movement. How far the median price moved, times the range of the bar, per 10,000 units of volume,
   * averaged over the period; a bar without volume counts as 0.
   * Defaults: period 14.
   * Source: R. W. Arms, "Volume Cycles in the Stock Market", 1983.
   */
  EaseOfMovement(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Force index. The exponential average of the change of the close times the volume.
   * Defaults: period 13.
   * Source: A. Elder, "Trading for a Living", 1993.
   */
  ForceIndex(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Volume oscillator. The plain average of the volume over a few bars less that over many, in per cent of the
   * latter; 0 without any volume.
   * Defaults: fast 5, slow 10.
   * Source: S. B. Achelis, "Technical Analysis from A to Z", 2000.
   */
  VolumeOscillator(interval: BarInterval | TickCount, fast?: number, slow?: number): Indicator<number>
  /**
   * Average volume. The plain average of the volumes of the last bars.
   * Defaults: period 20.
   * Source: common knowledge.
   */
  VolumeAverage(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Market facilitation index. The range of the bar per unit of volume; 0 without volume.
   * Source: B. Williams, "Trading Chaos", 1995.
   */
  MarketFacilitationIndex(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Williams accumulation and distribution. The running sum of how far rising closes are above the true low and
   * falling ones below the true high; volume plays no part.
   * Source: L. Williams, "The Secret of Selecting Stocks", 1972.
   */
  WilliamsAD(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Linear regression. The straight line that fits the last closes best: its end at the present bar, its slope per
   * bar and the part of the variance that it explains (0 to 1).
   * Defaults: period 14.
   * Source: method of least squares; as in TA-Lib (LINEARREG, LINEARREG_SLOPE).
   */
  LinearRegression(interval: BarInterval | TickCount, period?: number): Indicator<{ readonly value: number; readonly slope: number; readonly fit: number }>
  /**
   * Linear regression slope. How much the straight line that fits the last closes best rises per bar.
   * Defaults: period 14.
   * Source: method of least squares; as in TA-Lib (LINEARREG_SLOPE).
   */
  LinearRegressionSlope(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Linear regression intercept. Where the straight line that fits the last closes best starts, at the oldest bar of
   * the window.
   * Defaults: period 14.
   * Source: method of least squares; as in TA-Lib (LINEARREG_INTERCEPT).
   */
  LinearRegressionIntercept(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Time series forecast. Where the straight line that fits the last closes best will be at the next bar.
   * Defaults: period 14.
   * Source: method of least squares; as in TA-Lib (TSF).
   */
  TimeSeriesForecast(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Correlation of close and volume. Pearson's correlation of the closes and the volumes of the window, from -1 to
   * 1; 0 where one of them does not vary.
   * Defaults: period 20.
   * Source: K. Pearson, 1895; as in TA-Lib (CORREL).
   */
  Correlation(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Correlation trend. Pearson's correlation of the closes with a straight rising line: 1 is a straight rise, -1 a
   * straight fall.
   * Defaults: period 20.
   * Source: J. F. Ehlers, "Correlation as a Trend Indicator", Stocks & Commodities 2020.
   */
  CorrelationTrend(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Autocorrelation of changes. How the changes of the close go with those a number of bars before, from -1 to 1, in
   * the form of the sample autocorrelation; 0 where nothing moves.
   * Defaults: period 50, lag 1.
   * Source: G. E. P. Box and G. M. Jenkins, "Time Series Analysis", 1970.
   */
  Autocorrelation(interval: BarInterval | TickCount, period?: number, lag?: number): Indicator<number>
  /**
   * Z-score of closes. How many standard deviations of the whole window the close is from the average of the window;
   * 0 where nothing moves.
   * Defaults: period 20.
   * Source: common knowledge.
   */
  ZScore(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Skewness of closes. Which side of their average the closes reach out to, of the whole window; 0 where nothing
   * moves.
   * Defaults: period 30.
   * Source: K. Pearson, 1895 and 1905.
   */
  Skewness(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Excess kurtosis of closes. How much of the deviation comes from few far closes, of the whole window, less the 3
   * of a normal distribution; 0 where nothing moves.
   * Defaults: period 30.
   * Source: K. Pearson, 1895 and 1905.
   */
  Kurtosis(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Per cent rank of closes. How many per cent of the closes before the present one, within the period, are below
   * it.
   * Defaults: period 100.
   * Source: common knowledge.
   */
  PercentRank(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Hurst exponent. Rescaled range analysis of the logarithmic changes of the close over the whole window, its
   * halves, quarters and eighths: about 0.5 for a random walk, more in trends, less in ranges. It is too high by
   * about 0.05 to 0.1 in short windows; 0.5 where nothing moves.
   * Defaults: period 128.
   * Source: H. E. Hurst, "Long-term Storage Capacity of Reservoirs", 1951; E. E. Peters, "Fractal Market Analysis",
   * 1994.
   */
  Hurst(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Pivot points. Support and resistance of the day from high, low and close of the day before. Days begin at 00:00
   * UTC; a day without bars is passed over, and the Sunday hours of currencies make a day of their own. There is no
   * value before one whole day has passed.
   * Source: common knowledge, for example J. L. Person, "A Complete Guide to Technical Trading Tactics", 2004.
   */
  PivotPoints(interval: BarInterval | TickCount): Indicator<{ readonly pivot: number; readonly r1: number; readonly r2: number; readonly r3: number; readonly s1: number; readonly s2: number; readonly s3: number }>
  /**
   * Fibonacci pivot points. Support and resistance of the day at 0.382, 0.618 and 1 times the range of the day
   * before from its typical price. Days begin at 00:00 UTC; a day without bars is passed over, and the Sunday hours
   * of currencies make a day of their own. There is no value before one whole day has passed.
   * Source: common knowledge.
   */
  FibonacciPivots(interval: BarInterval | TickCount): Indicator<{ readonly pivot: number; readonly r1: number; readonly r2: number; readonly r3: number; readonly s1: number; readonly s2: number; readonly s3: number }>
  /**
   * Camarilla pivot points. Four levels on either side of the close of the day before at 1.1 times parts of its
   * range. Days begin at 00:00 UTC; a day without bars is passed over, and the Sunday hours of currencies make a day
   * of their own. There is no value before one whole day has passed.
   * Source: N. Scott, the Camarilla equation, 1989.
   */
  CamarillaPivots(interval: BarInterval | TickCount): Indicator<{ readonly pivot: number; readonly r1: number; readonly r2: number; readonly r3: number; readonly r4: number; readonly s1: number; readonly s2: number; readonly s3: number; readonly s4: number }>
  /**
   * Woodie pivot points. Support and resistance of the day from high and low of the day before and the open of the
   * present day, which counts twice. Days begin at 00:00 UTC; a day without bars is passed over, and the Sunday
   * hours of currencies make a day of their own. There is no value before one whole day has passed.
   * Source: K. Wood, "Woodie's pivots", about 2000.
   */
  WoodiePivots(interval: BarInterval | TickCount): Indicator<{ readonly pivot: number; readonly r1: number; readonly r2: number; readonly s1: number; readonly s2: number }>
  /**
   * Fractals. The last high that is above those of the bars on either side (up) and the last low that is below them
   * (down). A fractal is known only after that many further bars, so its value comes then and stays.
   * Defaults: width 2.
   * Source: B. Williams, "Trading Chaos", 1995.
   */
  Fractals(interval: BarInterval | TickCount, width?: number): Indicator<{ readonly up: number; readonly down: number }>
  /**
   * ZigZag. The turning points of moves of at least the given per cent: the last one that is settled (from) and the
   * farthest price of the present move (value), with its direction. The present end moves on with price, and where
   * the line turned is only known later: the chart's line repaints.
   * Repaints: values that were shown can still change.
   * Defaults: percent 1.
   * Source: common knowledge, for example S. B. Achelis, "Technical Analysis from A to Z", 2000.
   */
  ZigZag(interval: BarInterval | TickCount, percent?: number): Indicator<{ readonly value: number; readonly from: number; readonly direction: number }>
  /**
   * Doji. A bar without a body: below 0.05 times the average range of the bars before. 100 where it is, 0 where it
   * is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  Doji(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Dragonfly doji. A bar without a body and without an upper wick (each below 0.05 times the average range), with a
   * lower wick above 0.6 times the average body of the bars before. 100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  DragonflyDoji(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Gravestone doji. A bar without a body and without a lower wick (each below 0.05 times the average range), with
   * an upper wick above 0.6 times the average body of the bars before. -100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  GravestoneDoji(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Long-legged doji. A bar without a body (below 0.05 times the average range), with both wicks above 0.6 times the
   * average body of the bars before. 100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  LongLeggedDoji(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Four price doji. A bar with neither body nor wicks: each below 0.05 times the average range of the bars before.
   * 100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  FourPriceDoji(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Spinning top. A body below half the average of the bars before, with both wicks longer than the body. 100 where
   * it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  SpinningTop(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Marubozu. A body above 1.4 times the average with no wicks (below 0.05 times the average range). 100 for the
   * bullish form, -100 for the bearish one, 0 for neither.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  Marubozu(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Big candle. A body above 1.4 times the average of the bars before. 100 for the bullish form, -100 for the
   * bearish one, 0 for neither.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  BigCandle(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Hammer. A short body (below half the average) with a long lower wick (above 0.6 times the average body) and no
   * upper one, not far above the low of the bar before (0.3 times the average range). 100 where it is, 0 where it is
   * not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  Hammer(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Hanging man. A short body (below half the average) with a long lower wick (above 0.6 times the average body) and
   * no upper one, not far below the high of the bar before (0.3 times the average range). -100 where it is, 0 where
   * it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  HangingMan(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Inverted hammer. A short body (below half the average) with a long upper wick (above 0.6 times the average body)
   * and no lower one, whose body lies below that of the bar before. 100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  InvertedHammer(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Shooting star. A short body (below half the average) with a long upper wick (above 0.6 times the average body)
   * and no lower one, whose body lies above that of the bar before. -100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  ShootingStar(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Star. A bar that lies wholly above the bar before (100) or wholly below it (-100); 0 where it does neither.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  Star(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Engulfing. A body that reaches beyond both ends of the opposite body before it. 100 for the bullish form, -100
   * for the bearish one, 0 for neither.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
   */
  Engulfing(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Morning star. A long falling body, a short one (below half the average) under it, then a rising one above that
   * which closes at least where the first did. 100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  MorningStar(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Evening star. A long rising body, a short one (below half the average) over it, then a falling one below that
   * which closes at most where the first did. -100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  EveningStar(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Morning doji star. A morning star whose middle bar has no body (below 0.05 times the average range). 100 where
   * it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  MorningDojiStar(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Evening doji star. An evening star whose middle bar has no body (below 0.05 times the average range). -100 where
   * it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  EveningDojiStar(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Abandoned baby. A long body, a bar without a body that lies wholly apart from both neighbours, then an opposite
   * body that closes at least where the first did. 100 for the bullish form, -100 for the bearish one, 0 for
   * neither.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  AbandonedBaby(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Three white soldiers. Three rising bodies, the second and the third opening inside the body before. 100 where it
   * is, 0 where it is not.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
   */
  ThreeWhiteSoldiers(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Three black crows. Three falling bodies, the second and the third opening inside the body before. -100 where it
   * is, 0 where it is not.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
   */
  ThreeBlackCrows(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Harami. A body that lies inside the opposite body before it, which is above 1.4 times the average. 100 for the
   * bullish form, -100 for the bearish one, 0 for neither.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  Harami(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Piercing line. After a long falling body (above 1.4 times the average) a bar that opens below its low and closes
   * in the upper half of its body. 100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  PiercingLine(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Dark cloud cover. After a long rising body (above 1.4 times the average) a bar that opens above its high and
   * closes in the lower half of its body. -100 where it is, 0 where it is not.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  DarkCloudCover(interval: BarInterval | TickCount, period?: number): Indicator<number>
  /**
   * Inside bar. A bar whose range lies inside that of the bar before. 100 where it is, 0 where it is not.
   * Source: T. Crabel, "Day Trading with Short Term Price Patterns", 1990.
   */
  InsideBar(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Outside bar. A bar whose range goes beyond both ends of that of the bar before. 100 where it closes above its
   * open, -100 where not, 0 for any other bar.
   * Source: T. Crabel, "Day Trading with Short Term Price Patterns", 1990.
   */
  OutsideBar(interval: BarInterval | TickCount): Indicator<number>
  /**
   * Tweezers. Two bars with nearly the same low, the first falling and the second rising (100), or nearly the same
   * high the other way round (-100); nearly is 0.05 times the average range.
   * Defaults: period 10.
   * Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
   */
  Tweezers(interval: BarInterval | TickCount, period?: number): Indicator<number>
}
