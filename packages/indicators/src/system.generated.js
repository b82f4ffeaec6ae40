// Written by tools/generate-indicators.mjs. Change the scripts in system/ instead.
/* eslint-disable */
export const SYSTEM_INDICATORS = {
  SMA: {
    key: 'SMA',
    name: "Simple moving average of closes",
    pane: 'overlay',
    outputs: ['value'],
    parameters: [{"name":"period","defaultValue":20}],
    source: "// Simple moving average of closes\nconst pane = 'overlay'\nlet window = null\n\nfunction onTick(period = 20) {\n  if (window === null || window.count < period - 1) return null\n  let sum = bar.close\n  for (let k = 0; k < period - 1; k++) sum += window.at(k)\n  return sum / period\n}\n\nfunction onIntervalClose(period = 20) {\n  if (window === null) window = ring(period)\n  window.push(bar.close)\n  return window.full ? window.mean() : null\n}\n",
    factory: function ({ bar, ring }) { // Simple moving average of closes
const pane = 'overlay'
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let sum = bar.close
  for (let k = 0; k < period - 1; k++) sum += window.at(k)
  return sum / period
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  return window.full ? window.mean() : null
}

    return { onTick, onIntervalClose } },
  },
  EMA: {
    key: 'EMA',
    name: "Exponential moving average of closes",
    pane: 'overlay',
    outputs: ['value'],
    parameters: [{"name":"period","defaultValue":20}],
    source: "// Exponential moving average of closes\n// It starts from the plain average of the first closes; from then on each close weighs 2 / (period + 1).\nconst pane = 'overlay'\nlet first = null\nlet average = null\n\nfunction onTick(period = 20) {\n  if (average === null) return null\n  return average + (2 / (period + 1)) * (bar.close - average)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (average !== null) {\n    average += (2 / (period + 1)) * (bar.close - average)\n    return average\n  }\n  if (first === null) first = ring(period)\n  first.push(bar.close)\n  if (first.full) average = first.mean()\n  return average\n}\n",
    factory: function ({ bar, ring }) { // Exponential moving average of closes
// It starts from the plain average of the first closes; from then on each close weighs 2 / (period + 1).
const pane = 'overlay'
let first = null
let average = null

function onTick(period = 20) {
  if (average === null) return null
  return average + (2 / (period + 1)) * (bar.close - average)
}

function onIntervalClose(period = 20) {
  if (average !== null) {
    average += (2 / (period + 1)) * (bar.close - average)
    return average
  }
  if (first === null) first = ring(period)
  first.push(bar.close)
  if (first.full) average = first.mean()
  return average
}

    return { onTick, onIntervalClose } },
  },
  RSI: {
    key: 'RSI',
    name: "Relative strength index",
    pane: 'study',
    outputs: ['value'],
    parameters: [{"name":"period","defaultValue":14}],
    source: "// Relative strength index\n// Average gain and loss start as plain averages of the first changes, then follow Wilder's smoothing.\n// A market that did not move at all counts as 0.\nconst pane = 'study'\nlet last = null\nlet changes = 0\nlet gain = 0\nlet loss = 0\n\nfunction index(up, down) {\n  return up + down === 0 ? 0 : (100 * up) / (up + down)\n}\n\nfunction onTick(period = 14) {\n  if (last === null || changes < period) return null\n  const change = bar.close - last\n  const up = (gain * (period - 1) + Math.max(change, 0)) / period\n  const down = (loss * (period - 1) + Math.max(-change, 0)) / period\n  return index(up, down)\n}\n\nfunction onIntervalClose(period = 14) {\n  const before = last\n  last = bar.close\n  if (before === null) return null\n  const change = bar.close - before\n  changes += 1\n  if (changes <= period) {\n    gain += Math.max(change, 0) / period\n    loss += Math.max(-change, 0) / period\n  } else {\n    gain = (gain * (period - 1) + Math.max(change, 0)) / period\n    loss = (loss * (period - 1) + Math.max(-change, 0)) / period\n  }\n  return changes < period ? null : index(gain, loss)\n}\n",
    factory: function ({ bar, ring }) { // Relative strength index
// Average gain and loss start as plain averages of the first changes, then follow Wilder's smoothing.
// A market that did not move at all counts as 0.
const pane = 'study'
let last = null
let changes = 0
let gain = 0
let loss = 0

function index(up, down) {
  return up + down === 0 ? 0 : (100 * up) / (up + down)
}

function onTick(period = 14) {
  if (last === null || changes < period) return null
  const change = bar.close - last
  const up = (gain * (period - 1) + Math.max(change, 0)) / period
  const down = (loss * (period - 1) + Math.max(-change, 0)) / period
  return index(up, down)
}

function onIntervalClose(period = 14) {
  const before = last
  last = bar.close
  if (before === null) return null
  const change = bar.close - before
  changes += 1
  if (changes <= period) {
    gain += Math.max(change, 0) / period
    loss += Math.max(-change, 0) / period
  } else {
    gain = (gain * (period - 1) + Math.max(change, 0)) / period
    loss = (loss * (period - 1) + Math.max(-change, 0)) / period
  }
  return changes < period ? null : index(gain, loss)
}

    return { onTick, onIntervalClose } },
  },
  MACD: {
    key: 'MACD',
    name: "Moving average convergence divergence",
    pane: 'study',
    outputs: ['macd', 'signal', 'histogram'],
    parameters: [{"name":"fast","defaultValue":12},{"name":"slow","defaultValue":26},{"name":"signal","defaultValue":9}],
    source: "// Moving average convergence divergence\n// Both averages start on the bar that fills the slow window, each from the plain average of its own last closes.\n// The signal starts from the plain average of the first differences; there is no value before it exists.\nconst pane = 'study'\nconst outputs = ['macd', 'signal', 'histogram']\nlet closes = null\nlet differences = null\nlet quick = null\nlet calm = null\nlet trigger = null\n\nfunction averageOf(window, length) {\n  let sum = 0\n  for (let k = length - 1; k >= 0; k--) sum += window.at(k)\n  return sum / length\n}\n\nfunction follow(average, value, period) {\n  return average + (2 / (period + 1)) * (value - average)\n}\n\nfunction onTick(fast = 12, slow = 26, signal = 9) {\n  if (trigger === null) return null\n  const short = Math.min(fast, slow)\n  const long = Math.max(fast, slow)\n  const macd = follow(quick, bar.close, short) - follow(calm, bar.close, long)\n  const line = follow(trigger, macd, signal)\n  return { macd, signal: line, histogram: macd - line }\n}\n\nfunction onIntervalClose(fast = 12, slow = 26, signal = 9) {\n  const short = Math.min(fast, slow)\n  const long = Math.max(fast, slow)\n  if (closes === null) {\n    closes = ring(long)\n    differences = ring(signal)\n  }\n  if (calm === null) {\n    closes.push(bar.close)\n    if (!closes.full) return null\n    quick = averageOf(closes, short)\n    calm = averageOf(closes, long)\n  } else {\n    quick = follow(quick, bar.close, short)\n    calm = follow(calm, bar.close, long)\n  }\n  const macd = quick - calm\n  if (trigger === null) {\n    differences.push(macd)\n    if (!differences.full) return null\n    trigger = averageOf(differences, signal)\n  } else {\n    trigger = follow(trigger, macd, signal)\n  }\n  return { macd, signal: trigger, histogram: macd - trigger }\n}\n",
    factory: function ({ bar, ring }) { // Moving average convergence divergence
// Both averages start on the bar that fills the slow window, each from the plain average of its own last closes.
// The signal starts from the plain average of the first differences; there is no value before it exists.
const pane = 'study'
const outputs = ['macd', 'signal', 'histogram']
let closes = null
let differences = null
let quick = null
let calm = null
let trigger = null

function averageOf(window, length) {
  let sum = 0
  for (let k = length - 1; k >= 0; k--) sum += window.at(k)
  return sum / length
}

function follow(average, value, period) {
  return average + (2 / (period + 1)) * (value - average)
}

function onTick(fast = 12, slow = 26, signal = 9) {
  if (trigger === null) return null
  const short = Math.min(fast, slow)
  const long = Math.max(fast, slow)
  const macd = follow(quick, bar.close, short) - follow(calm, bar.close, long)
  const line = follow(trigger, macd, signal)
  return { macd, signal: line, histogram: macd - line }
}

function onIntervalClose(fast = 12, slow = 26, signal = 9) {
  const short = Math.min(fast, slow)
  const long = Math.max(fast, slow)
  if (closes === null) {
    closes = ring(long)
    differences = ring(signal)
  }
  if (calm === null) {
    closes.push(bar.close)
    if (!closes.full) return null
    quick = averageOf(closes, short)
    calm = averageOf(closes, long)
  } else {
    quick = follow(quick, bar.close, short)
    calm = follow(calm, bar.close, long)
  }
  const macd = quick - calm
  if (trigger === null) {
    differences.push(macd)
    if (!differences.full) return null
    trigger = averageOf(differences, signal)
  } else {
    trigger = follow(trigger, macd, signal)
  }
  return { macd, signal: trigger, histogram: macd - trigger }
}

    return { onTick, onIntervalClose } },
  },
  BollingerBands: {
    key: 'BollingerBands',
    name: "Bollinger bands",
    pane: 'overlay',
    outputs: ['upper', 'middle', 'lower'],
    parameters: [{"name":"period","defaultValue":20},{"name":"deviations","defaultValue":2}],
    source: "// Bollinger bands\n// The moving average of closes and bands at a number of standard deviations of the whole window.\nconst pane = 'overlay'\nconst outputs = ['upper', 'middle', 'lower']\nlet window = null\n\nfunction onTick(period = 20, deviations = 2) {\n  if (window === null || window.count < period - 1) return null\n  let sum = bar.close\n  for (let k = 0; k < period - 1; k++) sum += window.at(k)\n  const middle = sum / period\n  let squares = (bar.close - middle) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - middle) ** 2\n  const distance = deviations * Math.sqrt(squares / period)\n  return { upper: middle + distance, middle, lower: middle - distance }\n}\n\nfunction onIntervalClose(period = 20, deviations = 2) {\n  if (window === null) window = ring(period)\n  window.push(bar.close)\n  if (!window.full) return null\n  const middle = window.mean()\n  const distance = deviations * window.deviation()\n  return { upper: middle + distance, middle, lower: middle - distance }\n}\n",
    factory: function ({ bar, ring }) { // Bollinger bands
// The moving average of closes and bands at a number of standard deviations of the whole window.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
let window = null

function onTick(period = 20, deviations = 2) {
  if (window === null || window.count < period - 1) return null
  let sum = bar.close
  for (let k = 0; k < period - 1; k++) sum += window.at(k)
  const middle = sum / period
  let squares = (bar.close - middle) ** 2
  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - middle) ** 2
  const distance = deviations * Math.sqrt(squares / period)
  return { upper: middle + distance, middle, lower: middle - distance }
}

function onIntervalClose(period = 20, deviations = 2) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  if (!window.full) return null
  const middle = window.mean()
  const distance = deviations * window.deviation()
  return { upper: middle + distance, middle, lower: middle - distance }
}

    return { onTick, onIntervalClose } },
  },
  ATR: {
    key: 'ATR',
    name: "Average true range",
    pane: 'study',
    outputs: ['value'],
    parameters: [{"name":"period","defaultValue":14}],
    source: "// Average true range\n// Starts as the plain average of the first true ranges, then follows Wilder's smoothing. The first bar has no\n// true range, because there is no close before it.\nconst pane = 'study'\nlet last = null\nlet ranges = 0\nlet average = 0\n\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction onTick(period = 14) {\n  if (last === null || ranges < period) return null\n  return (average * (period - 1) + trueRange(last)) / period\n}\n\nfunction onIntervalClose(period = 14) {\n  const before = last\n  last = bar.close\n  if (before === null) return null\n  ranges += 1\n  if (ranges <= period) average += trueRange(before) / period\n  else average = (average * (period - 1) + trueRange(before)) / period\n  return ranges < period ? null : average\n}\n",
    factory: function ({ bar, ring }) { // Average true range
// Starts as the plain average of the first true ranges, then follows Wilder's smoothing. The first bar has no
// true range, because there is no close before it.
const pane = 'study'
let last = null
let ranges = 0
let average = 0

function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function onTick(period = 14) {
  if (last === null || ranges < period) return null
  return (average * (period - 1) + trueRange(last)) / period
}

function onIntervalClose(period = 14) {
  const before = last
  last = bar.close
  if (before === null) return null
  ranges += 1
  if (ranges <= period) average += trueRange(before) / period
  else average = (average * (period - 1) + trueRange(before)) / period
  return ranges < period ? null : average
}

    return { onTick, onIntervalClose } },
  },
  Stochastic: {
    key: 'Stochastic',
    name: "Stochastic oscillator",
    pane: 'study',
    outputs: ['k', 'd'],
    parameters: [{"name":"period","defaultValue":14},{"name":"smoothing","defaultValue":3},{"name":"signal","defaultValue":3}],
    source: "// Stochastic oscillator\n// Where the close lies between the lowest low and the highest high, smoothed by a plain average (k), and a plain\n// average of that (d). A window without any range counts as 0.\nconst pane = 'study'\nconst outputs = ['k', 'd']\nlet highs = null\nlet lows = null\nlet raws = null\nlet smooths = null\n\nfunction position(close, lowest, highest) {\n  return highest === lowest ? 0 : (100 * (close - lowest)) / (highest - lowest)\n}\n\nfunction averageWith(window, length, value) {\n  let sum = value\n  for (let k = 0; k < length - 1; k++) sum += window.at(k)\n  return sum / length\n}\n\nfunction onTick(period = 14, smoothing = 3, signal = 3) {\n  if (highs === null || highs.count < period - 1 || raws.count < smoothing - 1 || smooths.count < signal - 1)\n    return null\n  let highest = bar.high\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, highs.at(k))\n    lowest = Math.min(lowest, lows.at(k))\n  }\n  const k = averageWith(raws, smoothing, position(bar.close, lowest, highest))\n  return { k, d: averageWith(smooths, signal, k) }\n}\n\nfunction onIntervalClose(period = 14, smoothing = 3, signal = 3) {\n  if (highs === null) {\n    highs = ring(period)\n    lows = ring(period)\n    raws = ring(smoothing)\n    smooths = ring(signal)\n  }\n  highs.push(bar.high)\n  lows.push(bar.low)\n  if (!highs.full) return null\n  raws.push(position(bar.close, lows.lowest(), highs.highest()))\n  if (!raws.full) return null\n  smooths.push(raws.mean())\n  return smooths.full ? { k: raws.mean(), d: smooths.mean() } : null\n}\n",
    factory: function ({ bar, ring }) { // Stochastic oscillator
// Where the close lies between the lowest low and the highest high, smoothed by a plain average (k), and a plain
// average of that (d). A window without any range counts as 0.
const pane = 'study'
const outputs = ['k', 'd']
let highs = null
let lows = null
let raws = null
let smooths = null

function position(close, lowest, highest) {
  return highest === lowest ? 0 : (100 * (close - lowest)) / (highest - lowest)
}

function averageWith(window, length, value) {
  let sum = value
  for (let k = 0; k < length - 1; k++) sum += window.at(k)
  return sum / length
}

function onTick(period = 14, smoothing = 3, signal = 3) {
  if (highs === null || highs.count < period - 1 || raws.count < smoothing - 1 || smooths.count < signal - 1)
    return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, highs.at(k))
    lowest = Math.min(lowest, lows.at(k))
  }
  const k = averageWith(raws, smoothing, position(bar.close, lowest, highest))
  return { k, d: averageWith(smooths, signal, k) }
}

function onIntervalClose(period = 14, smoothing = 3, signal = 3) {
  if (highs === null) {
    highs = ring(period)
    lows = ring(period)
    raws = ring(smoothing)
    smooths = ring(signal)
  }
  highs.push(bar.high)
  lows.push(bar.low)
  if (!highs.full) return null
  raws.push(position(bar.close, lows.lowest(), highs.highest()))
  if (!raws.full) return null
  smooths.push(raws.mean())
  return smooths.full ? { k: raws.mean(), d: smooths.mean() } : null
}

    return { onTick, onIntervalClose } },
  },
  Highest: {
    key: 'Highest',
    name: "Highest high",
    pane: 'overlay',
    outputs: ['value'],
    parameters: [{"name":"period","defaultValue":20}],
    source: "// Highest high\nconst pane = 'overlay'\nlet window = null\n\nfunction onTick(period = 20) {\n  if (window === null || window.count < period - 1) return null\n  let highest = bar.high\n  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, window.at(k))\n  return highest\n}\n\nfunction onIntervalClose(period = 20) {\n  if (window === null) window = ring(period)\n  window.push(bar.high)\n  return window.full ? window.highest() : null\n}\n",
    factory: function ({ bar, ring }) { // Highest high
const pane = 'overlay'
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let highest = bar.high
  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, window.at(k))
  return highest
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.high)
  return window.full ? window.highest() : null
}

    return { onTick, onIntervalClose } },
  },
  Lowest: {
    key: 'Lowest',
    name: "Lowest low",
    pane: 'overlay',
    outputs: ['value'],
    parameters: [{"name":"period","defaultValue":20}],
    source: "// Lowest low\nconst pane = 'overlay'\nlet window = null\n\nfunction onTick(period = 20) {\n  if (window === null || window.count < period - 1) return null\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) lowest = Math.min(lowest, window.at(k))\n  return lowest\n}\n\nfunction onIntervalClose(period = 20) {\n  if (window === null) window = ring(period)\n  window.push(bar.low)\n  return window.full ? window.lowest() : null\n}\n",
    factory: function ({ bar, ring }) { // Lowest low
const pane = 'overlay'
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) lowest = Math.min(lowest, window.at(k))
  return lowest
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.low)
  return window.full ? window.lowest() : null
}

    return { onTick, onIntervalClose } },
  },
  StandardDeviation: {
    key: 'StandardDeviation',
    name: "Standard deviation of closes",
    pane: 'study',
    outputs: ['value'],
    parameters: [{"name":"period","defaultValue":20}],
    source: "// Standard deviation of closes\n// Of the whole window, not of a sample: the squares are divided by the period.\nconst pane = 'study'\nlet window = null\n\nfunction onTick(period = 20) {\n  if (window === null || window.count < period - 1) return null\n  let sum = bar.close\n  for (let k = 0; k < period - 1; k++) sum += window.at(k)\n  const mean = sum / period\n  let squares = (bar.close - mean) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - mean) ** 2\n  return Math.sqrt(squares / period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (window === null) window = ring(period)\n  window.push(bar.close)\n  return window.full ? window.deviation() : null\n}\n",
    factory: function ({ bar, ring }) { // Standard deviation of closes
// Of the whole window, not of a sample: the squares are divided by the period.
const pane = 'study'
let window = null

function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let sum = bar.close
  for (let k = 0; k < period - 1; k++) sum += window.at(k)
  const mean = sum / period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - mean) ** 2
  return Math.sqrt(squares / period)
}

function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  return window.full ? window.deviation() : null
}

    return { onTick, onIntervalClose } },
  },
}
