/** Keys of the system indicators by the names of their files, in the order and the groups in which they are listed. */
export const INDICATOR_GROUPS = {
  'Moving averages': {
    sma: 'SMA',
    ema: 'EMA',
  },
  'Bands and channels': {
    'bollinger-bands': 'BollingerBands',
    highest: 'Highest',
    lowest: 'Lowest',
  },
  Oscillators: {
    rsi: 'RSI',
    macd: 'MACD',
    stochastic: 'Stochastic',
  },
  Volatility: {
    atr: 'ATR',
    'standard-deviation': 'StandardDeviation',
  },
}
