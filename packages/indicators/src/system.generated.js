// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/system/ instead.
/* eslint-disable */
export const SYSTEM_INDICATORS = {
  SMA: {
    key: 'SMA',
    group: 'Moving averages',
    name: "Simple moving average of closes",
    description: "The plain average of the last closes; it does not drift, and equal averages are equal numbers.",
    reference: "common knowledge; as in TA-Lib (SMA).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period + 1,
    source: "// Simple moving average of closes\n// The plain average of the last closes; it does not drift, and equal averages are equal numbers.\n// Source: common knowledge; as in TA-Lib (SMA).\n// First value: bar period. Settled after: period + 1.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet window = null\n\nfunction onTick(period = 20) {\n  if (window === null || window.count < period - 1) return null\n  let sum = bar.close\n  for (let k = 0; k < period - 1; k++) sum += window.at(k)\n  return sum / period\n}\n\nfunction onIntervalClose(period = 20) {\n  if (window === null) window = ring(period)\n  window.push(bar.close)\n  return window.full ? window.mean() : null\n}\n",
    factory: function ({ bar, ring }) { // Simple moving average of closes
// The plain average of the last closes; it does not drift, and equal averages are equal numbers.
// Source: common knowledge; as in TA-Lib (SMA).
// First value: bar period. Settled after: period + 1.
const pane = 'overlay'
const colors = ['#2962ff']
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
    group: 'Moving averages',
    name: "Exponential moving average of closes",
    description: "It starts from the plain average of the first closes; from then on each close weighs 2 / (period + 1).",
    reference: "P. N. Haurlan, \"Measuring Trend Values\", 1968; the start as in TA-Lib (EMA).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => 8 * (period + 1),
    source: "// Exponential moving average of closes\n// It starts from the plain average of the first closes; from then on each close weighs 2 / (period + 1).\n// Source: P. N. Haurlan, \"Measuring Trend Values\", 1968; the start as in TA-Lib (EMA).\n// First value: bar period. Settled after: 8 * (period + 1).\nconst pane = 'overlay'\nconst colors = ['#ff6d00']\nlet first = null\nlet average = null\n\nfunction onTick(period = 20) {\n  if (average === null) return null\n  return average + (2 / (period + 1)) * (bar.close - average)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (average !== null) {\n    average += (2 / (period + 1)) * (bar.close - average)\n    return average\n  }\n  if (first === null) first = ring(period)\n  first.push(bar.close)\n  if (first.full) average = first.mean()\n  return average\n}\n",
    factory: function ({ bar, ring }) { // Exponential moving average of closes
// It starts from the plain average of the first closes; from then on each close weighs 2 / (period + 1).
// Source: P. N. Haurlan, "Measuring Trend Values", 1968; the start as in TA-Lib (EMA).
// First value: bar period. Settled after: 8 * (period + 1).
const pane = 'overlay'
const colors = ['#ff6d00']
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
  BollingerBands: {
    key: 'BollingerBands',
    group: 'Bands and channels',
    name: "Bollinger bands",
    description: "The moving average of closes and bands at a number of standard deviations of the whole window.",
    reference: "J. Bollinger, \"Bollinger on Bollinger Bands\", 2001; as in TA-Lib (BBANDS).",
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    colors: ["#2962ff","#ff6d00","#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"deviations","defaultValue":2,"isWhole":false,"least":0}],
    firstValue: (period = 20, deviations = 2) => period,
    settled: (period = 20, deviations = 2) => period + 1,
    source: "// Bollinger bands\n// The moving average of closes and bands at a number of standard deviations of the whole window.\n// Source: J. Bollinger, \"Bollinger on Bollinger Bands\", 2001; as in TA-Lib (BBANDS).\n// First value: bar period. Settled after: period + 1.\nconst pane = 'overlay'\nconst outputs = ['upper', 'middle', 'lower']\nconst colors = ['#2962ff', '#ff6d00', '#2962ff']\nconst fractions = ['deviations']\nlet window = null\n\nfunction onTick(period = 20, deviations = 2) {\n  if (window === null || window.count < period - 1) return null\n  let sum = bar.close\n  for (let k = 0; k < period - 1; k++) sum += window.at(k)\n  const middle = sum / period\n  let squares = (bar.close - middle) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - middle) ** 2\n  const distance = deviations * Math.sqrt(squares / period)\n  return { upper: middle + distance, middle, lower: middle - distance }\n}\n\nfunction onIntervalClose(period = 20, deviations = 2) {\n  if (window === null) window = ring(period)\n  window.push(bar.close)\n  if (!window.full) return null\n  const middle = window.mean()\n  const distance = deviations * window.deviation()\n  return { upper: middle + distance, middle, lower: middle - distance }\n}\n",
    factory: function ({ bar, ring }) { // Bollinger bands
// The moving average of closes and bands at a number of standard deviations of the whole window.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001; as in TA-Lib (BBANDS).
// First value: bar period. Settled after: period + 1.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['deviations']
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
  Highest: {
    key: 'Highest',
    group: 'Bands and channels',
    name: "Highest high",
    description: "The highest high of the last bars, the present one among them.",
    reference: "common knowledge; as in TA-Lib (MAX) of highs.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#089981"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period + 1,
    source: "// Highest high\n// The highest high of the last bars, the present one among them.\n// Source: common knowledge; as in TA-Lib (MAX) of highs.\n// First value: bar period. Settled after: period + 1.\nconst pane = 'overlay'\nconst colors = ['#089981']\nlet window = null\n\nfunction onTick(period = 20) {\n  if (window === null || window.count < period - 1) return null\n  let highest = bar.high\n  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, window.at(k))\n  return highest\n}\n\nfunction onIntervalClose(period = 20) {\n  if (window === null) window = ring(period)\n  window.push(bar.high)\n  return window.full ? window.highest() : null\n}\n",
    factory: function ({ bar, ring }) { // Highest high
// The highest high of the last bars, the present one among them.
// Source: common knowledge; as in TA-Lib (MAX) of highs.
// First value: bar period. Settled after: period + 1.
const pane = 'overlay'
const colors = ['#089981']
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
    group: 'Bands and channels',
    name: "Lowest low",
    description: "The lowest low of the last bars, the present one among them.",
    reference: "common knowledge; as in TA-Lib (MIN) of lows.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#f23645"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period + 1,
    source: "// Lowest low\n// The lowest low of the last bars, the present one among them.\n// Source: common knowledge; as in TA-Lib (MIN) of lows.\n// First value: bar period. Settled after: period + 1.\nconst pane = 'overlay'\nconst colors = ['#f23645']\nlet window = null\n\nfunction onTick(period = 20) {\n  if (window === null || window.count < period - 1) return null\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) lowest = Math.min(lowest, window.at(k))\n  return lowest\n}\n\nfunction onIntervalClose(period = 20) {\n  if (window === null) window = ring(period)\n  window.push(bar.low)\n  return window.full ? window.lowest() : null\n}\n",
    factory: function ({ bar, ring }) { // Lowest low
// The lowest low of the last bars, the present one among them.
// Source: common knowledge; as in TA-Lib (MIN) of lows.
// First value: bar period. Settled after: period + 1.
const pane = 'overlay'
const colors = ['#f23645']
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
  RSI: {
    key: 'RSI',
    group: 'Oscillators',
    name: "Relative strength index",
    description: "Average gain and loss start as plain averages of the first changes, then follow Wilder's smoothing. A market that did not move at all counts as 0.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (RSI).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#7e57c2"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    source: "// Relative strength index\n// Average gain and loss start as plain averages of the first changes, then follow Wilder's smoothing.\n// A market that did not move at all counts as 0.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (RSI).\n// First value: bar period + 1. Settled after: 16 * (period + 1).\nconst pane = 'study'\nconst colors = ['#7e57c2']\nlet last = null\nlet changes = 0\nlet gain = 0\nlet loss = 0\n\nfunction index(up, down) {\n  return up + down === 0 ? 0 : (100 * up) / (up + down)\n}\n\nfunction onTick(period = 14) {\n  if (last === null || changes < period) return null\n  const change = bar.close - last\n  const up = (gain * (period - 1) + Math.max(change, 0)) / period\n  const down = (loss * (period - 1) + Math.max(-change, 0)) / period\n  return index(up, down)\n}\n\nfunction onIntervalClose(period = 14) {\n  const before = last\n  last = bar.close\n  if (before === null) return null\n  const change = bar.close - before\n  changes += 1\n  if (changes <= period) {\n    gain += Math.max(change, 0) / period\n    loss += Math.max(-change, 0) / period\n  } else {\n    gain = (gain * (period - 1) + Math.max(change, 0)) / period\n    loss = (loss * (period - 1) + Math.max(-change, 0)) / period\n  }\n  return changes < period ? null : index(gain, loss)\n}\n",
    factory: function ({ bar, ring }) { // Relative strength index
// Average gain and loss start as plain averages of the first changes, then follow Wilder's smoothing.
// A market that did not move at all counts as 0.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (RSI).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
const colors = ['#7e57c2']
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
    group: 'Oscillators',
    name: "Moving average convergence divergence",
    description: "Both averages start on the bar that fills the slow window, each from the plain average of its own last closes. The signal starts from the plain average of the first differences; there is no value before it exists.",
    reference: "G. Appel, \"The Moving Average Convergence-Divergence Trading Method\", 1979; as in TA-Lib (MACD).",
    pane: 'study',
    outputs: ["macd","signal","histogram"],
    colors: ["#2962ff","#ff6d00","#26a69a"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":12,"isWhole":true,"least":1},{"name":"slow","defaultValue":26,"isWhole":true,"least":1},{"name":"signal","defaultValue":9,"isWhole":true,"least":1}],
    firstValue: (fast = 12, slow = 26, signal = 9) => Math.max(fast, slow) + signal - 1,
    settled: (fast = 12, slow = 26, signal = 9) => 8 * (fast + slow + signal + 1),
    source: "// Moving average convergence divergence\n// Both averages start on the bar that fills the slow window, each from the plain average of its own last closes.\n// The signal starts from the plain average of the first differences; there is no value before it exists.\n// Source: G. Appel, \"The Moving Average Convergence-Divergence Trading Method\", 1979; as in TA-Lib (MACD).\n// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (fast + slow + signal + 1).\nconst pane = 'study'\nconst outputs = ['macd', 'signal', 'histogram']\nconst colors = ['#2962ff', '#ff6d00', '#26a69a']\nlet closes = null\nlet differences = null\nlet quick = null\nlet calm = null\nlet trigger = null\n\nfunction averageOf(window, length) {\n  let sum = 0\n  for (let k = length - 1; k >= 0; k--) sum += window.at(k)\n  return sum / length\n}\n\nfunction follow(average, value, period) {\n  return average + (2 / (period + 1)) * (value - average)\n}\n\nfunction onTick(fast = 12, slow = 26, signal = 9) {\n  if (trigger === null) return null\n  const short = Math.min(fast, slow)\n  const long = Math.max(fast, slow)\n  const macd = follow(quick, bar.close, short) - follow(calm, bar.close, long)\n  const line = follow(trigger, macd, signal)\n  return { macd, signal: line, histogram: macd - line }\n}\n\nfunction onIntervalClose(fast = 12, slow = 26, signal = 9) {\n  const short = Math.min(fast, slow)\n  const long = Math.max(fast, slow)\n  if (closes === null) {\n    closes = ring(long)\n    differences = ring(signal)\n  }\n  if (calm === null) {\n    closes.push(bar.close)\n    if (!closes.full) return null\n    quick = averageOf(closes, short)\n    calm = averageOf(closes, long)\n  } else {\n    quick = follow(quick, bar.close, short)\n    calm = follow(calm, bar.close, long)\n  }\n  const macd = quick - calm\n  if (trigger === null) {\n    differences.push(macd)\n    if (!differences.full) return null\n    trigger = averageOf(differences, signal)\n  } else {\n    trigger = follow(trigger, macd, signal)\n  }\n  return { macd, signal: trigger, histogram: macd - trigger }\n}\n",
    factory: function ({ bar, ring }) { // Moving average convergence divergence
// Both averages start on the bar that fills the slow window, each from the plain average of its own last closes.
// The signal starts from the plain average of the first differences; there is no value before it exists.
// Source: G. Appel, "The Moving Average Convergence-Divergence Trading Method", 1979; as in TA-Lib (MACD).
// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (fast + slow + signal + 1).
const pane = 'study'
const outputs = ['macd', 'signal', 'histogram']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
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
  Stochastic: {
    key: 'Stochastic',
    group: 'Oscillators',
    name: "Stochastic oscillator",
    description: "Where the close lies between the lowest low and the highest high, smoothed by a plain average (k), and a plain average of that (d). A window without any range counts as 0.",
    reference: "G. C. Lane, \"Lane's Stochastics\", 1984; as in TA-Lib (STOCH).",
    pane: 'study',
    outputs: ["k","d"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1},{"name":"smoothing","defaultValue":3,"isWhole":true,"least":1},{"name":"signal","defaultValue":3,"isWhole":true,"least":1}],
    firstValue: (period = 14, smoothing = 3, signal = 3) => period + smoothing + signal - 2,
    settled: (period = 14, smoothing = 3, signal = 3) => period + smoothing + signal + 1,
    source: "// Stochastic oscillator\n// Where the close lies between the lowest low and the highest high, smoothed by a plain average (k), and a plain\n// average of that (d). A window without any range counts as 0.\n// Source: G. C. Lane, \"Lane's Stochastics\", 1984; as in TA-Lib (STOCH).\n// First value: bar period + smoothing + signal - 2. Settled after: period + smoothing + signal + 1.\nconst pane = 'study'\nconst outputs = ['k', 'd']\nconst colors = ['#2962ff', '#ff6d00']\nlet highs = null\nlet lows = null\nlet raws = null\nlet smooths = null\n\nfunction position(close, lowest, highest) {\n  return highest === lowest ? 0 : (100 * (close - lowest)) / (highest - lowest)\n}\n\nfunction averageWith(window, length, value) {\n  let sum = value\n  for (let k = 0; k < length - 1; k++) sum += window.at(k)\n  return sum / length\n}\n\nfunction onTick(period = 14, smoothing = 3, signal = 3) {\n  if (highs === null || highs.count < period - 1 || raws.count < smoothing - 1 || smooths.count < signal - 1)\n    return null\n  let highest = bar.high\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, highs.at(k))\n    lowest = Math.min(lowest, lows.at(k))\n  }\n  const k = averageWith(raws, smoothing, position(bar.close, lowest, highest))\n  return { k, d: averageWith(smooths, signal, k) }\n}\n\nfunction onIntervalClose(period = 14, smoothing = 3, signal = 3) {\n  if (highs === null) {\n    highs = ring(period)\n    lows = ring(period)\n    raws = ring(smoothing)\n    smooths = ring(signal)\n  }\n  highs.push(bar.high)\n  lows.push(bar.low)\n  if (!highs.full) return null\n  raws.push(position(bar.close, lows.lowest(), highs.highest()))\n  if (!raws.full) return null\n  smooths.push(raws.mean())\n  return smooths.full ? { k: raws.mean(), d: smooths.mean() } : null\n}\n",
    factory: function ({ bar, ring }) { // Stochastic oscillator
// Where the close lies between the lowest low and the highest high, smoothed by a plain average (k), and a plain
// average of that (d). A window without any range counts as 0.
// Source: G. C. Lane, "Lane's Stochastics", 1984; as in TA-Lib (STOCH).
// First value: bar period + smoothing + signal - 2. Settled after: period + smoothing + signal + 1.
const pane = 'study'
const outputs = ['k', 'd']
const colors = ['#2962ff', '#ff6d00']
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
  ATR: {
    key: 'ATR',
    group: 'Volatility',
    name: "Average true range",
    description: "Starts as the plain average of the first true ranges, then follows Wilder's smoothing. The first bar has no true range, because there is no close before it.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (ATR).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#b71c1c"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    source: "// Average true range\n// Starts as the plain average of the first true ranges, then follows Wilder's smoothing. The first bar has no\n// true range, because there is no close before it.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (ATR).\n// First value: bar period + 1. Settled after: 16 * (period + 1).\nconst pane = 'study'\nconst colors = ['#b71c1c']\nlet last = null\nlet ranges = 0\nlet average = 0\n\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction onTick(period = 14) {\n  if (last === null || ranges < period) return null\n  return (average * (period - 1) + trueRange(last)) / period\n}\n\nfunction onIntervalClose(period = 14) {\n  const before = last\n  last = bar.close\n  if (before === null) return null\n  ranges += 1\n  if (ranges <= period) average += trueRange(before) / period\n  else average = (average * (period - 1) + trueRange(before)) / period\n  return ranges < period ? null : average\n}\n",
    factory: function ({ bar, ring }) { // Average true range
// Starts as the plain average of the first true ranges, then follows Wilder's smoothing. The first bar has no
// true range, because there is no close before it.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ATR).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
const colors = ['#b71c1c']
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
  StandardDeviation: {
    key: 'StandardDeviation',
    group: 'Volatility',
    name: "Standard deviation of closes",
    description: "Of the whole window, not of a sample: the squares are divided by the period.",
    reference: "common knowledge; as in TA-Lib (STDDEV).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period + 1,
    source: "// Standard deviation of closes\n// Of the whole window, not of a sample: the squares are divided by the period.\n// Source: common knowledge; as in TA-Lib (STDDEV).\n// First value: bar period. Settled after: period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet window = null\n\nfunction onTick(period = 20) {\n  if (window === null || window.count < period - 1) return null\n  let sum = bar.close\n  for (let k = 0; k < period - 1; k++) sum += window.at(k)\n  const mean = sum / period\n  let squares = (bar.close - mean) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - mean) ** 2\n  return Math.sqrt(squares / period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (window === null) window = ring(period)\n  window.push(bar.close)\n  return window.full ? window.deviation() : null\n}\n",
    factory: function ({ bar, ring }) { // Standard deviation of closes
// Of the whole window, not of a sample: the squares are divided by the period.
// Source: common knowledge; as in TA-Lib (STDDEV).
// First value: bar period. Settled after: period + 1.
const pane = 'study'
const colors = ['#2962ff']
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
