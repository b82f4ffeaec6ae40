// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/system/ instead.
/* eslint-disable */
export const SYSTEM_INDICATORS = {
  MedianPrice: {
    key: 'MedianPrice',
    group: 'Prices',
    name: "Median price",
    description: "The middle between high and low of the bar.",
    reference: "common knowledge; as in TA-Lib (MEDPRICE).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Median price\n// The middle between high and low of the bar.\n// Source: common knowledge; as in TA-Lib (MEDPRICE).\n// First value: bar 1.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\n\nfunction onTick() {\n  return (bar.high + bar.low) / 2\n}\n\nfunction onIntervalClose() {\n  return (bar.high + bar.low) / 2\n}\n",
    factory: function ({ bar, ring }) { // Median price
// The middle between high and low of the bar.
// Source: common knowledge; as in TA-Lib (MEDPRICE).
// First value: bar 1.
const pane = 'overlay'
const colors = ['#2962ff']

function onTick() {
  return (bar.high + bar.low) / 2
}

function onIntervalClose() {
  return (bar.high + bar.low) / 2
}

    return { onTick, onIntervalClose } },
  },
  TypicalPrice: {
    key: 'TypicalPrice',
    group: 'Prices',
    name: "Typical price",
    description: "The plain average of high, low and close of the bar.",
    reference: "common knowledge; as in TA-Lib (TYPPRICE).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Typical price\n// The plain average of high, low and close of the bar.\n// Source: common knowledge; as in TA-Lib (TYPPRICE).\n// First value: bar 1.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\n\nfunction onTick() {\n  return (bar.high + bar.low + bar.close) / 3\n}\n\nfunction onIntervalClose() {\n  return (bar.high + bar.low + bar.close) / 3\n}\n",
    factory: function ({ bar, ring }) { // Typical price
// The plain average of high, low and close of the bar.
// Source: common knowledge; as in TA-Lib (TYPPRICE).
// First value: bar 1.
const pane = 'overlay'
const colors = ['#2962ff']

function onTick() {
  return (bar.high + bar.low + bar.close) / 3
}

function onIntervalClose() {
  return (bar.high + bar.low + bar.close) / 3
}

    return { onTick, onIntervalClose } },
  },
  WeightedClose: {
    key: 'WeightedClose',
    group: 'Prices',
    name: "Weighted close",
    description: "The average of high, low and close of the bar, with the close counted twice.",
    reference: "common knowledge; as in TA-Lib (WCLPRICE).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Weighted close\n// The average of high, low and close of the bar, with the close counted twice.\n// Source: common knowledge; as in TA-Lib (WCLPRICE).\n// First value: bar 1.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\n\nfunction onTick() {\n  return (bar.high + bar.low + 2 * bar.close) / 4\n}\n\nfunction onIntervalClose() {\n  return (bar.high + bar.low + 2 * bar.close) / 4\n}\n",
    factory: function ({ bar, ring }) { // Weighted close
// The average of high, low and close of the bar, with the close counted twice.
// Source: common knowledge; as in TA-Lib (WCLPRICE).
// First value: bar 1.
const pane = 'overlay'
const colors = ['#2962ff']

function onTick() {
  return (bar.high + bar.low + 2 * bar.close) / 4
}

function onIntervalClose() {
  return (bar.high + bar.low + 2 * bar.close) / 4
}

    return { onTick, onIntervalClose } },
  },
  AveragePrice: {
    key: 'AveragePrice',
    group: 'Prices',
    name: "Average price",
    description: "The plain average of open, high, low and close of the bar.",
    reference: "common knowledge; as in TA-Lib (AVGPRICE).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Average price\n// The plain average of open, high, low and close of the bar.\n// Source: common knowledge; as in TA-Lib (AVGPRICE).\n// First value: bar 1.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\n\nfunction onTick() {\n  return (bar.open + bar.high + bar.low + bar.close) / 4\n}\n\nfunction onIntervalClose() {\n  return (bar.open + bar.high + bar.low + bar.close) / 4\n}\n",
    factory: function ({ bar, ring }) { // Average price
// The plain average of open, high, low and close of the bar.
// Source: common knowledge; as in TA-Lib (AVGPRICE).
// First value: bar 1.
const pane = 'overlay'
const colors = ['#2962ff']

function onTick() {
  return (bar.open + bar.high + bar.low + bar.close) / 4
}

function onIntervalClose() {
  return (bar.open + bar.high + bar.low + bar.close) / 4
}

    return { onTick, onIntervalClose } },
  },
  HeikinAshi: {
    key: 'HeikinAshi',
    group: 'Prices',
    name: "Heikin-Ashi candles",
    description: "Averaged candles: each opens in the middle of the averaged candle before it and closes at the average of the bar's four prices. The first one opens in the middle of its own bar.",
    reference: "D. Valcu, \"Using the Heikin-Ashi Technique\", Stocks & Commodities 2004.",
    pane: 'overlay',
    outputs: ["open","high","low","close"],
    colors: ["#2962ff","#ff6d00","#26a69a","#7e57c2"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 40,
    source: "// Heikin-Ashi candles\n// Averaged candles: each opens in the middle of the averaged candle before it and closes at the average of the bar's\n// four prices. The first one opens in the middle of its own bar.\n// Source: D. Valcu, \"Using the Heikin-Ashi Technique\", Stocks & Commodities 2004.\n// First value: bar 1. Settled after: 40.\nconst pane = 'overlay'\nconst outputs = ['open', 'high', 'low', 'close']\nconst colors = ['#2962ff', '#ff6d00', '#26a69a', '#7e57c2']\nlet state = null\n\nfunction start() {\n  return { open: null, close: null }\n}\n\nfunction reading() {\n  const close = (bar.open + bar.high + bar.low + bar.close) / 4\n  const open = state.open === null ? (bar.open + bar.close) / 2 : (state.open + state.close) / 2\n  return { open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close }\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.open = value.open\n  state.close = value.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Heikin-Ashi candles
// Averaged candles: each opens in the middle of the averaged candle before it and closes at the average of the bar's
// four prices. The first one opens in the middle of its own bar.
// Source: D. Valcu, "Using the Heikin-Ashi Technique", Stocks & Commodities 2004.
// First value: bar 1. Settled after: 40.
const pane = 'overlay'
const outputs = ['open', 'high', 'low', 'close']
const colors = ['#2962ff', '#ff6d00', '#26a69a', '#7e57c2']
let state = null

function start() {
  return { open: null, close: null }
}

function reading() {
  const close = (bar.open + bar.high + bar.low + bar.close) / 4
  const open = state.open === null ? (bar.open + bar.close) / 2 : (state.open + state.close) / 2
  return { open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close }
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.open = value.open
  state.close = value.close
  return value
}

    return { onTick, onIntervalClose } },
  },
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
  WMA: {
    key: 'WMA',
    group: 'Moving averages',
    name: "Weighted moving average of closes",
    description: "The newest close weighs period times as much as the oldest, those between them in even steps.",
    reference: "common knowledge; as in TA-Lib (WMA).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Weighted moving average of closes\n// The newest close weighs period times as much as the oldest, those between them in even steps.\n// Source: common knowledge; as in TA-Lib (WMA).\n// First value: bar period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Average in which the newest value weighs most. `peek` tells what `next` would give, and changes nothing. */\nfunction weighted(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value * period\n    for (let k = 0; k < period - 1; k++) sum += window.at(k) * (period - 1 - k)\n    return (2 * sum) / (period * (period + 1))\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: weighted(period) }\n}\n\nfunction reading(how) {\n  return state.average[how](bar.close)\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Weighted moving average of closes
// The newest close weighs period times as much as the oldest, those between them in even steps.
// Source: common knowledge; as in TA-Lib (WMA).
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Average in which the newest value weighs most. `peek` tells what `next` would give, and changes nothing. */
function weighted(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value * period
    for (let k = 0; k < period - 1; k++) sum += window.at(k) * (period - 1 - k)
    return (2 * sum) / (period * (period + 1))
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: weighted(period) }
}

function reading(how) {
  return state.average[how](bar.close)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  HMA: {
    key: 'HMA',
    group: 'Moving averages',
    name: "Hull moving average of closes",
    description: "A weighted average over the square root of the period, of twice the weighted average of half the period less that of the whole: smooth with little lag. Both numbers are rounded down.",
    reference: "A. Hull, \"How to reduce lag in a moving average\", 2005.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period + Math.floor(Math.sqrt(period)) - 1,
    settled: (period = 20) => period + Math.floor(Math.sqrt(period)) - 1,
    source: "// Hull moving average of closes\n// A weighted average over the square root of the period, of twice the weighted average of half the period less that\n// of the whole: smooth with little lag. Both numbers are rounded down.\n// Source: A. Hull, \"How to reduce lag in a moving average\", 2005.\n// First value: bar period + Math.floor(Math.sqrt(period)) - 1.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Average in which the newest value weighs most. `peek` tells what `next` would give, and changes nothing. */\nfunction weighted(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value * period\n    for (let k = 0; k < period - 1; k++) sum += window.at(k) * (period - 1 - k)\n    return (2 * sum) / (period * (period + 1))\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return {\n    whole: weighted(period),\n    half: weighted(Math.floor(period / 2)),\n    smooth: weighted(Math.floor(Math.sqrt(period))),\n  }\n}\n\nfunction reading(how) {\n  const whole = state.whole[how](bar.close)\n  const half = state.half[how](bar.close)\n  return whole === null ? null : state.smooth[how](2 * half - whole)\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Hull moving average of closes
// A weighted average over the square root of the period, of twice the weighted average of half the period less that
// of the whole: smooth with little lag. Both numbers are rounded down.
// Source: A. Hull, "How to reduce lag in a moving average", 2005.
// First value: bar period + Math.floor(Math.sqrt(period)) - 1.
const pane = 'overlay'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Average in which the newest value weighs most. `peek` tells what `next` would give, and changes nothing. */
function weighted(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value * period
    for (let k = 0; k < period - 1; k++) sum += window.at(k) * (period - 1 - k)
    return (2 * sum) / (period * (period + 1))
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return {
    whole: weighted(period),
    half: weighted(Math.floor(period / 2)),
    smooth: weighted(Math.floor(Math.sqrt(period))),
  }
}

function reading(how) {
  const whole = state.whole[how](bar.close)
  const half = state.half[how](bar.close)
  return whole === null ? null : state.smooth[how](2 * half - whole)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  DEMA: {
    key: 'DEMA',
    group: 'Moving averages',
    name: "Double exponential moving average of closes",
    description: "Twice the exponential average less the exponential average of itself, which takes most of the lag away.",
    reference: "P. G. Mulloy, \"Smoothing Data with Faster Moving Averages\", Stocks & Commodities 1994; as in TA-Lib (DEMA).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => 2 * period - 1,
    settled: (period = 20) => 16 * (period + 1),
    source: "// Double exponential moving average of closes\n// Twice the exponential average less the exponential average of itself, which takes most of the lag away.\n// Source: P. G. Mulloy, \"Smoothing Data with Faster Moving Averages\", Stocks & Commodities 1994; as in TA-Lib\n// (DEMA).\n// First value: bar 2 * period - 1. Settled after: 16 * (period + 1).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { once: exponential(period), twice: exponential(period) }\n}\n\nfunction reading(how) {\n  const once = state.once[how](bar.close)\n  if (once === null) return null\n  const twice = state.twice[how](once)\n  return twice === null ? null : 2 * once - twice\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Double exponential moving average of closes
// Twice the exponential average less the exponential average of itself, which takes most of the lag away.
// Source: P. G. Mulloy, "Smoothing Data with Faster Moving Averages", Stocks & Commodities 1994; as in TA-Lib
// (DEMA).
// First value: bar 2 * period - 1. Settled after: 16 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return { once: exponential(period), twice: exponential(period) }
}

function reading(how) {
  const once = state.once[how](bar.close)
  if (once === null) return null
  const twice = state.twice[how](once)
  return twice === null ? null : 2 * once - twice
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  TEMA: {
    key: 'TEMA',
    group: 'Moving averages',
    name: "Triple exponential moving average of closes",
    description: "Three exponential averages one upon the other, put together so that most of the lag cancels out.",
    reference: "P. G. Mulloy, \"Smoothing Data with Less Lag\", Stocks & Commodities 1994; as in TA-Lib (TEMA).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => 3 * period - 2,
    settled: (period = 20) => 24 * (period + 1),
    source: "// Triple exponential moving average of closes\n// Three exponential averages one upon the other, put together so that most of the lag cancels out.\n// Source: P. G. Mulloy, \"Smoothing Data with Less Lag\", Stocks & Commodities 1994; as in TA-Lib (TEMA).\n// First value: bar 3 * period - 2. Settled after: 24 * (period + 1).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { once: exponential(period), twice: exponential(period), thrice: exponential(period) }\n}\n\nfunction reading(how) {\n  const once = state.once[how](bar.close)\n  const twice = once === null ? null : state.twice[how](once)\n  const thrice = twice === null ? null : state.thrice[how](twice)\n  return thrice === null ? null : 3 * once - 3 * twice + thrice\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Triple exponential moving average of closes
// Three exponential averages one upon the other, put together so that most of the lag cancels out.
// Source: P. G. Mulloy, "Smoothing Data with Less Lag", Stocks & Commodities 1994; as in TA-Lib (TEMA).
// First value: bar 3 * period - 2. Settled after: 24 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return { once: exponential(period), twice: exponential(period), thrice: exponential(period) }
}

function reading(how) {
  const once = state.once[how](bar.close)
  const twice = once === null ? null : state.twice[how](once)
  const thrice = twice === null ? null : state.thrice[how](twice)
  return thrice === null ? null : 3 * once - 3 * twice + thrice
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  KAMA: {
    key: 'KAMA',
    group: 'Moving averages',
    name: "Kaufman adaptive moving average of closes",
    description: "It follows quickly where price goes straight and slowly where price goes to and fro, between an exponential average of the fast and one of the slow period. It starts from the close before its first value.",
    reference: "P. J. Kaufman, \"Trading Systems and Methods\", 1995; the start as in TA-Lib (KAMA).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1},{"name":"fast","defaultValue":2,"isWhole":true,"least":1},{"name":"slow","defaultValue":30,"isWhole":true,"least":1}],
    firstValue: (period = 10, fast = 2, slow = 30) => period + 1,
    settled: (period = 10, fast = 2, slow = 30) => 8 * (period + slow + 1),
    source: "// Kaufman adaptive moving average of closes\n// It follows quickly where price goes straight and slowly where price goes to and fro, between an exponential\n// average of the fast and one of the slow period. It starts from the close before its first value.\n// Source: P. J. Kaufman, \"Trading Systems and Methods\", 1995; the start as in TA-Lib (KAMA).\n// First value: bar period + 1. Settled after: 8 * (period + slow + 1).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period + 1), average: null }\n}\n\nfunction reading(period, fast, slow) {\n  const { closes } = state\n  if (closes.count < period) return null\n  let path = Math.abs(bar.close - closes.at(0))\n  for (let k = 0; k < period - 1; k++) path += Math.abs(closes.at(k) - closes.at(k + 1))\n  const way = Math.abs(bar.close - closes.at(period - 1))\n  const efficiency = path === 0 ? 1 : Math.min(1, way / path)\n  const least = 2 / (slow + 1)\n  const weight = (efficiency * (2 / (fast + 1) - least) + least) ** 2\n  const before = state.average === null ? closes.at(0) : state.average\n  return before + weight * (bar.close - before)\n}\n\nfunction onTick(period = 10, fast = 2, slow = 30) {\n  return state === null ? null : reading(period, fast, slow)\n}\n\nfunction onIntervalClose(period = 10, fast = 2, slow = 30) {\n  if (state === null) state = start(period)\n  const value = reading(period, fast, slow)\n  state.closes.push(bar.close)\n  state.average = value\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Kaufman adaptive moving average of closes
// It follows quickly where price goes straight and slowly where price goes to and fro, between an exponential
// average of the fast and one of the slow period. It starts from the close before its first value.
// Source: P. J. Kaufman, "Trading Systems and Methods", 1995; the start as in TA-Lib (KAMA).
// First value: bar period + 1. Settled after: 8 * (period + slow + 1).
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period + 1), average: null }
}

function reading(period, fast, slow) {
  const { closes } = state
  if (closes.count < period) return null
  let path = Math.abs(bar.close - closes.at(0))
  for (let k = 0; k < period - 1; k++) path += Math.abs(closes.at(k) - closes.at(k + 1))
  const way = Math.abs(bar.close - closes.at(period - 1))
  const efficiency = path === 0 ? 1 : Math.min(1, way / path)
  const least = 2 / (slow + 1)
  const weight = (efficiency * (2 / (fast + 1) - least) + least) ** 2
  const before = state.average === null ? closes.at(0) : state.average
  return before + weight * (bar.close - before)
}

function onTick(period = 10, fast = 2, slow = 30) {
  return state === null ? null : reading(period, fast, slow)
}

function onIntervalClose(period = 10, fast = 2, slow = 30) {
  if (state === null) state = start(period)
  const value = reading(period, fast, slow)
  state.closes.push(bar.close)
  state.average = value
  return value
}

    return { onTick, onIntervalClose } },
  },
  VWMA: {
    key: 'VWMA',
    group: 'Moving averages',
    name: "Volume weighted moving average of closes",
    description: "Each close weighs as much as the volume of its bar. There is no value where the window has no volume.",
    reference: "common knowledge, for example R. W. Colby, \"The Encyclopedia of Technical Market Indicators\", 2003.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Volume weighted moving average of closes\n// Each close weighs as much as the volume of its bar. There is no value where the window has no volume.\n// Source: common knowledge, for example R. W. Colby, \"The Encyclopedia of Technical Market Indicators\", 2003.\n// First value: bar period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period), volumes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes, volumes } = state\n  if (closes.count < period - 1) return null\n  let volume = bar.volume\n  let sum = bar.close * bar.volume\n  for (let k = 0; k < period - 1; k++) {\n    volume += volumes.at(k)\n    sum += closes.at(k) * volumes.at(k)\n  }\n  return volume > 0 ? sum / volume : null\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  state.volumes.push(bar.volume)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Volume weighted moving average of closes
// Each close weighs as much as the volume of its bar. There is no value where the window has no volume.
// Source: common knowledge, for example R. W. Colby, "The Encyclopedia of Technical Market Indicators", 2003.
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period), volumes: ring(period) }
}

function reading(period) {
  const { closes, volumes } = state
  if (closes.count < period - 1) return null
  let volume = bar.volume
  let sum = bar.close * bar.volume
  for (let k = 0; k < period - 1; k++) {
    volume += volumes.at(k)
    sum += closes.at(k) * volumes.at(k)
  }
  return volume > 0 ? sum / volume : null
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  state.volumes.push(bar.volume)
  return value
}

    return { onTick, onIntervalClose } },
  },
  SMMA: {
    key: 'SMMA',
    group: 'Moving averages',
    name: "Smoothed moving average of closes",
    description: "Wilder's smoothing: it starts from the plain average of the first closes, then each close weighs 1 / period.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => 16 * (period + 1),
    source: "// Smoothed moving average of closes\n// Wilder's smoothing: it starts from the plain average of the first closes, then each close weighs 1 / period.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978.\n// First value: bar period. Settled after: 16 * (period + 1).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: wilder(period) }\n}\n\nfunction reading(how) {\n  return state.average[how](bar.close)\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Smoothed moving average of closes
// Wilder's smoothing: it starts from the plain average of the first closes, then each close weighs 1 / period.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978.
// First value: bar period. Settled after: 16 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: wilder(period) }
}

function reading(how) {
  return state.average[how](bar.close)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  T3: {
    key: 'T3',
    group: 'Moving averages',
    name: "Tillson T3 moving average of closes",
    description: "Six exponential averages one upon the other, put together with a volume factor: smooth with little lag.",
    reference: "T. Tillson, \"Better Moving Averages\", Stocks & Commodities 1998; as in TA-Lib (T3).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":5,"isWhole":true,"least":1},{"name":"factor","defaultValue":0.7,"isWhole":false,"least":0}],
    firstValue: (period = 5, factor = 0.7) => 6 * (period - 1) + 1,
    settled: (period = 5, factor = 0.7) => 48 * (period + 1),
    source: "// Tillson T3 moving average of closes\n// Six exponential averages one upon the other, put together with a volume factor: smooth with little lag.\n// Source: T. Tillson, \"Better Moving Averages\", Stocks & Commodities 1998; as in TA-Lib (T3).\n// First value: bar 6 * (period - 1) + 1. Settled after: 48 * (period + 1).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst fractions = ['factor']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { averages: [0, 1, 2, 3, 4, 5].map(() => exponential(period)), values: [0, 0, 0, 0, 0, 0] }\n}\n\nfunction reading(how, factor) {\n  const { averages, values } = state\n  let value = bar.close\n  for (let at = 0; at < 6; at++) {\n    value = averages[at][how](value)\n    if (value === null) return null\n    values[at] = value\n  }\n  const square = factor * factor\n  const cube = square * factor\n  const third = 3 * square + 3 * cube\n  return (\n    -cube * values[5] +\n    third * values[4] +\n    (-6 * square - 3 * (factor + cube)) * values[3] +\n    (1 + 3 * factor + cube + 3 * square) * values[2]\n  )\n}\n\nfunction onTick(period = 5, factor = 0.7) {\n  return state === null ? null : reading('peek', factor)\n}\n\nfunction onIntervalClose(period = 5, factor = 0.7) {\n  if (state === null) state = start(period)\n  const value = reading('next', factor)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Tillson T3 moving average of closes
// Six exponential averages one upon the other, put together with a volume factor: smooth with little lag.
// Source: T. Tillson, "Better Moving Averages", Stocks & Commodities 1998; as in TA-Lib (T3).
// First value: bar 6 * (period - 1) + 1. Settled after: 48 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['factor']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return { averages: [0, 1, 2, 3, 4, 5].map(() => exponential(period)), values: [0, 0, 0, 0, 0, 0] }
}

function reading(how, factor) {
  const { averages, values } = state
  let value = bar.close
  for (let at = 0; at < 6; at++) {
    value = averages[at][how](value)
    if (value === null) return null
    values[at] = value
  }
  const square = factor * factor
  const cube = square * factor
  const third = 3 * square + 3 * cube
  return (
    -cube * values[5] +
    third * values[4] +
    (-6 * square - 3 * (factor + cube)) * values[3] +
    (1 + 3 * factor + cube + 3 * square) * values[2]
  )
}

function onTick(period = 5, factor = 0.7) {
  return state === null ? null : reading('peek', factor)
}

function onIntervalClose(period = 5, factor = 0.7) {
  if (state === null) state = start(period)
  const value = reading('next', factor)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ALMA: {
    key: 'ALMA',
    group: 'Moving averages',
    name: "Arnaud Legoux moving average of closes",
    description: "The weights of the window follow a bell curve whose top lies at a part of the window (offset, 1 is the newest bar; rounded down to a bar) and whose width is the period divided by sigma.",
    reference: "A. Legoux and D. Kouzis-Loukas, \"ALMA: Arnaud Legoux Moving Average\", 2009.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":9,"isWhole":true,"least":1},{"name":"offset","defaultValue":0.85,"isWhole":false,"least":0},{"name":"sigma","defaultValue":6,"isWhole":false,"least":0}],
    firstValue: (period = 9, offset = 0.85, sigma = 6) => period,
    settled: (period = 9, offset = 0.85, sigma = 6) => period,
    source: "// Arnaud Legoux moving average of closes\n// The weights of the window follow a bell curve whose top lies at a part of the window (offset, 1 is the newest bar;\n// rounded down to a bar) and whose width is the period divided by sigma.\n// Source: A. Legoux and D. Kouzis-Loukas, \"ALMA: Arnaud Legoux Moving Average\", 2009.\n// First value: bar period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst fractions = ['offset', 'sigma']\nlet state = null\n\n/** Weights from the newest bar to the oldest; their sum is 1. */\nfunction bell(period, offset, sigma) {\n  const top = Math.floor(offset * (period - 1))\n  const width = period / sigma\n  const weights = []\n  for (let k = 0; k < period; k++) weights.push(Math.exp(-((period - 1 - k - top) ** 2) / (2 * width * width)))\n  const sum = weights.reduce((total, weight) => total + weight, 0)\n  return weights.map((weight) => weight / sum)\n}\n\nfunction start(period, offset, sigma) {\n  return { closes: ring(period), weights: bell(period, offset, sigma) }\n}\n\nfunction reading(period) {\n  const { closes, weights } = state\n  if (closes.count < period - 1) return null\n  let sum = bar.close * weights[0]\n  for (let k = 0; k < period - 1; k++) sum += closes.at(k) * weights[k + 1]\n  return sum\n}\n\nfunction onTick(period = 9, offset = 0.85, sigma = 6) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 9, offset = 0.85, sigma = 6) {\n  if (state === null) state = start(period, offset, sigma)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Arnaud Legoux moving average of closes
// The weights of the window follow a bell curve whose top lies at a part of the window (offset, 1 is the newest bar;
// rounded down to a bar) and whose width is the period divided by sigma.
// Source: A. Legoux and D. Kouzis-Loukas, "ALMA: Arnaud Legoux Moving Average", 2009.
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['offset', 'sigma']
let state = null

/** Weights from the newest bar to the oldest; their sum is 1. */
function bell(period, offset, sigma) {
  const top = Math.floor(offset * (period - 1))
  const width = period / sigma
  const weights = []
  for (let k = 0; k < period; k++) weights.push(Math.exp(-((period - 1 - k - top) ** 2) / (2 * width * width)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function start(period, offset, sigma) {
  return { closes: ring(period), weights: bell(period, offset, sigma) }
}

function reading(period) {
  const { closes, weights } = state
  if (closes.count < period - 1) return null
  let sum = bar.close * weights[0]
  for (let k = 0; k < period - 1; k++) sum += closes.at(k) * weights[k + 1]
  return sum
}

function onTick(period = 9, offset = 0.85, sigma = 6) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 9, offset = 0.85, sigma = 6) {
  if (state === null) state = start(period, offset, sigma)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  LSMA: {
    key: 'LSMA',
    group: 'Moving averages',
    name: "Least squares moving average of closes",
    description: "The end of the straight line that fits the last closes best.",
    reference: "method of least squares; as in TA-Lib (LINEARREG).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":25,"isWhole":true,"least":2}],
    firstValue: (period = 25) => period,
    settled: (period = 25) => period,
    source: "// Least squares moving average of closes\n// The end of the straight line that fits the last closes best.\n// Source: method of least squares; as in TA-Lib (LINEARREG).\n// First value: bar period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */\nfunction line(closes, period) {\n  const middle = (period - 1) / 2\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let slope = middle * (bar.close - mean)\n  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)\n  slope *= 12 / (period * (period * period - 1))\n  return { slope, start: mean - slope * middle, end: mean + slope * middle }\n}\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period - 1) return null\n  return line(state.closes, period).end\n}\n\nfunction onTick(period = 25) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 25) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Least squares moving average of closes
// The end of the straight line that fits the last closes best.
// Source: method of least squares; as in TA-Lib (LINEARREG).
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */
function line(closes, period) {
  const middle = (period - 1) / 2
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let slope = middle * (bar.close - mean)
  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)
  slope *= 12 / (period * (period * period - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period - 1) return null
  return line(state.closes, period).end
}

function onTick(period = 25) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 25) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  VIDYA: {
    key: 'VIDYA',
    group: 'Moving averages',
    name: "Variable index dynamic average of closes",
    description: "An exponential average whose weight alpha is multiplied by the ratio of the deviation of the last few closes to that of many. It starts from the close before its first value.",
    reference: "T. S. Chande, \"Adapting Moving Averages to Market Volatility\", Stocks & Commodities 1992.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":9,"isWhole":true,"least":2},{"name":"slow","defaultValue":30,"isWhole":true,"least":2},{"name":"alpha","defaultValue":0.2,"isWhole":false,"least":0}],
    firstValue: (fast = 9, slow = 30, alpha = 0.2) => slow,
    settled: (fast = 9, slow = 30, alpha = 0.2) => slow + Math.ceil(40 / alpha),
    source: "// Variable index dynamic average of closes\n// An exponential average whose weight alpha is multiplied by the ratio of the deviation of the last few closes to\n// that of many. It starts from the close before its first value.\n// Source: T. S. Chande, \"Adapting Moving Averages to Market Volatility\", Stocks & Commodities 1992.\n// First value: bar slow. Settled after: slow + Math.ceil(40 / alpha).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst fractions = ['alpha']\nconst least = { fast: 2, slow: 2 }\nlet state = null\n\nfunction deviation(closes, period) {\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let squares = (bar.close - mean) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2\n  return Math.sqrt(squares / period)\n}\n\nfunction start(fast, slow) {\n  return { closes: ring(Math.max(fast, slow)), average: null }\n}\n\nfunction reading(fast, slow, alpha) {\n  const { closes } = state\n  if (closes.count < Math.max(fast, slow) - 1) return null\n  const calm = deviation(closes, slow)\n  const weight = calm === 0 ? 0 : Math.min(1, (alpha * deviation(closes, fast)) / calm)\n  const before = state.average === null ? closes.at(0) : state.average\n  return before + weight * (bar.close - before)\n}\n\nfunction onTick(fast = 9, slow = 30, alpha = 0.2) {\n  return state === null ? null : reading(fast, slow, alpha)\n}\n\nfunction onIntervalClose(fast = 9, slow = 30, alpha = 0.2) {\n  if (state === null) state = start(fast, slow)\n  const value = reading(fast, slow, alpha)\n  state.closes.push(bar.close)\n  state.average = value\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Variable index dynamic average of closes
// An exponential average whose weight alpha is multiplied by the ratio of the deviation of the last few closes to
// that of many. It starts from the close before its first value.
// Source: T. S. Chande, "Adapting Moving Averages to Market Volatility", Stocks & Commodities 1992.
// First value: bar slow. Settled after: slow + Math.ceil(40 / alpha).
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['alpha']
const least = { fast: 2, slow: 2 }
let state = null

function deviation(closes, period) {
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  return Math.sqrt(squares / period)
}

function start(fast, slow) {
  return { closes: ring(Math.max(fast, slow)), average: null }
}

function reading(fast, slow, alpha) {
  const { closes } = state
  if (closes.count < Math.max(fast, slow) - 1) return null
  const calm = deviation(closes, slow)
  const weight = calm === 0 ? 0 : Math.min(1, (alpha * deviation(closes, fast)) / calm)
  const before = state.average === null ? closes.at(0) : state.average
  return before + weight * (bar.close - before)
}

function onTick(fast = 9, slow = 30, alpha = 0.2) {
  return state === null ? null : reading(fast, slow, alpha)
}

function onIntervalClose(fast = 9, slow = 30, alpha = 0.2) {
  if (state === null) state = start(fast, slow)
  const value = reading(fast, slow, alpha)
  state.closes.push(bar.close)
  state.average = value
  return value
}

    return { onTick, onIntervalClose } },
  },
  ZLEMA: {
    key: 'ZLEMA',
    group: 'Moving averages',
    name: "Zero lag exponential moving average of closes",
    description: "An exponential average of closes to which their change over half a period is added, so that the lag cancels out.",
    reference: "J. F. Ehlers and R. Way, \"Zero Lag (Well, Almost)\", 2010.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period + Math.floor((period - 1) / 2),
    settled: (period = 20) => 8 * (period + 1) + Math.floor((period - 1) / 2),
    source: "// Zero lag exponential moving average of closes\n// An exponential average of closes to which their change over half a period is added, so that the lag cancels out.\n// Source: J. F. Ehlers and R. Way, \"Zero Lag (Well, Almost)\", 2010.\n// First value: bar period + Math.floor((period - 1) / 2). Settled after: 8 * (period + 1) + Math.floor((period - 1)\n// / 2).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { closes: ring(period), average: exponential(period) }\n}\n\nfunction reading(how, period) {\n  const lag = Math.floor((period - 1) / 2)\n  if (state.closes.count < lag) return null\n  const before = lag === 0 ? bar.close : state.closes.at(lag - 1)\n  return state.average[how](2 * bar.close - before)\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next', period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Zero lag exponential moving average of closes
// An exponential average of closes to which their change over half a period is added, so that the lag cancels out.
// Source: J. F. Ehlers and R. Way, "Zero Lag (Well, Almost)", 2010.
// First value: bar period + Math.floor((period - 1) / 2). Settled after: 8 * (period + 1) + Math.floor((period - 1)
// / 2).
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return { closes: ring(period), average: exponential(period) }
}

function reading(how, period) {
  const lag = Math.floor((period - 1) / 2)
  if (state.closes.count < lag) return null
  const before = lag === 0 ? bar.close : state.closes.at(lag - 1)
  return state.average[how](2 * bar.close - before)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  TRIMA: {
    key: 'TRIMA',
    group: 'Moving averages',
    name: "Triangular moving average of closes",
    description: "The closes in the middle of the window weigh most: a plain average of a plain average.",
    reference: "common knowledge; as in TA-Lib (TRIMA).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Triangular moving average of closes\n// The closes in the middle of the window weigh most: a plain average of a plain average.\n// Source: common knowledge; as in TA-Lib (TRIMA).\n// First value: bar period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { first: simple(Math.floor(period / 2) + 1), second: simple(Math.ceil(period / 2)) }\n}\n\nfunction reading(how) {\n  const once = state.first[how](bar.close)\n  return once === null ? null : state.second[how](once)\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Triangular moving average of closes
// The closes in the middle of the window weigh most: a plain average of a plain average.
// Source: common knowledge; as in TA-Lib (TRIMA).
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { first: simple(Math.floor(period / 2) + 1), second: simple(Math.ceil(period / 2)) }
}

function reading(how) {
  const once = state.first[how](bar.close)
  return once === null ? null : state.second[how](once)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  McGinley: {
    key: 'McGinley',
    group: 'Moving averages',
    name: "McGinley dynamic of closes",
    description: "An average that speeds up when price falls below it and slows down when price rises above it. It starts from the plain average of the first closes.",
    reference: "J. R. McGinley, \"McGinley Dynamics\", Market Technicians Association Journal 1997.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => 16 * (period + 1),
    source: "// McGinley dynamic of closes\n// An average that speeds up when price falls below it and slows down when price rises above it. It starts from the\n// plain average of the first closes.\n// Source: J. R. McGinley, \"McGinley Dynamics\", Market Technicians Association Journal 1997.\n// First value: bar period. Settled after: 16 * (period + 1).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start() {\n  return { count: 0, sum: 0, average: null }\n}\n\nfunction reading(period) {\n  const { average } = state\n  if (average !== null) return average + (bar.close - average) / Math.max(1, period * (bar.close / average) ** 4)\n  return state.count === period - 1 ? (state.sum + bar.close) / period : null\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start()\n  const value = reading(period)\n  state.average = value\n  if (state.count < period) {\n    state.count += 1\n    state.sum += bar.close\n  }\n  return value\n}\n",
    factory: function ({ bar, ring }) { // McGinley dynamic of closes
// An average that speeds up when price falls below it and slows down when price rises above it. It starts from the
// plain average of the first closes.
// Source: J. R. McGinley, "McGinley Dynamics", Market Technicians Association Journal 1997.
// First value: bar period. Settled after: 16 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

function start() {
  return { count: 0, sum: 0, average: null }
}

function reading(period) {
  const { average } = state
  if (average !== null) return average + (bar.close - average) / Math.max(1, period * (bar.close / average) ** 4)
  return state.count === period - 1 ? (state.sum + bar.close) / period : null
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start()
  const value = reading(period)
  state.average = value
  if (state.count < period) {
    state.count += 1
    state.sum += bar.close
  }
  return value
}

    return { onTick, onIntervalClose } },
  },
  FRAMA: {
    key: 'FRAMA',
    group: 'Moving averages',
    name: "Fractal adaptive moving average",
    description: "An exponential average of median prices whose weight follows the fractal dimension of the window: quick in trends, slow in ranges. It starts from the median price of its first full window; the period must be even.",
    reference: "J. F. Ehlers, \"FRAMA: Fractal Adaptive Moving Average\", 2005.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":16,"isWhole":true,"least":4}],
    firstValue: (period = 16) => period,
    settled: (period = 16) => 40 * period,
    source: "// Fractal adaptive moving average\n// An exponential average of median prices whose weight follows the fractal dimension of the window: quick in trends,\n// slow in ranges. It starts from the median price of its first full window; the period must be even.\n// Source: J. F. Ehlers, \"FRAMA: Fractal Adaptive Moving Average\", 2005.\n// First value: bar period. Settled after: 40 * period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst least = { period: 4 }\nlet state = null\n\nfunction span(from, to) {\n  let highest = from === 0 ? bar.high : state.highs.at(from - 1)\n  let lowest = from === 0 ? bar.low : state.lows.at(from - 1)\n  for (let k = from + 1; k < to; k++) {\n    highest = Math.max(highest, state.highs.at(k - 1))\n    lowest = Math.min(lowest, state.lows.at(k - 1))\n  }\n  return highest - lowest\n}\n\nfunction start(period) {\n  return { highs: ring(period), lows: ring(period), average: null }\n}\n\nfunction reading(period) {\n  if (state.highs.count < period - 1) return null\n  const price = (bar.high + bar.low) / 2\n  if (state.average === null) return price\n  const half = Math.floor(period / 2)\n  const near = span(0, half) / half\n  const far = span(half, 2 * half) / half\n  const whole = span(0, 2 * half) / (2 * half)\n  const isFlat = near + far === 0 || whole === 0\n  const dimension = isFlat ? 1 : Math.log2((near + far) / whole)\n  const weight = Math.min(1, Math.max(0.01, Math.exp(-4.6 * (dimension - 1))))\n  return state.average + weight * (price - state.average)\n}\n\nfunction onTick(period = 16) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 16) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.average = value\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Fractal adaptive moving average
// An exponential average of median prices whose weight follows the fractal dimension of the window: quick in trends,
// slow in ranges. It starts from the median price of its first full window; the period must be even.
// Source: J. F. Ehlers, "FRAMA: Fractal Adaptive Moving Average", 2005.
// First value: bar period. Settled after: 40 * period.
const pane = 'overlay'
const colors = ['#2962ff']
const least = { period: 4 }
let state = null

function span(from, to) {
  let highest = from === 0 ? bar.high : state.highs.at(from - 1)
  let lowest = from === 0 ? bar.low : state.lows.at(from - 1)
  for (let k = from + 1; k < to; k++) {
    highest = Math.max(highest, state.highs.at(k - 1))
    lowest = Math.min(lowest, state.lows.at(k - 1))
  }
  return highest - lowest
}

function start(period) {
  return { highs: ring(period), lows: ring(period), average: null }
}

function reading(period) {
  if (state.highs.count < period - 1) return null
  const price = (bar.high + bar.low) / 2
  if (state.average === null) return price
  const half = Math.floor(period / 2)
  const near = span(0, half) / half
  const far = span(half, 2 * half) / half
  const whole = span(0, 2 * half) / (2 * half)
  const isFlat = near + far === 0 || whole === 0
  const dimension = isFlat ? 1 : Math.log2((near + far) / whole)
  const weight = Math.min(1, Math.max(0.01, Math.exp(-4.6 * (dimension - 1))))
  return state.average + weight * (price - state.average)
}

function onTick(period = 16) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 16) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.average = value
  return value
}

    return { onTick, onIntervalClose } },
  },
  SuperSmoother: {
    key: 'SuperSmoother',
    group: 'Moving averages',
    name: "Two pole super smoother of closes",
    description: "A filter that takes out what is shorter than the period with less lag than an average; values before one full period are kept back.",
    reference: "J. F. Ehlers, \"Cycle Analytics for Traders\", 2013.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period,
    settled: (period = 10) => 8 * (period + 1),
    source: "// Two pole super smoother of closes\n// A filter that takes out what is shorter than the period with less lag than an average; values before one full\n// period are kept back.\n// Source: J. F. Ehlers, \"Cycle Analytics for Traders\", 2013.\n// First value: bar period. Settled after: 8 * (period + 1).\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\nfunction start() {\n  return { count: 0, close: 0, last: 0, older: 0 }\n}\n\nfunction reading(period) {\n  if (state.count < 2) return bar.close\n  const decay = Math.exp((-Math.SQRT2 * Math.PI) / period)\n  const second = 2 * decay * Math.cos((Math.SQRT2 * Math.PI) / period)\n  const third = -decay * decay\n  return ((1 - second - third) * (bar.close + state.close)) / 2 + second * state.last + third * state.older\n}\n\nfunction onTick(period = 10) {\n  return state === null || state.count < period - 1 ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start()\n  const value = reading(period)\n  state.count += 1\n  state.close = bar.close\n  state.older = state.last\n  state.last = value\n  return state.count < period ? null : value\n}\n",
    factory: function ({ bar, ring }) { // Two pole super smoother of closes
// A filter that takes out what is shorter than the period with less lag than an average; values before one full
// period are kept back.
// Source: J. F. Ehlers, "Cycle Analytics for Traders", 2013.
// First value: bar period. Settled after: 8 * (period + 1).
const pane = 'overlay'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

function start() {
  return { count: 0, close: 0, last: 0, older: 0 }
}

function reading(period) {
  if (state.count < 2) return bar.close
  const decay = Math.exp((-Math.SQRT2 * Math.PI) / period)
  const second = 2 * decay * Math.cos((Math.SQRT2 * Math.PI) / period)
  const third = -decay * decay
  return ((1 - second - third) * (bar.close + state.close)) / 2 + second * state.last + third * state.older
}

function onTick(period = 10) {
  return state === null || state.count < period - 1 ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start()
  const value = reading(period)
  state.count += 1
  state.close = bar.close
  state.older = state.last
  state.last = value
  return state.count < period ? null : value
}

    return { onTick, onIntervalClose } },
  },
  MovingMedian: {
    key: 'MovingMedian',
    group: 'Moving averages',
    name: "Moving median of closes",
    description: "The close in the middle when the closes of the window are put in order: single spikes do not move it.",
    reference: "J. W. Tukey, \"Exploratory Data Analysis\", 1977.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":21,"isWhole":true,"least":1}],
    firstValue: (period = 21) => period,
    settled: (period = 21) => period,
    source: "// Moving median of closes\n// The close in the middle when the closes of the window are put in order: single spikes do not move it.\n// Source: J. W. Tukey, \"Exploratory Data Analysis\", 1977.\n// First value: bar period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period - 1) return null\n  const sorted = [bar.close]\n  for (let k = 0; k < period - 1; k++) sorted.push(state.closes.at(k))\n  sorted.sort((a, b) => a - b)\n  const middle = Math.floor(period / 2)\n  return period % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2\n}\n\nfunction onTick(period = 21) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 21) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Moving median of closes
// The close in the middle when the closes of the window are put in order: single spikes do not move it.
// Source: J. W. Tukey, "Exploratory Data Analysis", 1977.
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period - 1) return null
  const sorted = [bar.close]
  for (let k = 0; k < period - 1; k++) sorted.push(state.closes.at(k))
  sorted.sort((a, b) => a - b)
  const middle = Math.floor(period / 2)
  return period % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function onTick(period = 21) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 21) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Alligator: {
    key: 'Alligator',
    group: 'Moving averages',
    name: "Alligator",
    description: "Three smoothed averages of median prices, moved 8, 5 and 3 bars forward: the value of a bar is what was known that many bars before.",
    reference: "B. Williams, \"Trading Chaos\", 1995.",
    pane: 'overlay',
    outputs: ["jaw","teeth","lips"],
    colors: ["#2962ff","#f23645","#089981"],
    repaints: false,
    parameters: [{"name":"jaw","defaultValue":13,"isWhole":true,"least":1},{"name":"teeth","defaultValue":8,"isWhole":true,"least":1},{"name":"lips","defaultValue":5,"isWhole":true,"least":1}],
    firstValue: (jaw = 13, teeth = 8, lips = 5) => Math.max(jaw + 8, teeth + 5, lips + 3),
    settled: (jaw = 13, teeth = 8, lips = 5) => 16 * (Math.max(jaw, teeth, lips) + 1) + 8,
    source: "// Alligator\n// Three smoothed averages of median prices, moved 8, 5 and 3 bars forward: the value of a bar is what was known that\n// many bars before.\n// Source: B. Williams, \"Trading Chaos\", 1995.\n// First value: bar Math.max(jaw + 8, teeth + 5, lips + 3). Settled after: 16 * (Math.max(jaw, teeth, lips) + 1) + 8.\nconst pane = 'overlay'\nconst outputs = ['jaw', 'teeth', 'lips']\nconst colors = ['#2962ff', '#f23645', '#089981']\nlet state = null\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** A smoothed average as it was some bars ago. */\nfunction moved(period, bars) {\n  const average = wilder(period)\n  const past = ring(bars)\n  return {\n    peek: () => (past.full ? past.at(bars - 1) : null),\n    next(value) {\n      const result = past.full ? past.at(bars - 1) : null\n      const present = average.next(value)\n      if (present !== null) past.push(present)\n      return result\n    },\n  }\n}\n\nfunction start(jaw, teeth, lips) {\n  return { jaw: moved(jaw, 8), teeth: moved(teeth, 5), lips: moved(lips, 3) }\n}\n\nfunction reading(how) {\n  const price = (bar.high + bar.low) / 2\n  const jaw = state.jaw[how](price)\n  const teeth = state.teeth[how](price)\n  const lips = state.lips[how](price)\n  return jaw === null || teeth === null || lips === null ? null : { jaw, teeth, lips }\n}\n\nfunction onTick(jaw = 13, teeth = 8, lips = 5) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(jaw = 13, teeth = 8, lips = 5) {\n  if (state === null) state = start(jaw, teeth, lips)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Alligator
// Three smoothed averages of median prices, moved 8, 5 and 3 bars forward: the value of a bar is what was known that
// many bars before.
// Source: B. Williams, "Trading Chaos", 1995.
// First value: bar Math.max(jaw + 8, teeth + 5, lips + 3). Settled after: 16 * (Math.max(jaw, teeth, lips) + 1) + 8.
const pane = 'overlay'
const outputs = ['jaw', 'teeth', 'lips']
const colors = ['#2962ff', '#f23645', '#089981']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** A smoothed average as it was some bars ago. */
function moved(period, bars) {
  const average = wilder(period)
  const past = ring(bars)
  return {
    peek: () => (past.full ? past.at(bars - 1) : null),
    next(value) {
      const result = past.full ? past.at(bars - 1) : null
      const present = average.next(value)
      if (present !== null) past.push(present)
      return result
    },
  }
}

function start(jaw, teeth, lips) {
  return { jaw: moved(jaw, 8), teeth: moved(teeth, 5), lips: moved(lips, 3) }
}

function reading(how) {
  const price = (bar.high + bar.low) / 2
  const jaw = state.jaw[how](price)
  const teeth = state.teeth[how](price)
  const lips = state.lips[how](price)
  return jaw === null || teeth === null || lips === null ? null : { jaw, teeth, lips }
}

function onTick(jaw = 13, teeth = 8, lips = 5) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(jaw = 13, teeth = 8, lips = 5) {
  if (state === null) state = start(jaw, teeth, lips)
  const value = reading('next')
  return value
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
  Donchian: {
    key: 'Donchian',
    group: 'Bands and channels',
    name: "Donchian channel",
    description: "The highest high and the lowest low of the last bars, the present one among them, and the middle between them.",
    reference: "R. D. Donchian, about 1960, \"Donchian's 5 and 20 Day Moving Averages\", 1974.",
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    colors: ["#2962ff","#ff6d00","#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Donchian channel\n// The highest high and the lowest low of the last bars, the present one among them, and the middle between them.\n// Source: R. D. Donchian, about 1960, \"Donchian's 5 and 20 Day Moving Averages\", 1974.\n// First value: bar period.\nconst pane = 'overlay'\nconst outputs = ['upper', 'middle', 'lower']\nconst colors = ['#2962ff', '#ff6d00', '#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { highs: ring(period), lows: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.highs.count < period - 1) return null\n  let upper = bar.high\n  let lower = bar.low\n  for (let k = 0; k < period - 1; k++) {\n    upper = Math.max(upper, state.highs.at(k))\n    lower = Math.min(lower, state.lows.at(k))\n  }\n  return { upper, middle: (upper + lower) / 2, lower }\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Donchian channel
// The highest high and the lowest low of the last bars, the present one among them, and the middle between them.
// Source: R. D. Donchian, about 1960, "Donchian's 5 and 20 Day Moving Averages", 1974.
// First value: bar period.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
let state = null

function start(period) {
  return { highs: ring(period), lows: ring(period) }
}

function reading(period) {
  if (state.highs.count < period - 1) return null
  let upper = bar.high
  let lower = bar.low
  for (let k = 0; k < period - 1; k++) {
    upper = Math.max(upper, state.highs.at(k))
    lower = Math.min(lower, state.lows.at(k))
  }
  return { upper, middle: (upper + lower) / 2, lower }
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Keltner: {
    key: 'Keltner',
    group: 'Bands and channels',
    name: "Keltner channel",
    description: "The exponential average of closes with bands at a multiple of the average true range.",
    reference: "C. W. Keltner, \"How to Make Money in Commodities\", 1960, in the form of L. B. Raschke.",
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    colors: ["#2962ff","#ff6d00","#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"multiplier","defaultValue":2,"isWhole":false,"least":0},{"name":"atrPeriod","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 20, multiplier = 2, atrPeriod = 10) => Math.max(period, atrPeriod + 1),
    settled: (period = 20, multiplier = 2, atrPeriod = 10) => Math.max(8 * (period + 1), 16 * (atrPeriod + 1)),
    source: "// Keltner channel\n// The exponential average of closes with bands at a multiple of the average true range.\n// Source: C. W. Keltner, \"How to Make Money in Commodities\", 1960, in the form of L. B. Raschke.\n// First value: bar Math.max(period, atrPeriod + 1). Settled after: Math.max(8 * (period + 1), 16 * (atrPeriod + 1)).\nconst pane = 'overlay'\nconst outputs = ['upper', 'middle', 'lower']\nconst colors = ['#2962ff', '#ff6d00', '#2962ff']\nconst fractions = ['multiplier']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start(period, atrPeriod) {\n  return { average: exponential(period), ranges: wilder(atrPeriod), last: null }\n}\n\nfunction reading(how, multiplier) {\n  const middle = state.average[how](bar.close)\n  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))\n  if (middle === null || range === null) return null\n  return { upper: middle + multiplier * range, middle, lower: middle - multiplier * range }\n}\n\nfunction onTick(period = 20, multiplier = 2, atrPeriod = 10) {\n  return state === null ? null : reading('peek', multiplier)\n}\n\nfunction onIntervalClose(period = 20, multiplier = 2, atrPeriod = 10) {\n  if (state === null) state = start(period, atrPeriod)\n  const value = reading('next', multiplier)\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Keltner channel
// The exponential average of closes with bands at a multiple of the average true range.
// Source: C. W. Keltner, "How to Make Money in Commodities", 1960, in the form of L. B. Raschke.
// First value: bar Math.max(period, atrPeriod + 1). Settled after: Math.max(8 * (period + 1), 16 * (atrPeriod + 1)).
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['multiplier']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period, atrPeriod) {
  return { average: exponential(period), ranges: wilder(atrPeriod), last: null }
}

function reading(how, multiplier) {
  const middle = state.average[how](bar.close)
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (middle === null || range === null) return null
  return { upper: middle + multiplier * range, middle, lower: middle - multiplier * range }
}

function onTick(period = 20, multiplier = 2, atrPeriod = 10) {
  return state === null ? null : reading('peek', multiplier)
}

function onIntervalClose(period = 20, multiplier = 2, atrPeriod = 10) {
  if (state === null) state = start(period, atrPeriod)
  const value = reading('next', multiplier)
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  StarcBands: {
    key: 'StarcBands',
    group: 'Bands and channels',
    name: "Stoller average range channel",
    description: "The plain average of closes with bands at a multiple of the average true range.",
    reference: "M. Stoller, STARC bands, in J. F. Ehlers and others, Stocks & Commodities, about 1990.",
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    colors: ["#2962ff","#ff6d00","#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":6,"isWhole":true,"least":1},{"name":"multiplier","defaultValue":2,"isWhole":false,"least":0},{"name":"atrPeriod","defaultValue":15,"isWhole":true,"least":1}],
    firstValue: (period = 6, multiplier = 2, atrPeriod = 15) => Math.max(period, atrPeriod + 1),
    settled: (period = 6, multiplier = 2, atrPeriod = 15) => Math.max(period, 16 * (atrPeriod + 1)),
    source: "// Stoller average range channel\n// The plain average of closes with bands at a multiple of the average true range.\n// Source: M. Stoller, STARC bands, in J. F. Ehlers and others, Stocks & Commodities, about 1990.\n// First value: bar Math.max(period, atrPeriod + 1). Settled after: Math.max(period, 16 * (atrPeriod + 1)).\nconst pane = 'overlay'\nconst outputs = ['upper', 'middle', 'lower']\nconst colors = ['#2962ff', '#ff6d00', '#2962ff']\nconst fractions = ['multiplier']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start(period, atrPeriod) {\n  return { average: simple(period), ranges: wilder(atrPeriod), last: null }\n}\n\nfunction reading(how, multiplier) {\n  const middle = state.average[how](bar.close)\n  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))\n  if (middle === null || range === null) return null\n  return { upper: middle + multiplier * range, middle, lower: middle - multiplier * range }\n}\n\nfunction onTick(period = 6, multiplier = 2, atrPeriod = 15) {\n  return state === null ? null : reading('peek', multiplier)\n}\n\nfunction onIntervalClose(period = 6, multiplier = 2, atrPeriod = 15) {\n  if (state === null) state = start(period, atrPeriod)\n  const value = reading('next', multiplier)\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Stoller average range channel
// The plain average of closes with bands at a multiple of the average true range.
// Source: M. Stoller, STARC bands, in J. F. Ehlers and others, Stocks & Commodities, about 1990.
// First value: bar Math.max(period, atrPeriod + 1). Settled after: Math.max(period, 16 * (atrPeriod + 1)).
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['multiplier']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period, atrPeriod) {
  return { average: simple(period), ranges: wilder(atrPeriod), last: null }
}

function reading(how, multiplier) {
  const middle = state.average[how](bar.close)
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (middle === null || range === null) return null
  return { upper: middle + multiplier * range, middle, lower: middle - multiplier * range }
}

function onTick(period = 6, multiplier = 2, atrPeriod = 15) {
  return state === null ? null : reading('peek', multiplier)
}

function onIntervalClose(period = 6, multiplier = 2, atrPeriod = 15) {
  if (state === null) state = start(period, atrPeriod)
  const value = reading('next', multiplier)
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  Envelope: {
    key: 'Envelope',
    group: 'Bands and channels',
    name: "Moving average envelope",
    description: "The plain average of closes and lines a number of per cent above and below it.",
    reference: "common knowledge, for example S. B. Achelis, \"Technical Analysis from A to Z\", 2000.",
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    colors: ["#2962ff","#ff6d00","#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"percent","defaultValue":2.5,"isWhole":false,"least":0}],
    firstValue: (period = 20, percent = 2.5) => period,
    settled: (period = 20, percent = 2.5) => period,
    source: "// Moving average envelope\n// The plain average of closes and lines a number of per cent above and below it.\n// Source: common knowledge, for example S. B. Achelis, \"Technical Analysis from A to Z\", 2000.\n// First value: bar period.\nconst pane = 'overlay'\nconst outputs = ['upper', 'middle', 'lower']\nconst colors = ['#2962ff', '#ff6d00', '#2962ff']\nconst fractions = ['percent']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: simple(period) }\n}\n\nfunction reading(how, percent) {\n  const middle = state.average[how](bar.close)\n  if (middle === null) return null\n  return { upper: middle * (1 + percent / 100), middle, lower: middle * (1 - percent / 100) }\n}\n\nfunction onTick(period = 20, percent = 2.5) {\n  return state === null ? null : reading('peek', percent)\n}\n\nfunction onIntervalClose(period = 20, percent = 2.5) {\n  if (state === null) state = start(period)\n  const value = reading('next', percent)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Moving average envelope
// The plain average of closes and lines a number of per cent above and below it.
// Source: common knowledge, for example S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar period.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['percent']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: simple(period) }
}

function reading(how, percent) {
  const middle = state.average[how](bar.close)
  if (middle === null) return null
  return { upper: middle * (1 + percent / 100), middle, lower: middle * (1 - percent / 100) }
}

function onTick(period = 20, percent = 2.5) {
  return state === null ? null : reading('peek', percent)
}

function onIntervalClose(period = 20, percent = 2.5) {
  if (state === null) state = start(period)
  const value = reading('next', percent)
  return value
}

    return { onTick, onIntervalClose } },
  },
  AccelerationBands: {
    key: 'AccelerationBands',
    group: 'Bands and channels',
    name: "Acceleration bands",
    description: "Plain averages of highs and lows that are moved apart by a factor times the range of their bar relative to its price.",
    reference: "P. Headley, \"Big Trends in Trading\", 2002.",
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    colors: ["#2962ff","#ff6d00","#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"factor","defaultValue":4,"isWhole":false,"least":0}],
    firstValue: (period = 20, factor = 4) => period,
    settled: (period = 20, factor = 4) => period,
    source: "// Acceleration bands\n// Plain averages of highs and lows that are moved apart by a factor times the range of their bar relative to its\n// price.\n// Source: P. Headley, \"Big Trends in Trading\", 2002.\n// First value: bar period.\nconst pane = 'overlay'\nconst outputs = ['upper', 'middle', 'lower']\nconst colors = ['#2962ff', '#ff6d00', '#2962ff']\nconst fractions = ['factor']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { uppers: simple(period), middles: simple(period), lowers: simple(period) }\n}\n\nfunction reading(how, factor) {\n  const sum = bar.high + bar.low\n  const width = sum === 0 ? 0 : (factor * (bar.high - bar.low)) / sum\n  const upper = state.uppers[how](bar.high * (1 + width))\n  const middle = state.middles[how](bar.close)\n  const lower = state.lowers[how](bar.low * (1 - width))\n  return upper === null ? null : { upper, middle, lower }\n}\n\nfunction onTick(period = 20, factor = 4) {\n  return state === null ? null : reading('peek', factor)\n}\n\nfunction onIntervalClose(period = 20, factor = 4) {\n  if (state === null) state = start(period)\n  const value = reading('next', factor)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Acceleration bands
// Plain averages of highs and lows that are moved apart by a factor times the range of their bar relative to its
// price.
// Source: P. Headley, "Big Trends in Trading", 2002.
// First value: bar period.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['factor']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { uppers: simple(period), middles: simple(period), lowers: simple(period) }
}

function reading(how, factor) {
  const sum = bar.high + bar.low
  const width = sum === 0 ? 0 : (factor * (bar.high - bar.low)) / sum
  const upper = state.uppers[how](bar.high * (1 + width))
  const middle = state.middles[how](bar.close)
  const lower = state.lowers[how](bar.low * (1 - width))
  return upper === null ? null : { upper, middle, lower }
}

function onTick(period = 20, factor = 4) {
  return state === null ? null : reading('peek', factor)
}

function onIntervalClose(period = 20, factor = 4) {
  if (state === null) state = start(period)
  const value = reading('next', factor)
  return value
}

    return { onTick, onIntervalClose } },
  },
  BollingerPercentB: {
    key: 'BollingerPercentB',
    group: 'Bands and channels',
    name: "Bollinger %b",
    description: "Where the close lies between the lower Bollinger band (0) and the upper one (1). Bands without any width count as 0.5.",
    reference: "J. Bollinger, \"Bollinger on Bollinger Bands\", 2001.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"deviations","defaultValue":2,"isWhole":false,"least":0}],
    firstValue: (period = 20, deviations = 2) => period,
    settled: (period = 20, deviations = 2) => period,
    source: "// Bollinger %b\n// Where the close lies between the lower Bollinger band (0) and the upper one (1). Bands without any width count as\n// 0.5.\n// Source: J. Bollinger, \"Bollinger on Bollinger Bands\", 2001.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst fractions = ['deviations']\nlet state = null\n\nfunction bands(closes, period) {\n  let middle = bar.close\n  for (let k = 0; k < period - 1; k++) middle += closes.at(k)\n  middle /= period\n  let squares = (bar.close - middle) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - middle) ** 2\n  return { middle, deviation: Math.sqrt(squares / period) }\n}\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period, deviations) {\n  if (state.closes.count < period - 1) return null\n  const { middle, deviation } = bands(state.closes, period)\n  return deviation === 0 ? 0.5 : (bar.close - middle) / (2 * deviations * deviation) + 0.5\n}\n\nfunction onTick(period = 20, deviations = 2) {\n  return state === null ? null : reading(period, deviations)\n}\n\nfunction onIntervalClose(period = 20, deviations = 2) {\n  if (state === null) state = start(period)\n  const value = reading(period, deviations)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Bollinger %b
// Where the close lies between the lower Bollinger band (0) and the upper one (1). Bands without any width count as
// 0.5.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const fractions = ['deviations']
let state = null

function bands(closes, period) {
  let middle = bar.close
  for (let k = 0; k < period - 1; k++) middle += closes.at(k)
  middle /= period
  let squares = (bar.close - middle) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - middle) ** 2
  return { middle, deviation: Math.sqrt(squares / period) }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period, deviations) {
  if (state.closes.count < period - 1) return null
  const { middle, deviation } = bands(state.closes, period)
  return deviation === 0 ? 0.5 : (bar.close - middle) / (2 * deviations * deviation) + 0.5
}

function onTick(period = 20, deviations = 2) {
  return state === null ? null : reading(period, deviations)
}

function onIntervalClose(period = 20, deviations = 2) {
  if (state === null) state = start(period)
  const value = reading(period, deviations)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  BollingerBandwidth: {
    key: 'BollingerBandwidth',
    group: 'Bands and channels',
    name: "Bollinger bandwidth",
    description: "The distance of the Bollinger bands in per cent of their middle line.",
    reference: "J. Bollinger, \"Bollinger on Bollinger Bands\", 2001.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"deviations","defaultValue":2,"isWhole":false,"least":0}],
    firstValue: (period = 20, deviations = 2) => period,
    settled: (period = 20, deviations = 2) => period,
    source: "// Bollinger bandwidth\n// The distance of the Bollinger bands in per cent of their middle line.\n// Source: J. Bollinger, \"Bollinger on Bollinger Bands\", 2001.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst fractions = ['deviations']\nlet state = null\n\nfunction bands(closes, period) {\n  let middle = bar.close\n  for (let k = 0; k < period - 1; k++) middle += closes.at(k)\n  middle /= period\n  let squares = (bar.close - middle) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - middle) ** 2\n  return { middle, deviation: Math.sqrt(squares / period) }\n}\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period, deviations) {\n  if (state.closes.count < period - 1) return null\n  const { middle, deviation } = bands(state.closes, period)\n  return (200 * deviations * deviation) / middle\n}\n\nfunction onTick(period = 20, deviations = 2) {\n  return state === null ? null : reading(period, deviations)\n}\n\nfunction onIntervalClose(period = 20, deviations = 2) {\n  if (state === null) state = start(period)\n  const value = reading(period, deviations)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Bollinger bandwidth
// The distance of the Bollinger bands in per cent of their middle line.
// Source: J. Bollinger, "Bollinger on Bollinger Bands", 2001.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const fractions = ['deviations']
let state = null

function bands(closes, period) {
  let middle = bar.close
  for (let k = 0; k < period - 1; k++) middle += closes.at(k)
  middle /= period
  let squares = (bar.close - middle) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - middle) ** 2
  return { middle, deviation: Math.sqrt(squares / period) }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period, deviations) {
  if (state.closes.count < period - 1) return null
  const { middle, deviation } = bands(state.closes, period)
  return (200 * deviations * deviation) / middle
}

function onTick(period = 20, deviations = 2) {
  return state === null ? null : reading(period, deviations)
}

function onIntervalClose(period = 20, deviations = 2) {
  if (state === null) state = start(period)
  const value = reading(period, deviations)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  LinearRegressionChannel: {
    key: 'LinearRegressionChannel',
    group: 'Bands and channels',
    name: "Linear regression channel",
    description: "The end of the straight line that fits the last closes best, and bands at a number of standard deviations of the closes around that line.",
    reference: "G. Raff, \"Trading the Regression Channel\", 1996; deviations of the whole window.",
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    colors: ["#2962ff","#ff6d00","#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":100,"isWhole":true,"least":2},{"name":"deviations","defaultValue":2,"isWhole":false,"least":0}],
    firstValue: (period = 100, deviations = 2) => period,
    settled: (period = 100, deviations = 2) => period,
    source: "// Linear regression channel\n// The end of the straight line that fits the last closes best, and bands at a number of standard deviations of the\n// closes around that line.\n// Source: G. Raff, \"Trading the Regression Channel\", 1996; deviations of the whole window.\n// First value: bar period.\nconst pane = 'overlay'\nconst outputs = ['upper', 'middle', 'lower']\nconst colors = ['#2962ff', '#ff6d00', '#2962ff']\nconst fractions = ['deviations']\nconst least = { period: 2 }\nlet state = null\n\n/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */\nfunction line(closes, period) {\n  const middle = (period - 1) / 2\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let slope = middle * (bar.close - mean)\n  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)\n  slope *= 12 / (period * (period * period - 1))\n  return { slope, start: mean - slope * middle, end: mean + slope * middle }\n}\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period, deviations) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  const { slope, start, end } = line(closes, period)\n  let squares = (bar.close - end) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - start - slope * (period - 2 - k)) ** 2\n  const distance = deviations * Math.sqrt(squares / period)\n  return { upper: end + distance, middle: end, lower: end - distance }\n}\n\nfunction onTick(period = 100, deviations = 2) {\n  return state === null ? null : reading(period, deviations)\n}\n\nfunction onIntervalClose(period = 100, deviations = 2) {\n  if (state === null) state = start(period)\n  const value = reading(period, deviations)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Linear regression channel
// The end of the straight line that fits the last closes best, and bands at a number of standard deviations of the
// closes around that line.
// Source: G. Raff, "Trading the Regression Channel", 1996; deviations of the whole window.
// First value: bar period.
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const fractions = ['deviations']
const least = { period: 2 }
let state = null

/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */
function line(closes, period) {
  const middle = (period - 1) / 2
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let slope = middle * (bar.close - mean)
  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)
  slope *= 12 / (period * (period * period - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period, deviations) {
  const { closes } = state
  if (closes.count < period - 1) return null
  const { slope, start, end } = line(closes, period)
  let squares = (bar.close - end) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - start - slope * (period - 2 - k)) ** 2
  const distance = deviations * Math.sqrt(squares / period)
  return { upper: end + distance, middle: end, lower: end - distance }
}

function onTick(period = 100, deviations = 2) {
  return state === null ? null : reading(period, deviations)
}

function onIntervalClose(period = 100, deviations = 2) {
  if (state === null) state = start(period)
  const value = reading(period, deviations)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ChandelierExit: {
    key: 'ChandelierExit',
    group: 'Bands and channels',
    name: "Chandelier exit",
    description: "Trailing stops that hang below the highest high (long) and stand above the lowest low (short) at a multiple of the average true range.",
    reference: "C. Le Beau, in A. Elder, \"Come Into My Trading Room\", 2002.",
    pane: 'overlay',
    outputs: ["long","short"],
    colors: ["#089981","#f23645"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":22,"isWhole":true,"least":1},{"name":"multiplier","defaultValue":3,"isWhole":false,"least":0}],
    firstValue: (period = 22, multiplier = 3) => period + 1,
    settled: (period = 22, multiplier = 3) => 16 * (period + 1),
    source: "// Chandelier exit\n// Trailing stops that hang below the highest high (long) and stand above the lowest low (short) at a multiple of the\n// average true range.\n// Source: C. Le Beau, in A. Elder, \"Come Into My Trading Room\", 2002.\n// First value: bar period + 1. Settled after: 16 * (period + 1).\nconst pane = 'overlay'\nconst outputs = ['long', 'short']\nconst colors = ['#089981', '#f23645']\nconst fractions = ['multiplier']\nlet state = null\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start(period) {\n  return { highs: ring(period), lows: ring(period), ranges: wilder(period), last: null }\n}\n\nfunction reading(how, period, multiplier) {\n  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))\n  if (range === null) return null\n  let highest = bar.high\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, state.highs.at(k))\n    lowest = Math.min(lowest, state.lows.at(k))\n  }\n  return { long: highest - multiplier * range, short: lowest + multiplier * range }\n}\n\nfunction onTick(period = 22, multiplier = 3) {\n  return state === null ? null : reading('peek', period, multiplier)\n}\n\nfunction onIntervalClose(period = 22, multiplier = 3) {\n  if (state === null) state = start(period)\n  const value = reading('next', period, multiplier)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Chandelier exit
// Trailing stops that hang below the highest high (long) and stand above the lowest low (short) at a multiple of the
// average true range.
// Source: C. Le Beau, in A. Elder, "Come Into My Trading Room", 2002.
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'overlay'
const outputs = ['long', 'short']
const colors = ['#089981', '#f23645']
const fractions = ['multiplier']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { highs: ring(period), lows: ring(period), ranges: wilder(period), last: null }
}

function reading(how, period, multiplier) {
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  return { long: highest - multiplier * range, short: lowest + multiplier * range }
}

function onTick(period = 22, multiplier = 3) {
  return state === null ? null : reading('peek', period, multiplier)
}

function onIntervalClose(period = 22, multiplier = 3) {
  if (state === null) state = start(period)
  const value = reading('next', period, multiplier)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  DMI: {
    key: 'DMI',
    group: 'Trend',
    name: "Directional movement",
    description: "How much of the true range was movement upward (plus) and downward (minus), in per cent. The sums start from the movements of the first period - 1 bars, which are then smoothed.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (PLUS_DI, MINUS_DI).",
    pane: 'study',
    outputs: ["plus","minus"],
    colors: ["#089981","#f23645"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    source: "// Directional movement\n// How much of the true range was movement upward (plus) and downward (minus), in per cent. The sums start from the\n// movements of the first period - 1 bars, which are then smoothed.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (PLUS_DI, MINUS_DI).\n// First value: bar period + 1. Settled after: 16 * (period + 1).\nconst pane = 'study'\nconst outputs = ['plus', 'minus']\nconst colors = ['#089981', '#f23645']\nlet state = null\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\n/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */\nfunction movement(period) {\n  const up = bar.high - state.high\n  const down = state.low - bar.low\n  const plus = up > down && up > 0 ? up : 0\n  const minus = down > up && down > 0 ? down : 0\n  const keep = state.count < period ? 1 : 1 - 1 / period\n  return {\n    plus: state.plus * keep + plus,\n    minus: state.minus * keep + minus,\n    range: state.range * keep + trueRange(state.close),\n  }\n}\n\nfunction follow(period) {\n  if (state.count > 0) Object.assign(state, movement(period))\n  state.count += 1\n  state.high = bar.high\n  state.low = bar.low\n  state.close = bar.close\n}\n\nfunction part(movement, whole) {\n  return whole === 0 ? 0 : (100 * movement) / whole\n}\n\nfunction start() {\n  return { count: 0, high: 0, low: 0, close: 0, plus: 0, minus: 0, range: 0 }\n}\n\nfunction reading(period) {\n  if (state.count < period) return null\n  const { plus, minus, range } = movement(period)\n  return { plus: part(plus, range), minus: part(minus, range) }\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start()\n  const value = reading(period)\n  follow(period)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Directional movement
// How much of the true range was movement upward (plus) and downward (minus), in per cent. The sums start from the
// movements of the first period - 1 bars, which are then smoothed.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (PLUS_DI, MINUS_DI).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
const outputs = ['plus', 'minus']
const colors = ['#089981', '#f23645']
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */
function movement(period) {
  const up = bar.high - state.high
  const down = state.low - bar.low
  const plus = up > down && up > 0 ? up : 0
  const minus = down > up && down > 0 ? down : 0
  const keep = state.count < period ? 1 : 1 - 1 / period
  return {
    plus: state.plus * keep + plus,
    minus: state.minus * keep + minus,
    range: state.range * keep + trueRange(state.close),
  }
}

function follow(period) {
  if (state.count > 0) Object.assign(state, movement(period))
  state.count += 1
  state.high = bar.high
  state.low = bar.low
  state.close = bar.close
}

function part(movement, whole) {
  return whole === 0 ? 0 : (100 * movement) / whole
}

function start() {
  return { count: 0, high: 0, low: 0, close: 0, plus: 0, minus: 0, range: 0 }
}

function reading(period) {
  if (state.count < period) return null
  const { plus, minus, range } = movement(period)
  return { plus: part(plus, range), minus: part(minus, range) }
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start()
  const value = reading(period)
  follow(period)
  return value
}

    return { onTick, onIntervalClose } },
  },
  DX: {
    key: 'DX',
    group: 'Trend',
    name: "Directional movement index",
    description: "The difference of upward and downward movement in per cent of their sum. The sums start from the movements of the first period - 1 bars, which are then smoothed.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (DX).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    source: "// Directional movement index\n// The difference of upward and downward movement in per cent of their sum. The sums start from the movements of the\n// first period - 1 bars, which are then smoothed.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (DX).\n// First value: bar period + 1. Settled after: 16 * (period + 1).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\n/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */\nfunction movement(period) {\n  const up = bar.high - state.high\n  const down = state.low - bar.low\n  const plus = up > down && up > 0 ? up : 0\n  const minus = down > up && down > 0 ? down : 0\n  const keep = state.count < period ? 1 : 1 - 1 / period\n  return {\n    plus: state.plus * keep + plus,\n    minus: state.minus * keep + minus,\n    range: state.range * keep + trueRange(state.close),\n  }\n}\n\nfunction follow(period) {\n  if (state.count > 0) Object.assign(state, movement(period))\n  state.count += 1\n  state.high = bar.high\n  state.low = bar.low\n  state.close = bar.close\n}\n\nfunction part(movement, whole) {\n  return whole === 0 ? 0 : (100 * movement) / whole\n}\n\nfunction directionalIndex({ plus, minus }) {\n  return part(Math.abs(plus - minus), plus + minus)\n}\n\nfunction start() {\n  return { count: 0, high: 0, low: 0, close: 0, plus: 0, minus: 0, range: 0 }\n}\n\nfunction reading(period) {\n  return state.count < period ? null : directionalIndex(movement(period))\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start()\n  const value = reading(period)\n  follow(period)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Directional movement index
// The difference of upward and downward movement in per cent of their sum. The sums start from the movements of the
// first period - 1 bars, which are then smoothed.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (DX).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */
function movement(period) {
  const up = bar.high - state.high
  const down = state.low - bar.low
  const plus = up > down && up > 0 ? up : 0
  const minus = down > up && down > 0 ? down : 0
  const keep = state.count < period ? 1 : 1 - 1 / period
  return {
    plus: state.plus * keep + plus,
    minus: state.minus * keep + minus,
    range: state.range * keep + trueRange(state.close),
  }
}

function follow(period) {
  if (state.count > 0) Object.assign(state, movement(period))
  state.count += 1
  state.high = bar.high
  state.low = bar.low
  state.close = bar.close
}

function part(movement, whole) {
  return whole === 0 ? 0 : (100 * movement) / whole
}

function directionalIndex({ plus, minus }) {
  return part(Math.abs(plus - minus), plus + minus)
}

function start() {
  return { count: 0, high: 0, low: 0, close: 0, plus: 0, minus: 0, range: 0 }
}

function reading(period) {
  return state.count < period ? null : directionalIndex(movement(period))
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start()
  const value = reading(period)
  follow(period)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ADX: {
    key: 'ADX',
    group: 'Trend',
    name: "Average directional movement index",
    description: "Wilder's smoothing of the directional movement index: how strong a trend is, whatever its direction.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (ADX).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => 2 * period,
    settled: (period = 14) => 32 * (period + 1),
    source: "// Average directional movement index\n// Wilder's smoothing of the directional movement index: how strong a trend is, whatever its direction.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (ADX).\n// First value: bar 2 * period. Settled after: 32 * (period + 1).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */\nfunction movement(period) {\n  const up = bar.high - state.high\n  const down = state.low - bar.low\n  const plus = up > down && up > 0 ? up : 0\n  const minus = down > up && down > 0 ? down : 0\n  const keep = state.count < period ? 1 : 1 - 1 / period\n  return {\n    plus: state.plus * keep + plus,\n    minus: state.minus * keep + minus,\n    range: state.range * keep + trueRange(state.close),\n  }\n}\n\nfunction follow(period) {\n  if (state.count > 0) Object.assign(state, movement(period))\n  state.count += 1\n  state.high = bar.high\n  state.low = bar.low\n  state.close = bar.close\n}\n\nfunction part(movement, whole) {\n  return whole === 0 ? 0 : (100 * movement) / whole\n}\n\nfunction directionalIndex({ plus, minus }) {\n  return part(Math.abs(plus - minus), plus + minus)\n}\n\nfunction start(period) {\n  return { count: 0, high: 0, low: 0, close: 0, plus: 0, minus: 0, range: 0, average: wilder(period) }\n}\n\nfunction reading(how, period) {\n  return state.count < period ? null : state.average[how](directionalIndex(movement(period)))\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next', period)\n  follow(period)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Average directional movement index
// Wilder's smoothing of the directional movement index: how strong a trend is, whatever its direction.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADX).
// First value: bar 2 * period. Settled after: 32 * (period + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */
function movement(period) {
  const up = bar.high - state.high
  const down = state.low - bar.low
  const plus = up > down && up > 0 ? up : 0
  const minus = down > up && down > 0 ? down : 0
  const keep = state.count < period ? 1 : 1 - 1 / period
  return {
    plus: state.plus * keep + plus,
    minus: state.minus * keep + minus,
    range: state.range * keep + trueRange(state.close),
  }
}

function follow(period) {
  if (state.count > 0) Object.assign(state, movement(period))
  state.count += 1
  state.high = bar.high
  state.low = bar.low
  state.close = bar.close
}

function part(movement, whole) {
  return whole === 0 ? 0 : (100 * movement) / whole
}

function directionalIndex({ plus, minus }) {
  return part(Math.abs(plus - minus), plus + minus)
}

function start(period) {
  return { count: 0, high: 0, low: 0, close: 0, plus: 0, minus: 0, range: 0, average: wilder(period) }
}

function reading(how, period) {
  return state.count < period ? null : state.average[how](directionalIndex(movement(period)))
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  follow(period)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ADXR: {
    key: 'ADXR',
    group: 'Trend',
    name: "Average directional movement rating",
    description: "The middle between the present ADX and that of period - 1 bars before.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (ADXR).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => 3 * period - 1,
    settled: (period = 14) => 32 * (period + 1) + period,
    source: "// Average directional movement rating\n// The middle between the present ADX and that of period - 1 bars before.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (ADXR).\n// First value: bar 3 * period - 1. Settled after: 32 * (period + 1) + period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */\nfunction movement(period) {\n  const up = bar.high - state.high\n  const down = state.low - bar.low\n  const plus = up > down && up > 0 ? up : 0\n  const minus = down > up && down > 0 ? down : 0\n  const keep = state.count < period ? 1 : 1 - 1 / period\n  return {\n    plus: state.plus * keep + plus,\n    minus: state.minus * keep + minus,\n    range: state.range * keep + trueRange(state.close),\n  }\n}\n\nfunction follow(period) {\n  if (state.count > 0) Object.assign(state, movement(period))\n  state.count += 1\n  state.high = bar.high\n  state.low = bar.low\n  state.close = bar.close\n}\n\nfunction part(movement, whole) {\n  return whole === 0 ? 0 : (100 * movement) / whole\n}\n\nfunction directionalIndex({ plus, minus }) {\n  return part(Math.abs(plus - minus), plus + minus)\n}\n\nfunction start(period) {\n  return {\n    count: 0,\n    high: 0,\n    low: 0,\n    close: 0,\n    plus: 0,\n    minus: 0,\n    range: 0,\n    average: wilder(period),\n    past: ring(period),\n    present: null,\n  }\n}\n\nfunction reading(how, period) {\n  if (state.count < period) return null\n  const present = state.average[how](directionalIndex(movement(period)))\n  if (how === 'next') state.present = present\n  const before = period === 1 ? present : state.past.at(period - 2)\n  return present === null || before !== before ? null : (present + before) / 2\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next', period)\n  follow(period)\n  if (state.present !== null) state.past.push(state.present)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Average directional movement rating
// The middle between the present ADX and that of period - 1 bars before.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (ADXR).
// First value: bar 3 * period - 1. Settled after: 32 * (period + 1) + period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** Directional movement and true range of the present bar, each added to Wilder's sum of those before it. */
function movement(period) {
  const up = bar.high - state.high
  const down = state.low - bar.low
  const plus = up > down && up > 0 ? up : 0
  const minus = down > up && down > 0 ? down : 0
  const keep = state.count < period ? 1 : 1 - 1 / period
  return {
    plus: state.plus * keep + plus,
    minus: state.minus * keep + minus,
    range: state.range * keep + trueRange(state.close),
  }
}

function follow(period) {
  if (state.count > 0) Object.assign(state, movement(period))
  state.count += 1
  state.high = bar.high
  state.low = bar.low
  state.close = bar.close
}

function part(movement, whole) {
  return whole === 0 ? 0 : (100 * movement) / whole
}

function directionalIndex({ plus, minus }) {
  return part(Math.abs(plus - minus), plus + minus)
}

function start(period) {
  return {
    count: 0,
    high: 0,
    low: 0,
    close: 0,
    plus: 0,
    minus: 0,
    range: 0,
    average: wilder(period),
    past: ring(period),
    present: null,
  }
}

function reading(how, period) {
  if (state.count < period) return null
  const present = state.average[how](directionalIndex(movement(period)))
  if (how === 'next') state.present = present
  const before = period === 1 ? present : state.past.at(period - 2)
  return present === null || before !== before ? null : (present + before) / 2
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  follow(period)
  if (state.present !== null) state.past.push(state.present)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Aroon: {
    key: 'Aroon',
    group: 'Trend',
    name: "Aroon",
    description: "How lately the highest high (up) and the lowest low (down) of the last period + 1 bars were made: 100 is the present bar, 0 the oldest.",
    reference: "T. S. Chande, \"A Time Price Oscillator\", Stocks & Commodities 1995; as in TA-Lib (AROON).",
    pane: 'study',
    outputs: ["up","down"],
    colors: ["#089981","#f23645"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Aroon\n// How lately the highest high (up) and the lowest low (down) of the last period + 1 bars were made: 100 is the\n// present bar, 0 the oldest.\n// Source: T. S. Chande, \"A Time Price Oscillator\", Stocks & Commodities 1995; as in TA-Lib (AROON).\n// First value: bar period + 1.\nconst pane = 'study'\nconst outputs = ['up', 'down']\nconst colors = ['#089981', '#f23645']\nlet state = null\n\n/** Bars since the highest high and the lowest low of the window; of equal ones the newest counts. */\nfunction ages(period) {\n  let highest = bar.high\n  let lowest = bar.low\n  let up = 0\n  let down = 0\n  for (let k = 0; k < period; k++) {\n    if (state.highs.at(k) > highest) {\n      highest = state.highs.at(k)\n      up = k + 1\n    }\n    if (state.lows.at(k) < lowest) {\n      lowest = state.lows.at(k)\n      down = k + 1\n    }\n  }\n  return { up, down }\n}\n\nfunction start(period) {\n  return { highs: ring(period), lows: ring(period) }\n}\n\nfunction reading(period) {\n  if (!state.highs.full) return null\n  const { up, down } = ages(period)\n  return { up: (100 * (period - up)) / period, down: (100 * (period - down)) / period }\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Aroon
// How lately the highest high (up) and the lowest low (down) of the last period + 1 bars were made: 100 is the
// present bar, 0 the oldest.
// Source: T. S. Chande, "A Time Price Oscillator", Stocks & Commodities 1995; as in TA-Lib (AROON).
// First value: bar period + 1.
const pane = 'study'
const outputs = ['up', 'down']
const colors = ['#089981', '#f23645']
let state = null

/** Bars since the highest high and the lowest low of the window; of equal ones the newest counts. */
function ages(period) {
  let highest = bar.high
  let lowest = bar.low
  let up = 0
  let down = 0
  for (let k = 0; k < period; k++) {
    if (state.highs.at(k) > highest) {
      highest = state.highs.at(k)
      up = k + 1
    }
    if (state.lows.at(k) < lowest) {
      lowest = state.lows.at(k)
      down = k + 1
    }
  }
  return { up, down }
}

function start(period) {
  return { highs: ring(period), lows: ring(period) }
}

function reading(period) {
  if (!state.highs.full) return null
  const { up, down } = ages(period)
  return { up: (100 * (period - up)) / period, down: (100 * (period - down)) / period }
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}

    return { onTick, onIntervalClose } },
  },
  AroonOscillator: {
    key: 'AroonOscillator',
    group: 'Trend',
    name: "Aroon oscillator",
    description: "Aroon up less Aroon down, from -100 to 100.",
    reference: "T. S. Chande, \"A Time Price Oscillator\", Stocks & Commodities 1995; as in TA-Lib (AROONOSC).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Aroon oscillator\n// Aroon up less Aroon down, from -100 to 100.\n// Source: T. S. Chande, \"A Time Price Oscillator\", Stocks & Commodities 1995; as in TA-Lib (AROONOSC).\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Bars since the highest high and the lowest low of the window; of equal ones the newest counts. */\nfunction ages(period) {\n  let highest = bar.high\n  let lowest = bar.low\n  let up = 0\n  let down = 0\n  for (let k = 0; k < period; k++) {\n    if (state.highs.at(k) > highest) {\n      highest = state.highs.at(k)\n      up = k + 1\n    }\n    if (state.lows.at(k) < lowest) {\n      lowest = state.lows.at(k)\n      down = k + 1\n    }\n  }\n  return { up, down }\n}\n\nfunction start(period) {\n  return { highs: ring(period), lows: ring(period) }\n}\n\nfunction reading(period) {\n  if (!state.highs.full) return null\n  const { up, down } = ages(period)\n  return (100 * (down - up)) / period\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Aroon oscillator
// Aroon up less Aroon down, from -100 to 100.
// Source: T. S. Chande, "A Time Price Oscillator", Stocks & Commodities 1995; as in TA-Lib (AROONOSC).
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Bars since the highest high and the lowest low of the window; of equal ones the newest counts. */
function ages(period) {
  let highest = bar.high
  let lowest = bar.low
  let up = 0
  let down = 0
  for (let k = 0; k < period; k++) {
    if (state.highs.at(k) > highest) {
      highest = state.highs.at(k)
      up = k + 1
    }
    if (state.lows.at(k) < lowest) {
      lowest = state.lows.at(k)
      down = k + 1
    }
  }
  return { up, down }
}

function start(period) {
  return { highs: ring(period), lows: ring(period) }
}

function reading(period) {
  if (!state.highs.full) return null
  const { up, down } = ages(period)
  return (100 * (down - up)) / period
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Supertrend: {
    key: 'Supertrend',
    group: 'Trend',
    name: "Supertrend",
    description: "A stop at a multiple of the average true range from the median price, which only moves with the trend; direction is 1 while price is above it and -1 below. It starts upward.",
    reference: "O. Seban, Supertrend, about 2008.",
    pane: 'overlay',
    outputs: ["value","direction"],
    colors: ["#089981","#7e57c2"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1},{"name":"multiplier","defaultValue":3,"isWhole":false,"least":0}],
    firstValue: (period = 10, multiplier = 3) => period + 1,
    settled: (period = 10, multiplier = 3) => 16 * (period + 1),
    source: "// Supertrend\n// A stop at a multiple of the average true range from the median price, which only moves with the trend; direction\n// is 1 while price is above it and -1 below. It starts upward.\n// Source: O. Seban, Supertrend, about 2008.\n// First value: bar period + 1. Settled after: 16 * (period + 1).\nconst pane = 'overlay'\nconst outputs = ['value', 'direction']\nconst colors = ['#089981', '#7e57c2']\nconst fractions = ['multiplier']\nlet state = null\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\n/** Both bands of the present bar and the side that price is on. */\nfunction bands(range, multiplier) {\n  const price = (bar.high + bar.low) / 2\n  let upper = price + multiplier * range\n  let lower = price - multiplier * range\n  if (state.upper === null) return { upper, lower, direction: bar.close < lower ? -1 : 1 }\n  if (state.last <= state.upper) upper = Math.min(upper, state.upper)\n  if (state.last >= state.lower) lower = Math.max(lower, state.lower)\n  let { direction } = state\n  if (direction === 1 && bar.close < lower) direction = -1\n  else if (direction === -1 && bar.close > upper) direction = 1\n  return { upper, lower, direction }\n}\n\nfunction start(period) {\n  return { ranges: wilder(period), last: null, upper: null, lower: null, direction: 1 }\n}\n\nfunction reading(how, multiplier) {\n  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))\n  if (range === null) return null\n  const present = bands(range, multiplier)\n  if (how === 'next') Object.assign(state, present)\n  const { upper, lower, direction } = present\n  return { value: direction === 1 ? lower : upper, direction }\n}\n\nfunction onTick(period = 10, multiplier = 3) {\n  return state === null ? null : reading('peek', multiplier)\n}\n\nfunction onIntervalClose(period = 10, multiplier = 3) {\n  if (state === null) state = start(period)\n  const value = reading('next', multiplier)\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Supertrend
// A stop at a multiple of the average true range from the median price, which only moves with the trend; direction
// is 1 while price is above it and -1 below. It starts upward.
// Source: O. Seban, Supertrend, about 2008.
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'overlay'
const outputs = ['value', 'direction']
const colors = ['#089981', '#7e57c2']
const fractions = ['multiplier']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

/** Both bands of the present bar and the side that price is on. */
function bands(range, multiplier) {
  const price = (bar.high + bar.low) / 2
  let upper = price + multiplier * range
  let lower = price - multiplier * range
  if (state.upper === null) return { upper, lower, direction: bar.close < lower ? -1 : 1 }
  if (state.last <= state.upper) upper = Math.min(upper, state.upper)
  if (state.last >= state.lower) lower = Math.max(lower, state.lower)
  let { direction } = state
  if (direction === 1 && bar.close < lower) direction = -1
  else if (direction === -1 && bar.close > upper) direction = 1
  return { upper, lower, direction }
}

function start(period) {
  return { ranges: wilder(period), last: null, upper: null, lower: null, direction: 1 }
}

function reading(how, multiplier) {
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  const present = bands(range, multiplier)
  if (how === 'next') Object.assign(state, present)
  const { upper, lower, direction } = present
  return { value: direction === 1 ? lower : upper, direction }
}

function onTick(period = 10, multiplier = 3) {
  return state === null ? null : reading('peek', multiplier)
}

function onIntervalClose(period = 10, multiplier = 3) {
  if (state === null) state = start(period)
  const value = reading('next', multiplier)
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  ParabolicSAR: {
    key: 'ParabolicSAR',
    group: 'Trend',
    name: "Parabolic stop and reverse",
    description: "A stop that follows price faster with every new extreme and turns when it is touched. The first direction is that of the larger movement of the first two bars, upward when they are equal.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (SAR).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"step","defaultValue":0.02,"isWhole":false,"least":0},{"name":"limit","defaultValue":0.2,"isWhole":false,"least":0}],
    firstValue: (step = 0.02, limit = 0.2) => 2,
    settled: (step = 0.02, limit = 0.2) => 200,
    source: "// Parabolic stop and reverse\n// A stop that follows price faster with every new extreme and turns when it is touched. The first direction is that\n// of the larger movement of the first two bars, upward when they are equal.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (SAR).\n// First value: bar 2. Settled after: 200.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst fractions = ['step', 'limit']\nlet state = null\n\n/** The first direction comes from two bars; the stop starts at the far end of the first one. */\nfunction begin(step, limit) {\n  const down = state.low - bar.low\n  const isLong = !(down > 0 && down > bar.high - state.high)\n  const stop = isLong ? state.low : state.high\n  return turnOrGo({ isLong, stop, extreme: isLong ? bar.high : bar.low, weight: Math.min(step, limit) }, step, limit)\n}\n\n/** What the present bar does to the stop; `shown` is its value for this bar, the rest waits for the next one. */\nfunction turnOrGo(trail, step, limit) {\n  const { isLong, stop, extreme, weight } = trail\n  const highest = Math.max(bar.high, state.high)\n  const lowest = Math.min(bar.low, state.low)\n  if (isLong ? bar.low <= stop : bar.high >= stop) {\n    const shown = isLong ? Math.max(extreme, highest) : Math.min(extreme, lowest)\n    const best = isLong ? bar.low : bar.high\n    const first = Math.min(step, limit)\n    const next = shown + first * (best - shown)\n    const kept = isLong ? Math.max(next, highest) : Math.min(next, lowest)\n    return { shown, isLong: !isLong, stop: kept, extreme: best, weight: first }\n  }\n  const isNew = isLong ? bar.high > extreme : bar.low < extreme\n  const best = isNew ? (isLong ? bar.high : bar.low) : extreme\n  const faster = isNew ? Math.min(weight + step, limit) : weight\n  const next = stop + faster * (best - stop)\n  const kept = isLong ? Math.min(next, lowest) : Math.max(next, highest)\n  return { shown: stop, isLong, stop: kept, extreme: best, weight: faster }\n}\n\nfunction start() {\n  return { trail: null, high: null, low: null }\n}\n\nfunction reading(how, step, limit) {\n  if (state.high === null) return null\n  const present = state.trail === null ? begin(step, limit) : turnOrGo(state.trail, step, limit)\n  if (how === 'next') state.trail = present\n  return present.shown\n}\n\nfunction onTick(step = 0.02, limit = 0.2) {\n  return state === null ? null : reading('peek', step, limit)\n}\n\nfunction onIntervalClose(step = 0.02, limit = 0.2) {\n  if (state === null) state = start()\n  const value = reading('next', step, limit)\n  state.high = bar.high\n  state.low = bar.low\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Parabolic stop and reverse
// A stop that follows price faster with every new extreme and turns when it is touched. The first direction is that
// of the larger movement of the first two bars, upward when they are equal.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (SAR).
// First value: bar 2. Settled after: 200.
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['step', 'limit']
let state = null

/** The first direction comes from two bars; the stop starts at the far end of the first one. */
function begin(step, limit) {
  const down = state.low - bar.low
  const isLong = !(down > 0 && down > bar.high - state.high)
  const stop = isLong ? state.low : state.high
  return turnOrGo({ isLong, stop, extreme: isLong ? bar.high : bar.low, weight: Math.min(step, limit) }, step, limit)
}

/** What the present bar does to the stop; `shown` is its value for this bar, the rest waits for the next one. */
function turnOrGo(trail, step, limit) {
  const { isLong, stop, extreme, weight } = trail
  const highest = Math.max(bar.high, state.high)
  const lowest = Math.min(bar.low, state.low)
  if (isLong ? bar.low <= stop : bar.high >= stop) {
    const shown = isLong ? Math.max(extreme, highest) : Math.min(extreme, lowest)
    const best = isLong ? bar.low : bar.high
    const first = Math.min(step, limit)
    const next = shown + first * (best - shown)
    const kept = isLong ? Math.max(next, highest) : Math.min(next, lowest)
    return { shown, isLong: !isLong, stop: kept, extreme: best, weight: first }
  }
  const isNew = isLong ? bar.high > extreme : bar.low < extreme
  const best = isNew ? (isLong ? bar.high : bar.low) : extreme
  const faster = isNew ? Math.min(weight + step, limit) : weight
  const next = stop + faster * (best - stop)
  const kept = isLong ? Math.min(next, lowest) : Math.max(next, highest)
  return { shown: stop, isLong, stop: kept, extreme: best, weight: faster }
}

function start() {
  return { trail: null, high: null, low: null }
}

function reading(how, step, limit) {
  if (state.high === null) return null
  const present = state.trail === null ? begin(step, limit) : turnOrGo(state.trail, step, limit)
  if (how === 'next') state.trail = present
  return present.shown
}

function onTick(step = 0.02, limit = 0.2) {
  return state === null ? null : reading('peek', step, limit)
}

function onIntervalClose(step = 0.02, limit = 0.2) {
  if (state === null) state = start()
  const value = reading('next', step, limit)
  state.high = bar.high
  state.low = bar.low
  return value
}

    return { onTick, onIntervalClose } },
  },
  Ichimoku: {
    key: 'Ichimoku',
    group: 'Trend',
    name: "Ichimoku cloud",
    description: "Middles of the ranges of three windows. The spans of a bar are those computed displacement bars before, as the chart shows them, so nothing looks ahead; the lagging line is the close itself, drawn backward, and is left out.",
    reference: "G. Hosoda, Ichimoku Kinko Hyo, 1969.",
    pane: 'overlay',
    outputs: ["conversion","base","spanA","spanB"],
    colors: ["#2962ff","#b71c1c","#089981","#f23645"],
    repaints: false,
    parameters: [{"name":"conversion","defaultValue":9,"isWhole":true,"least":1},{"name":"base","defaultValue":26,"isWhole":true,"least":1},{"name":"span","defaultValue":52,"isWhole":true,"least":1},{"name":"displacement","defaultValue":26,"isWhole":true,"least":1}],
    firstValue: (conversion = 9, base = 26, span = 52, displacement = 26) => Math.max(conversion, base, span) + displacement,
    settled: (conversion = 9, base = 26, span = 52, displacement = 26) => Math.max(conversion, base, span) + displacement,
    source: "// Ichimoku cloud\n// Middles of the ranges of three windows. The spans of a bar are those computed displacement bars before, as the\n// chart shows them, so nothing looks ahead; the lagging line is the close itself, drawn backward, and is left out.\n// Source: G. Hosoda, Ichimoku Kinko Hyo, 1969.\n// First value: bar Math.max(conversion, base, span) + displacement.\nconst pane = 'overlay'\nconst outputs = ['conversion', 'base', 'spanA', 'spanB']\nconst colors = ['#2962ff', '#b71c1c', '#089981', '#f23645']\nlet state = null\n\nfunction middle(period) {\n  let highest = bar.high\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, state.highs.at(k))\n    lowest = Math.min(lowest, state.lows.at(k))\n  }\n  return (highest + lowest) / 2\n}\n\nfunction start(conversion, base, span, displacement) {\n  return {\n    highs: ring(Math.max(conversion, base, span)),\n    lows: ring(Math.max(conversion, base, span)),\n    first: ring(displacement),\n    second: ring(displacement),\n    present: null,\n  }\n}\n\nfunction reading(how, conversion, base, span, displacement) {\n  if (state.highs.count < Math.max(conversion, base, span) - 1) return null\n  const quick = middle(conversion)\n  const calm = middle(base)\n  if (how === 'next') state.present = { first: (quick + calm) / 2, second: middle(span) }\n  if (!state.first.full) return null\n  const back = displacement - 1\n  return { conversion: quick, base: calm, spanA: state.first.at(back), spanB: state.second.at(back) }\n}\n\nfunction onTick(conversion = 9, base = 26, span = 52, displacement = 26) {\n  return state === null ? null : reading('peek', conversion, base, span, displacement)\n}\n\nfunction onIntervalClose(conversion = 9, base = 26, span = 52, displacement = 26) {\n  if (state === null) state = start(conversion, base, span, displacement)\n  const value = reading('next', conversion, base, span, displacement)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  if (state.present !== null) {\n    state.first.push(state.present.first)\n    state.second.push(state.present.second)\n  }\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Ichimoku cloud
// Middles of the ranges of three windows. The spans of a bar are those computed displacement bars before, as the
// chart shows them, so nothing looks ahead; the lagging line is the close itself, drawn backward, and is left out.
// Source: G. Hosoda, Ichimoku Kinko Hyo, 1969.
// First value: bar Math.max(conversion, base, span) + displacement.
const pane = 'overlay'
const outputs = ['conversion', 'base', 'spanA', 'spanB']
const colors = ['#2962ff', '#b71c1c', '#089981', '#f23645']
let state = null

function middle(period) {
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  return (highest + lowest) / 2
}

function start(conversion, base, span, displacement) {
  return {
    highs: ring(Math.max(conversion, base, span)),
    lows: ring(Math.max(conversion, base, span)),
    first: ring(displacement),
    second: ring(displacement),
    present: null,
  }
}

function reading(how, conversion, base, span, displacement) {
  if (state.highs.count < Math.max(conversion, base, span) - 1) return null
  const quick = middle(conversion)
  const calm = middle(base)
  if (how === 'next') state.present = { first: (quick + calm) / 2, second: middle(span) }
  if (!state.first.full) return null
  const back = displacement - 1
  return { conversion: quick, base: calm, spanA: state.first.at(back), spanB: state.second.at(back) }
}

function onTick(conversion = 9, base = 26, span = 52, displacement = 26) {
  return state === null ? null : reading('peek', conversion, base, span, displacement)
}

function onIntervalClose(conversion = 9, base = 26, span = 52, displacement = 26) {
  if (state === null) state = start(conversion, base, span, displacement)
  const value = reading('next', conversion, base, span, displacement)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  if (state.present !== null) {
    state.first.push(state.present.first)
    state.second.push(state.present.second)
  }
  return value
}

    return { onTick, onIntervalClose } },
  },
  Vortex: {
    key: 'Vortex',
    group: 'Trend',
    name: "Vortex",
    description: "Movement from the low before to the high (plus) and from the high before to the low (minus), each in relation to the true ranges of the window.",
    reference: "E. Botes and D. Siepman, \"The Vortex Indicator\", Stocks & Commodities 2010.",
    pane: 'study',
    outputs: ["plus","minus"],
    colors: ["#089981","#f23645"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Vortex\n// Movement from the low before to the high (plus) and from the high before to the low (minus), each in relation to\n// the true ranges of the window.\n// Source: E. Botes and D. Siepman, \"The Vortex Indicator\", Stocks & Commodities 2010.\n// First value: bar period + 1.\nconst pane = 'study'\nconst outputs = ['plus', 'minus']\nconst colors = ['#089981', '#f23645']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start(period) {\n  return { ups: simple(period), downs: simple(period), ranges: simple(period), high: 0, low: 0, close: null }\n}\n\nfunction reading(how) {\n  if (state.close === null) return null\n  const up = state.ups[how](Math.abs(bar.high - state.low))\n  const down = state.downs[how](Math.abs(bar.low - state.high))\n  const range = state.ranges[how](trueRange(state.close))\n  if (range === null) return null\n  return range === 0 ? { plus: 1, minus: 1 } : { plus: up / range, minus: down / range }\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  state.high = bar.high\n  state.low = bar.low\n  state.close = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Vortex
// Movement from the low before to the high (plus) and from the high before to the low (minus), each in relation to
// the true ranges of the window.
// Source: E. Botes and D. Siepman, "The Vortex Indicator", Stocks & Commodities 2010.
// First value: bar period + 1.
const pane = 'study'
const outputs = ['plus', 'minus']
const colors = ['#089981', '#f23645']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { ups: simple(period), downs: simple(period), ranges: simple(period), high: 0, low: 0, close: null }
}

function reading(how) {
  if (state.close === null) return null
  const up = state.ups[how](Math.abs(bar.high - state.low))
  const down = state.downs[how](Math.abs(bar.low - state.high))
  const range = state.ranges[how](trueRange(state.close))
  if (range === null) return null
  return range === 0 ? { plus: 1, minus: 1 } : { plus: up / range, minus: down / range }
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.high = bar.high
  state.low = bar.low
  state.close = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  VHF: {
    key: 'VHF',
    group: 'Trend',
    name: "Vertical horizontal filter",
    description: "The range of the closes divided by the way that they went: high in trends, low in ranges.",
    reference: "A. White, \"The Vertical Horizontal Filter\", Futures 1991.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":28,"isWhole":true,"least":1}],
    firstValue: (period = 28) => period + 1,
    settled: (period = 28) => period + 1,
    source: "// Vertical horizontal filter\n// The range of the closes divided by the way that they went: high in trends, low in ranges.\n// Source: A. White, \"The Vertical Horizontal Filter\", Futures 1991.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (!closes.full) return null\n  let way = Math.abs(bar.close - closes.at(0))\n  for (let k = 0; k < period - 1; k++) way += Math.abs(closes.at(k) - closes.at(k + 1))\n  let highest = bar.close\n  let lowest = bar.close\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, closes.at(k))\n    lowest = Math.min(lowest, closes.at(k))\n  }\n  return way === 0 ? 0 : (highest - lowest) / way\n}\n\nfunction onTick(period = 28) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 28) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Vertical horizontal filter
// The range of the closes divided by the way that they went: high in trends, low in ranges.
// Source: A. White, "The Vertical Horizontal Filter", Futures 1991.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (!closes.full) return null
  let way = Math.abs(bar.close - closes.at(0))
  for (let k = 0; k < period - 1; k++) way += Math.abs(closes.at(k) - closes.at(k + 1))
  let highest = bar.close
  let lowest = bar.close
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, closes.at(k))
    lowest = Math.min(lowest, closes.at(k))
  }
  return way === 0 ? 0 : (highest - lowest) / way
}

function onTick(period = 28) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 28) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  MassIndex: {
    key: 'MassIndex',
    group: 'Trend',
    name: "Mass index",
    description: "The sum over the period of the ratio of the exponential average of the bar ranges to the average of that average: it swells before ranges turn.",
    reference: "D. Dorsey, \"The Mass Index\", Stocks & Commodities 1992.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":25,"isWhole":true,"least":1},{"name":"smoothing","defaultValue":9,"isWhole":true,"least":1}],
    firstValue: (period = 25, smoothing = 9) => period + 2 * smoothing - 2,
    settled: (period = 25, smoothing = 9) => 16 * (smoothing + 1) + period,
    source: "// Mass index\n// The sum over the period of the ratio of the exponential average of the bar ranges to the average of that average:\n// it swells before ranges turn.\n// Source: D. Dorsey, \"The Mass Index\", Stocks & Commodities 1992.\n// First value: bar period + 2 * smoothing - 2. Settled after: 16 * (smoothing + 1) + period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period, smoothing) {\n  return { once: exponential(smoothing), twice: exponential(smoothing), ratios: simple(period) }\n}\n\nfunction reading(how, period) {\n  const once = state.once[how](bar.high - bar.low)\n  const twice = once === null ? null : state.twice[how](once)\n  if (twice === null) return null\n  const ratio = state.ratios[how](twice === 0 ? 1 : once / twice)\n  return ratio === null ? null : ratio * period\n}\n\nfunction onTick(period = 25, smoothing = 9) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 25, smoothing = 9) {\n  if (state === null) state = start(period, smoothing)\n  const value = reading('next', period)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Mass index
// The sum over the period of the ratio of the exponential average of the bar ranges to the average of that average:
// it swells before ranges turn.
// Source: D. Dorsey, "The Mass Index", Stocks & Commodities 1992.
// First value: bar period + 2 * smoothing - 2. Settled after: 16 * (smoothing + 1) + period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period, smoothing) {
  return { once: exponential(smoothing), twice: exponential(smoothing), ratios: simple(period) }
}

function reading(how, period) {
  const once = state.once[how](bar.high - bar.low)
  const twice = once === null ? null : state.twice[how](once)
  if (twice === null) return null
  const ratio = state.ratios[how](twice === 0 ? 1 : once / twice)
  return ratio === null ? null : ratio * period
}

function onTick(period = 25, smoothing = 9) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 25, smoothing = 9) {
  if (state === null) state = start(period, smoothing)
  const value = reading('next', period)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Choppiness: {
    key: 'Choppiness',
    group: 'Trend',
    name: "Choppiness index",
    description: "The sum of the true ranges in relation to the range of the whole window on a logarithmic scale: near 100 without any trend, near 0 in a straight one.",
    reference: "E. W. Dreiss, \"Choppiness Index\", 1993.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Choppiness index\n// The sum of the true ranges in relation to the range of the whole window on a logarithmic scale: near 100 without\n// any trend, near 0 in a straight one.\n// Source: E. W. Dreiss, \"Choppiness Index\", 1993.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start(period) {\n  return { highs: ring(period), lows: ring(period), ranges: simple(period), last: null }\n}\n\nfunction reading(how, period) {\n  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))\n  if (range === null) return null\n  let highest = bar.high\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, state.highs.at(k))\n    lowest = Math.min(lowest, state.lows.at(k))\n  }\n  const ratio = highest === lowest ? 1 : (range * period) / (highest - lowest)\n  return (100 * Math.log10(ratio)) / Math.log10(period)\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next', period)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Choppiness index
// The sum of the true ranges in relation to the range of the whole window on a logarithmic scale: near 100 without
// any trend, near 0 in a straight one.
// Source: E. W. Dreiss, "Choppiness Index", 1993.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { highs: ring(period), lows: ring(period), ranges: simple(period), last: null }
}

function reading(how, period) {
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  const ratio = highest === lowest ? 1 : (range * period) / (highest - lowest)
  return (100 * Math.log10(ratio)) / Math.log10(period)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  RandomWalkIndex: {
    key: 'RandomWalkIndex',
    group: 'Trend',
    name: "Random walk index",
    description: "How far price went up (high) or down (low) within any part of the window, in relation to what a random walk of that length would do; above 1 it trends.",
    reference: "M. Poulos, \"Of Trends and Random Walks\", Stocks & Commodities 1991.",
    pane: 'study',
    outputs: ["high","low"],
    colors: ["#089981","#f23645"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Random walk index\n// How far price went up (high) or down (low) within any part of the window, in relation to what a random walk of\n// that length would do; above 1 it trends.\n// Source: M. Poulos, \"Of Trends and Random Walks\", Stocks & Commodities 1991.\n// First value: bar period + 1.\nconst pane = 'study'\nconst outputs = ['high', 'low']\nconst colors = ['#089981', '#f23645']\nconst least = { period: 2 }\nlet state = null\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start(period) {\n  return { highs: ring(period), lows: ring(period), ranges: ring(period), last: null }\n}\n\nfunction reading(period) {\n  if (state.last === null || state.highs.count < period) return null\n  let sum = trueRange(state.last)\n  let high = 0\n  let low = 0\n  for (let n = 2; n <= period; n++) {\n    sum += state.ranges.at(n - 2)\n    const usual = (sum / n) * Math.sqrt(n)\n    if (usual === 0) continue\n    high = Math.max(high, (bar.high - state.lows.at(n - 1)) / usual)\n    low = Math.max(low, (state.highs.at(n - 1) - bar.low) / usual)\n  }\n  return { high, low }\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  if (state.last !== null) state.ranges.push(trueRange(state.last))\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Random walk index
// How far price went up (high) or down (low) within any part of the window, in relation to what a random walk of
// that length would do; above 1 it trends.
// Source: M. Poulos, "Of Trends and Random Walks", Stocks & Commodities 1991.
// First value: bar period + 1.
const pane = 'study'
const outputs = ['high', 'low']
const colors = ['#089981', '#f23645']
const least = { period: 2 }
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { highs: ring(period), lows: ring(period), ranges: ring(period), last: null }
}

function reading(period) {
  if (state.last === null || state.highs.count < period) return null
  let sum = trueRange(state.last)
  let high = 0
  let low = 0
  for (let n = 2; n <= period; n++) {
    sum += state.ranges.at(n - 2)
    const usual = (sum / n) * Math.sqrt(n)
    if (usual === 0) continue
    high = Math.max(high, (bar.high - state.lows.at(n - 1)) / usual)
    low = Math.max(low, (state.highs.at(n - 1) - bar.low) / usual)
  }
  return { high, low }
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  if (state.last !== null) state.ranges.push(trueRange(state.last))
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.last = bar.close
  return value
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
  StochasticRSI: {
    key: 'StochasticRSI',
    group: 'Oscillators',
    name: "Stochastic RSI",
    description: "Where the relative strength index lies in its own range of the window, smoothed (k), and the average of that (d), from 0 to 100. A range without any width counts as 0.",
    reference: "T. S. Chande and S. Kroll, \"The New Technical Trader\", 1994; as in TA-Lib (STOCHRSI), smoothed.",
    pane: 'study',
    outputs: ["k","d"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"rsiPeriod","defaultValue":14,"isWhole":true,"least":1},{"name":"period","defaultValue":14,"isWhole":true,"least":1},{"name":"smoothing","defaultValue":3,"isWhole":true,"least":1},{"name":"signal","defaultValue":3,"isWhole":true,"least":1}],
    firstValue: (rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) => rsiPeriod + period + smoothing + signal - 2,
    settled: (rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) => 16 * (rsiPeriod + 1) + period + smoothing + signal,
    source: "// Stochastic RSI\n// Where the relative strength index lies in its own range of the window, smoothed (k), and the average of that (d),\n// from 0 to 100. A range without any width counts as 0.\n// Source: T. S. Chande and S. Kroll, \"The New Technical Trader\", 1994; as in TA-Lib (STOCHRSI), smoothed.\n// First value: bar rsiPeriod + period + smoothing + signal - 2. Settled after: 16 * (rsiPeriod + 1) + period +\n// smoothing + signal.\nconst pane = 'study'\nconst outputs = ['k', 'd']\nconst colors = ['#2962ff', '#ff6d00']\nlet state = null\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\n/** Wilder's index of rises and falls: 100 times the average rise over both averages, 0 when nothing moves. */\nfunction strength(period) {\n  const rises = wilder(period)\n  const falls = wilder(period)\n  const index = (how) => (change) => {\n    const up = rises[how](Math.max(change, 0))\n    const down = falls[how](Math.max(-change, 0))\n    if (up === null) return null\n    return up + down === 0 ? 0 : (100 * up) / (up + down)\n  }\n  return { peek: index('peek'), next: index('next') }\n}\n\nfunction start(rsiPeriod, period, smoothing, signal) {\n  return {\n    index: strength(rsiPeriod),\n    indexes: ring(period),\n    smooth: simple(smoothing),\n    signal: simple(signal),\n    last: null,\n    present: null,\n  }\n}\n\nfunction reading(how, period) {\n  if (state.last === null) return null\n  const index = state.index[how](bar.close - state.last)\n  if (how === 'next') state.present = index\n  if (index === null || state.indexes.count < period - 1) return null\n  let highest = index\n  let lowest = index\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, state.indexes.at(k))\n    lowest = Math.min(lowest, state.indexes.at(k))\n  }\n  const k = state.smooth[how](highest === lowest ? 0 : (100 * (index - lowest)) / (highest - lowest))\n  const d = k === null ? null : state.signal[how](k)\n  return d === null ? null : { k, d }\n}\n\nfunction onTick(rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) {\n  if (state === null) state = start(rsiPeriod, period, smoothing, signal)\n  const value = reading('next', period)\n  state.last = bar.close\n  if (state.present !== null) state.indexes.push(state.present)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Stochastic RSI
// Where the relative strength index lies in its own range of the window, smoothed (k), and the average of that (d),
// from 0 to 100. A range without any width counts as 0.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994; as in TA-Lib (STOCHRSI), smoothed.
// First value: bar rsiPeriod + period + smoothing + signal - 2. Settled after: 16 * (rsiPeriod + 1) + period +
// smoothing + signal.
const pane = 'study'
const outputs = ['k', 'd']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** Wilder's index of rises and falls: 100 times the average rise over both averages, 0 when nothing moves. */
function strength(period) {
  const rises = wilder(period)
  const falls = wilder(period)
  const index = (how) => (change) => {
    const up = rises[how](Math.max(change, 0))
    const down = falls[how](Math.max(-change, 0))
    if (up === null) return null
    return up + down === 0 ? 0 : (100 * up) / (up + down)
  }
  return { peek: index('peek'), next: index('next') }
}

function start(rsiPeriod, period, smoothing, signal) {
  return {
    index: strength(rsiPeriod),
    indexes: ring(period),
    smooth: simple(smoothing),
    signal: simple(signal),
    last: null,
    present: null,
  }
}

function reading(how, period) {
  if (state.last === null) return null
  const index = state.index[how](bar.close - state.last)
  if (how === 'next') state.present = index
  if (index === null || state.indexes.count < period - 1) return null
  let highest = index
  let lowest = index
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.indexes.at(k))
    lowest = Math.min(lowest, state.indexes.at(k))
  }
  const k = state.smooth[how](highest === lowest ? 0 : (100 * (index - lowest)) / (highest - lowest))
  const d = k === null ? null : state.signal[how](k)
  return d === null ? null : { k, d }
}

function onTick(rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) {
  if (state === null) state = start(rsiPeriod, period, smoothing, signal)
  const value = reading('next', period)
  state.last = bar.close
  if (state.present !== null) state.indexes.push(state.present)
  return value
}

    return { onTick, onIntervalClose } },
  },
  WilliamsR: {
    key: 'WilliamsR',
    group: 'Oscillators',
    name: "Williams %R",
    description: "How far the close is below the highest high, in per cent of the range of the window: 0 at the top, -100 at the bottom. A window without any range counts as 0.",
    reference: "L. Williams, \"How I Made One Million Dollars\", 1973; as in TA-Lib (WILLR).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    source: "// Williams %R\n// How far the close is below the highest high, in per cent of the range of the window: 0 at the top, -100 at the\n// bottom. A window without any range counts as 0.\n// Source: L. Williams, \"How I Made One Million Dollars\", 1973; as in TA-Lib (WILLR).\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { highs: ring(period), lows: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.highs.count < period - 1) return null\n  let highest = bar.high\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, state.highs.at(k))\n    lowest = Math.min(lowest, state.lows.at(k))\n  }\n  return highest === lowest ? 0 : (-100 * (highest - bar.close)) / (highest - lowest)\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Williams %R
// How far the close is below the highest high, in per cent of the range of the window: 0 at the top, -100 at the
// bottom. A window without any range counts as 0.
// Source: L. Williams, "How I Made One Million Dollars", 1973; as in TA-Lib (WILLR).
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { highs: ring(period), lows: ring(period) }
}

function reading(period) {
  if (state.highs.count < period - 1) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  return highest === lowest ? 0 : (-100 * (highest - bar.close)) / (highest - lowest)
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}

    return { onTick, onIntervalClose } },
  },
  CCI: {
    key: 'CCI',
    group: 'Oscillators',
    name: "Commodity channel index",
    description: "The distance of the typical price from its plain average, in relation to the mean deviation of the window times 0.015.",
    reference: "D. R. Lambert, \"Commodity Channel Index\", Commodities 1980; as in TA-Lib (CCI).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Commodity channel index\n// The distance of the typical price from its plain average, in relation to the mean deviation of the window times\n// 0.015.\n// Source: D. R. Lambert, \"Commodity Channel Index\", Commodities 1980; as in TA-Lib (CCI).\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\nfunction start(period) {\n  return { prices: ring(period) }\n}\n\nfunction reading(period) {\n  const { prices } = state\n  if (prices.count < period - 1) return null\n  const price = (bar.high + bar.low + bar.close) / 3\n  let mean = price\n  for (let k = 0; k < period - 1; k++) mean += prices.at(k)\n  mean /= period\n  let deviation = Math.abs(price - mean)\n  for (let k = 0; k < period - 1; k++) deviation += Math.abs(prices.at(k) - mean)\n  return deviation === 0 ? 0 : (price - mean) / ((0.015 * deviation) / period)\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.prices.push((bar.high + bar.low + bar.close) / 3)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Commodity channel index
// The distance of the typical price from its plain average, in relation to the mean deviation of the window times
// 0.015.
// Source: D. R. Lambert, "Commodity Channel Index", Commodities 1980; as in TA-Lib (CCI).
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

function start(period) {
  return { prices: ring(period) }
}

function reading(period) {
  const { prices } = state
  if (prices.count < period - 1) return null
  const price = (bar.high + bar.low + bar.close) / 3
  let mean = price
  for (let k = 0; k < period - 1; k++) mean += prices.at(k)
  mean /= period
  let deviation = Math.abs(price - mean)
  for (let k = 0; k < period - 1; k++) deviation += Math.abs(prices.at(k) - mean)
  return deviation === 0 ? 0 : (price - mean) / ((0.015 * deviation) / period)
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.prices.push((bar.high + bar.low + bar.close) / 3)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ROC: {
    key: 'ROC',
    group: 'Oscillators',
    name: "Rate of change",
    description: "The change of the close since a number of bars before, in per cent of the close then.",
    reference: "common knowledge; as in TA-Lib (ROC).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Rate of change\n// The change of the close since a number of bars before, in per cent of the close then.\n// Source: common knowledge; as in TA-Lib (ROC).\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (!state.closes.full) return null\n  const before = state.closes.at(period - 1)\n  return before === 0 ? 0 : 100 * (bar.close / before - 1)\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Rate of change
// The change of the close since a number of bars before, in per cent of the close then.
// Source: common knowledge; as in TA-Lib (ROC).
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (!state.closes.full) return null
  const before = state.closes.at(period - 1)
  return before === 0 ? 0 : 100 * (bar.close / before - 1)
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Momentum: {
    key: 'Momentum',
    group: 'Oscillators',
    name: "Momentum",
    description: "The change of the close since a number of bars before, a price distance.",
    reference: "common knowledge; as in TA-Lib (MOM).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Momentum\n// The change of the close since a number of bars before, a price distance.\n// Source: common knowledge; as in TA-Lib (MOM).\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (!state.closes.full) return null\n  const before = state.closes.at(period - 1)\n  return bar.close - before\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Momentum
// The change of the close since a number of bars before, a price distance.
// Source: common knowledge; as in TA-Lib (MOM).
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (!state.closes.full) return null
  const before = state.closes.at(period - 1)
  return bar.close - before
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  TRIX: {
    key: 'TRIX',
    group: 'Oscillators',
    name: "TRIX",
    description: "The change from bar to bar of a triple exponential average of closes, in per cent.",
    reference: "J. K. Hutson, \"Good TRIX\", Stocks & Commodities 1983; as in TA-Lib (TRIX).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":15,"isWhole":true,"least":1}],
    firstValue: (period = 15) => 3 * period - 1,
    settled: (period = 15) => 24 * (period + 1),
    source: "// TRIX\n// The change from bar to bar of a triple exponential average of closes, in per cent.\n// Source: J. K. Hutson, \"Good TRIX\", Stocks & Commodities 1983; as in TA-Lib (TRIX).\n// First value: bar 3 * period - 1. Settled after: 24 * (period + 1).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return {\n    once: exponential(period),\n    twice: exponential(period),\n    thrice: exponential(period),\n    last: null,\n    present: null,\n  }\n}\n\nfunction reading(how) {\n  const once = state.once[how](bar.close)\n  const twice = once === null ? null : state.twice[how](once)\n  const thrice = twice === null ? null : state.thrice[how](twice)\n  if (how === 'next') state.present = thrice\n  return state.last === null ? null : 100 * (thrice / state.last - 1)\n}\n\nfunction onTick(period = 15) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 15) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  state.last = state.present\n  return value\n}\n",
    factory: function ({ bar, ring }) { // TRIX
// The change from bar to bar of a triple exponential average of closes, in per cent.
// Source: J. K. Hutson, "Good TRIX", Stocks & Commodities 1983; as in TA-Lib (TRIX).
// First value: bar 3 * period - 1. Settled after: 24 * (period + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return {
    once: exponential(period),
    twice: exponential(period),
    thrice: exponential(period),
    last: null,
    present: null,
  }
}

function reading(how) {
  const once = state.once[how](bar.close)
  const twice = once === null ? null : state.twice[how](once)
  const thrice = twice === null ? null : state.thrice[how](twice)
  if (how === 'next') state.present = thrice
  return state.last === null ? null : 100 * (thrice / state.last - 1)
}

function onTick(period = 15) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 15) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = state.present
  return value
}

    return { onTick, onIntervalClose } },
  },
  UltimateOscillator: {
    key: 'UltimateOscillator',
    group: 'Oscillators',
    name: "Ultimate oscillator",
    description: "Buying pressure (the close above the true low) in relation to the true range over three windows, weighted 4, 2 and 1, from 0 to 100.",
    reference: "L. Williams, \"The Ultimate Oscillator\", Stocks & Commodities 1985; as in TA-Lib (ULTOSC).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"short","defaultValue":7,"isWhole":true,"least":1},{"name":"middle","defaultValue":14,"isWhole":true,"least":1},{"name":"long","defaultValue":28,"isWhole":true,"least":1}],
    firstValue: (short = 7, middle = 14, long = 28) => Math.max(short, middle, long) + 1,
    settled: (short = 7, middle = 14, long = 28) => Math.max(short, middle, long) + 1,
    source: "// Ultimate oscillator\n// Buying pressure (the close above the true low) in relation to the true range over three windows, weighted 4, 2 and\n// 1, from 0 to 100.\n// Source: L. Williams, \"The Ultimate Oscillator\", Stocks & Commodities 1985; as in TA-Lib (ULTOSC).\n// First value: bar Math.max(short, middle, long) + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction pressure() {\n  return bar.close - Math.min(bar.low, state.last)\n}\n\nfunction trueRange() {\n  return Math.max(bar.high, state.last) - Math.min(bar.low, state.last)\n}\n\nfunction part(period) {\n  let up = pressure()\n  let whole = trueRange()\n  for (let k = 0; k < period - 1; k++) {\n    up += state.pressures.at(k)\n    whole += state.ranges.at(k)\n  }\n  return whole === 0 ? 0 : up / whole\n}\n\nfunction start(short, middle, long) {\n  return { pressures: ring(Math.max(short, middle, long)), ranges: ring(Math.max(short, middle, long)), last: null }\n}\n\nfunction reading(short, middle, long) {\n  if (state.last === null || state.ranges.count < Math.max(short, middle, long) - 1) return null\n  return (100 * (4 * part(short) + 2 * part(middle) + part(long))) / 7\n}\n\nfunction onTick(short = 7, middle = 14, long = 28) {\n  return state === null ? null : reading(short, middle, long)\n}\n\nfunction onIntervalClose(short = 7, middle = 14, long = 28) {\n  if (state === null) state = start(short, middle, long)\n  const value = reading(short, middle, long)\n  if (state.last !== null) {\n    state.pressures.push(pressure())\n    state.ranges.push(trueRange())\n  }\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Ultimate oscillator
// Buying pressure (the close above the true low) in relation to the true range over three windows, weighted 4, 2 and
// 1, from 0 to 100.
// Source: L. Williams, "The Ultimate Oscillator", Stocks & Commodities 1985; as in TA-Lib (ULTOSC).
// First value: bar Math.max(short, middle, long) + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function pressure() {
  return bar.close - Math.min(bar.low, state.last)
}

function trueRange() {
  return Math.max(bar.high, state.last) - Math.min(bar.low, state.last)
}

function part(period) {
  let up = pressure()
  let whole = trueRange()
  for (let k = 0; k < period - 1; k++) {
    up += state.pressures.at(k)
    whole += state.ranges.at(k)
  }
  return whole === 0 ? 0 : up / whole
}

function start(short, middle, long) {
  return { pressures: ring(Math.max(short, middle, long)), ranges: ring(Math.max(short, middle, long)), last: null }
}

function reading(short, middle, long) {
  if (state.last === null || state.ranges.count < Math.max(short, middle, long) - 1) return null
  return (100 * (4 * part(short) + 2 * part(middle) + part(long))) / 7
}

function onTick(short = 7, middle = 14, long = 28) {
  return state === null ? null : reading(short, middle, long)
}

function onIntervalClose(short = 7, middle = 14, long = 28) {
  if (state === null) state = start(short, middle, long)
  const value = reading(short, middle, long)
  if (state.last !== null) {
    state.pressures.push(pressure())
    state.ranges.push(trueRange())
  }
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  TSI: {
    key: 'TSI',
    group: 'Oscillators',
    name: "True strength index",
    description: "The change of the close, smoothed twice, in per cent of its size smoothed in the same way, with a signal line; from -100 to 100.",
    reference: "W. Blau, \"True Strength Index\", Stocks & Commodities 1991.",
    pane: 'study',
    outputs: ["tsi","signal"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"slow","defaultValue":25,"isWhole":true,"least":1},{"name":"fast","defaultValue":13,"isWhole":true,"least":1},{"name":"signal","defaultValue":7,"isWhole":true,"least":1}],
    firstValue: (slow = 25, fast = 13, signal = 7) => slow + fast + signal - 1,
    settled: (slow = 25, fast = 13, signal = 7) => 8 * (slow + fast + signal + 3),
    source: "// True strength index\n// The change of the close, smoothed twice, in per cent of its size smoothed in the same way, with a signal line;\n// from -100 to 100.\n// Source: W. Blau, \"True Strength Index\", Stocks & Commodities 1991.\n// First value: bar slow + fast + signal - 1. Settled after: 8 * (slow + fast + signal + 3).\nconst pane = 'study'\nconst outputs = ['tsi', 'signal']\nconst colors = ['#2962ff', '#ff6d00']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** An exponential average of an exponential average. */\nfunction smoothed(slow, fast) {\n  const first = exponential(slow)\n  const second = exponential(fast)\n  const through = (how) => (value) => {\n    const once = first[how](value)\n    return once === null ? null : second[how](once)\n  }\n  return { peek: through('peek'), next: through('next') }\n}\n\nfunction start(slow, fast, signal) {\n  return { changes: smoothed(slow, fast), sizes: smoothed(slow, fast), signal: exponential(signal), last: null }\n}\n\nfunction reading(how) {\n  if (state.last === null) return null\n  const change = state.changes[how](bar.close - state.last)\n  const size = state.sizes[how](Math.abs(bar.close - state.last))\n  if (change === null) return null\n  const tsi = size === 0 ? 0 : (100 * change) / size\n  const line = state.signal[how](tsi)\n  return line === null ? null : { tsi, signal: line }\n}\n\nfunction onTick(slow = 25, fast = 13, signal = 7) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(slow = 25, fast = 13, signal = 7) {\n  if (state === null) state = start(slow, fast, signal)\n  const value = reading('next')\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // True strength index
// The change of the close, smoothed twice, in per cent of its size smoothed in the same way, with a signal line;
// from -100 to 100.
// Source: W. Blau, "True Strength Index", Stocks & Commodities 1991.
// First value: bar slow + fast + signal - 1. Settled after: 8 * (slow + fast + signal + 3).
const pane = 'study'
const outputs = ['tsi', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** An exponential average of an exponential average. */
function smoothed(slow, fast) {
  const first = exponential(slow)
  const second = exponential(fast)
  const through = (how) => (value) => {
    const once = first[how](value)
    return once === null ? null : second[how](once)
  }
  return { peek: through('peek'), next: through('next') }
}

function start(slow, fast, signal) {
  return { changes: smoothed(slow, fast), sizes: smoothed(slow, fast), signal: exponential(signal), last: null }
}

function reading(how) {
  if (state.last === null) return null
  const change = state.changes[how](bar.close - state.last)
  const size = state.sizes[how](Math.abs(bar.close - state.last))
  if (change === null) return null
  const tsi = size === 0 ? 0 : (100 * change) / size
  const line = state.signal[how](tsi)
  return line === null ? null : { tsi, signal: line }
}

function onTick(slow = 25, fast = 13, signal = 7) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(slow = 25, fast = 13, signal = 7) {
  if (state === null) state = start(slow, fast, signal)
  const value = reading('next')
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  AwesomeOscillator: {
    key: 'AwesomeOscillator',
    group: 'Oscillators',
    name: "Awesome oscillator",
    description: "The plain average of median prices over a few bars less that over many.",
    reference: "B. Williams, \"New Trading Dimensions\", 1998.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":5,"isWhole":true,"least":1},{"name":"slow","defaultValue":34,"isWhole":true,"least":1}],
    firstValue: (fast = 5, slow = 34) => Math.max(fast, slow),
    settled: (fast = 5, slow = 34) => Math.max(fast, slow),
    source: "// Awesome oscillator\n// The plain average of median prices over a few bars less that over many.\n// Source: B. Williams, \"New Trading Dimensions\", 1998.\n// First value: bar Math.max(fast, slow).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(fast, slow) {\n  return { quick: simple(fast), calm: simple(slow) }\n}\n\nfunction reading(how) {\n  const quick = state.quick[how]((bar.high + bar.low) / 2)\n  const calm = state.calm[how]((bar.high + bar.low) / 2)\n  return quick === null || calm === null ? null : quick - calm\n}\n\nfunction onTick(fast = 5, slow = 34) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(fast = 5, slow = 34) {\n  if (state === null) state = start(fast, slow)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Awesome oscillator
// The plain average of median prices over a few bars less that over many.
// Source: B. Williams, "New Trading Dimensions", 1998.
// First value: bar Math.max(fast, slow).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(fast, slow) {
  return { quick: simple(fast), calm: simple(slow) }
}

function reading(how) {
  const quick = state.quick[how]((bar.high + bar.low) / 2)
  const calm = state.calm[how]((bar.high + bar.low) / 2)
  return quick === null || calm === null ? null : quick - calm
}

function onTick(fast = 5, slow = 34) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 5, slow = 34) {
  if (state === null) state = start(fast, slow)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  AcceleratorOscillator: {
    key: 'AcceleratorOscillator',
    group: 'Oscillators',
    name: "Accelerator oscillator",
    description: "The awesome oscillator less its own plain average: whether it gains or loses speed.",
    reference: "B. Williams, \"New Trading Dimensions\", 1998.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":5,"isWhole":true,"least":1},{"name":"slow","defaultValue":34,"isWhole":true,"least":1},{"name":"signal","defaultValue":5,"isWhole":true,"least":1}],
    firstValue: (fast = 5, slow = 34, signal = 5) => Math.max(fast, slow) + signal - 1,
    settled: (fast = 5, slow = 34, signal = 5) => Math.max(fast, slow) + signal - 1,
    source: "// Accelerator oscillator\n// The awesome oscillator less its own plain average: whether it gains or loses speed.\n// Source: B. Williams, \"New Trading Dimensions\", 1998.\n// First value: bar Math.max(fast, slow) + signal - 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(fast, slow, signal) {\n  return { quick: simple(fast), calm: simple(slow), signal: simple(signal) }\n}\n\nfunction reading(how) {\n  const quick = state.quick[how]((bar.high + bar.low) / 2)\n  const calm = state.calm[how]((bar.high + bar.low) / 2)\n  if (quick === null || calm === null) return null\n  const line = state.signal[how](quick - calm)\n  return line === null ? null : quick - calm - line\n}\n\nfunction onTick(fast = 5, slow = 34, signal = 5) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(fast = 5, slow = 34, signal = 5) {\n  if (state === null) state = start(fast, slow, signal)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Accelerator oscillator
// The awesome oscillator less its own plain average: whether it gains or loses speed.
// Source: B. Williams, "New Trading Dimensions", 1998.
// First value: bar Math.max(fast, slow) + signal - 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(fast, slow, signal) {
  return { quick: simple(fast), calm: simple(slow), signal: simple(signal) }
}

function reading(how) {
  const quick = state.quick[how]((bar.high + bar.low) / 2)
  const calm = state.calm[how]((bar.high + bar.low) / 2)
  if (quick === null || calm === null) return null
  const line = state.signal[how](quick - calm)
  return line === null ? null : quick - calm - line
}

function onTick(fast = 5, slow = 34, signal = 5) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 5, slow = 34, signal = 5) {
  if (state === null) state = start(fast, slow, signal)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  APO: {
    key: 'APO',
    group: 'Oscillators',
    name: "Absolute price oscillator",
    description: "The fast exponential average of closes less the slow one.",
    reference: "common knowledge; as in TA-Lib (APO) with exponential averages.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":12,"isWhole":true,"least":1},{"name":"slow","defaultValue":26,"isWhole":true,"least":1}],
    firstValue: (fast = 12, slow = 26) => Math.max(fast, slow),
    settled: (fast = 12, slow = 26) => 8 * (Math.max(fast, slow) + 1),
    source: "// Absolute price oscillator\n// The fast exponential average of closes less the slow one.\n// Source: common knowledge; as in TA-Lib (APO) with exponential averages.\n// First value: bar Math.max(fast, slow). Settled after: 8 * (Math.max(fast, slow) + 1).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(fast, slow) {\n  return { quick: exponential(fast), calm: exponential(slow) }\n}\n\nfunction reading(how) {\n  const quick = state.quick[how](bar.close)\n  const calm = state.calm[how](bar.close)\n  return quick === null || calm === null ? null : quick - calm\n}\n\nfunction onTick(fast = 12, slow = 26) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(fast = 12, slow = 26) {\n  if (state === null) state = start(fast, slow)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Absolute price oscillator
// The fast exponential average of closes less the slow one.
// Source: common knowledge; as in TA-Lib (APO) with exponential averages.
// First value: bar Math.max(fast, slow). Settled after: 8 * (Math.max(fast, slow) + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(fast, slow) {
  return { quick: exponential(fast), calm: exponential(slow) }
}

function reading(how) {
  const quick = state.quick[how](bar.close)
  const calm = state.calm[how](bar.close)
  return quick === null || calm === null ? null : quick - calm
}

function onTick(fast = 12, slow = 26) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 12, slow = 26) {
  if (state === null) state = start(fast, slow)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  PPO: {
    key: 'PPO',
    group: 'Oscillators',
    name: "Percentage price oscillator",
    description: "The distance of the fast exponential average of closes from the slow one in per cent of the slow one, with a signal line and their difference.",
    reference: "common knowledge; as in TA-Lib (PPO) with exponential averages.",
    pane: 'study',
    outputs: ["ppo","signal","histogram"],
    colors: ["#2962ff","#ff6d00","#26a69a"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":12,"isWhole":true,"least":1},{"name":"slow","defaultValue":26,"isWhole":true,"least":1},{"name":"signal","defaultValue":9,"isWhole":true,"least":1}],
    firstValue: (fast = 12, slow = 26, signal = 9) => Math.max(fast, slow) + signal - 1,
    settled: (fast = 12, slow = 26, signal = 9) => 8 * (fast + slow + signal + 1),
    source: "// Percentage price oscillator\n// The distance of the fast exponential average of closes from the slow one in per cent of the slow one, with a\n// signal line and their difference.\n// Source: common knowledge; as in TA-Lib (PPO) with exponential averages.\n// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (fast + slow + signal + 1).\nconst pane = 'study'\nconst outputs = ['ppo', 'signal', 'histogram']\nconst colors = ['#2962ff', '#ff6d00', '#26a69a']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(fast, slow, signal) {\n  return { quick: exponential(fast), calm: exponential(slow), signal: exponential(signal) }\n}\n\nfunction reading(how) {\n  const quick = state.quick[how](bar.close)\n  const calm = state.calm[how](bar.close)\n  if (quick === null || calm === null) return null\n  const ppo = calm === 0 ? 0 : (100 * (quick - calm)) / calm\n  const line = state.signal[how](ppo)\n  return line === null ? null : { ppo, signal: line, histogram: ppo - line }\n}\n\nfunction onTick(fast = 12, slow = 26, signal = 9) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(fast = 12, slow = 26, signal = 9) {\n  if (state === null) state = start(fast, slow, signal)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Percentage price oscillator
// The distance of the fast exponential average of closes from the slow one in per cent of the slow one, with a
// signal line and their difference.
// Source: common knowledge; as in TA-Lib (PPO) with exponential averages.
// First value: bar Math.max(fast, slow) + signal - 1. Settled after: 8 * (fast + slow + signal + 1).
const pane = 'study'
const outputs = ['ppo', 'signal', 'histogram']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(fast, slow, signal) {
  return { quick: exponential(fast), calm: exponential(slow), signal: exponential(signal) }
}

function reading(how) {
  const quick = state.quick[how](bar.close)
  const calm = state.calm[how](bar.close)
  if (quick === null || calm === null) return null
  const ppo = calm === 0 ? 0 : (100 * (quick - calm)) / calm
  const line = state.signal[how](ppo)
  return line === null ? null : { ppo, signal: line, histogram: ppo - line }
}

function onTick(fast = 12, slow = 26, signal = 9) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 12, slow = 26, signal = 9) {
  if (state === null) state = start(fast, slow, signal)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  CMO: {
    key: 'CMO',
    group: 'Oscillators',
    name: "Chande momentum oscillator",
    description: "The sum of the rises less that of the falls in per cent of both, from -100 to 100. The sums are plain ones, as its author has them; TA-Lib smooths them.",
    reference: "T. S. Chande and S. Kroll, \"The New Technical Trader\", 1994.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Chande momentum oscillator\n// The sum of the rises less that of the falls in per cent of both, from -100 to 100. The sums are plain ones, as its\n// author has them; TA-Lib smooths them.\n// Source: T. S. Chande and S. Kroll, \"The New Technical Trader\", 1994.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (!closes.full) return null\n  let way = Math.abs(bar.close - closes.at(0))\n  for (let k = 0; k < period - 1; k++) way += Math.abs(closes.at(k) - closes.at(k + 1))\n  return way === 0 ? 0 : (100 * (bar.close - closes.at(period - 1))) / way\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Chande momentum oscillator
// The sum of the rises less that of the falls in per cent of both, from -100 to 100. The sums are plain ones, as its
// author has them; TA-Lib smooths them.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (!closes.full) return null
  let way = Math.abs(bar.close - closes.at(0))
  for (let k = 0; k < period - 1; k++) way += Math.abs(closes.at(k) - closes.at(k + 1))
  return way === 0 ? 0 : (100 * (bar.close - closes.at(period - 1))) / way
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  DPO: {
    key: 'DPO',
    group: 'Oscillators',
    name: "Detrended price oscillator",
    description: "The close of half a period and one bar before, less the plain average of the present window: what is left without the trend. It is not moved, so nothing looks ahead.",
    reference: "S. B. Achelis, \"Technical Analysis from A to Z\", 2000.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => Math.max(period, Math.floor(period / 2) + 2),
    settled: (period = 20) => Math.max(period, Math.floor(period / 2) + 2),
    source: "// Detrended price oscillator\n// The close of half a period and one bar before, less the plain average of the present window: what is left without\n// the trend. It is not moved, so nothing looks ahead.\n// Source: S. B. Achelis, \"Technical Analysis from A to Z\", 2000.\n// First value: bar Math.max(period, Math.floor(period / 2) + 2).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period + 1) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  const back = Math.floor(period / 2) + 1\n  if (closes.count < Math.max(period - 1, back)) return null\n  let sum = bar.close\n  for (let k = 0; k < period - 1; k++) sum += closes.at(k)\n  return closes.at(back - 1) - sum / period\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Detrended price oscillator
// The close of half a period and one bar before, less the plain average of the present window: what is left without
// the trend. It is not moved, so nothing looks ahead.
// Source: S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar Math.max(period, Math.floor(period / 2) + 2).
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period + 1) }
}

function reading(period) {
  const { closes } = state
  const back = Math.floor(period / 2) + 1
  if (closes.count < Math.max(period - 1, back)) return null
  let sum = bar.close
  for (let k = 0; k < period - 1; k++) sum += closes.at(k)
  return closes.at(back - 1) - sum / period
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  FisherTransform: {
    key: 'FisherTransform',
    group: 'Oscillators',
    name: "Fisher transform",
    description: "The place of the median price in its range, smoothed and bent so that turns stand out, with its value of the bar before as trigger.",
    reference: "J. F. Ehlers, \"Using the Fisher Transform\", Stocks & Commodities 2002.",
    pane: 'study',
    outputs: ["fisher","trigger"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period,
    settled: (period = 10) => period + 64,
    source: "// Fisher transform\n// The place of the median price in its range, smoothed and bent so that turns stand out, with its value of the bar\n// before as trigger.\n// Source: J. F. Ehlers, \"Using the Fisher Transform\", Stocks & Commodities 2002.\n// First value: bar period. Settled after: period + 64.\nconst pane = 'study'\nconst outputs = ['fisher', 'trigger']\nconst colors = ['#2962ff', '#ff6d00']\nlet state = null\n\nfunction start(period) {\n  return { prices: ring(period), place: 0, fisher: 0 }\n}\n\nfunction reading(how, period) {\n  const { prices } = state\n  if (prices.count < period - 1) return null\n  const price = (bar.high + bar.low) / 2\n  let highest = price\n  let lowest = price\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, prices.at(k))\n    lowest = Math.min(lowest, prices.at(k))\n  }\n  const part = highest === lowest ? 0 : (price - lowest) / (highest - lowest) - 0.5\n  let place = 0.66 * part + 0.67 * state.place\n  if (place > 0.99) place = 0.999\n  else if (place < -0.99) place = -0.999\n  if (how === 'next') state.place = place\n  return { fisher: 0.5 * Math.log((1 + place) / (1 - place)) + 0.5 * state.fisher, trigger: state.fisher }\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading('next', period)\n  state.prices.push((bar.high + bar.low) / 2)\n  if (value !== null) state.fisher = value.fisher\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Fisher transform
// The place of the median price in its range, smoothed and bent so that turns stand out, with its value of the bar
// before as trigger.
// Source: J. F. Ehlers, "Using the Fisher Transform", Stocks & Commodities 2002.
// First value: bar period. Settled after: period + 64.
const pane = 'study'
const outputs = ['fisher', 'trigger']
const colors = ['#2962ff', '#ff6d00']
let state = null

function start(period) {
  return { prices: ring(period), place: 0, fisher: 0 }
}

function reading(how, period) {
  const { prices } = state
  if (prices.count < period - 1) return null
  const price = (bar.high + bar.low) / 2
  let highest = price
  let lowest = price
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, prices.at(k))
    lowest = Math.min(lowest, prices.at(k))
  }
  const part = highest === lowest ? 0 : (price - lowest) / (highest - lowest) - 0.5
  let place = 0.66 * part + 0.67 * state.place
  if (place > 0.99) place = 0.999
  else if (place < -0.99) place = -0.999
  if (how === 'next') state.place = place
  return { fisher: 0.5 * Math.log((1 + place) / (1 - place)) + 0.5 * state.fisher, trigger: state.fisher }
}

function onTick(period = 10) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.prices.push((bar.high + bar.low) / 2)
  if (value !== null) state.fisher = value.fisher
  return value
}

    return { onTick, onIntervalClose } },
  },
  KST: {
    key: 'KST',
    group: 'Oscillators',
    name: "Know sure thing",
    description: "Rates of change over 10, 15, 20 and 30 bars, each smoothed by a plain average (10, 10, 10, 15) and weighted 1 to 4, with a signal line.",
    reference: "M. J. Pring, \"Summed Rate of Change (KST)\", Stocks & Commodities 1992.",
    pane: 'study',
    outputs: ["kst","signal"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"signal","defaultValue":9,"isWhole":true,"least":1}],
    firstValue: (signal = 9) => 44 + signal,
    settled: (signal = 9) => 44 + signal,
    source: "// Know sure thing\n// Rates of change over 10, 15, 20 and 30 bars, each smoothed by a plain average (10, 10, 10, 15) and weighted 1 to\n// 4, with a signal line.\n// Source: M. J. Pring, \"Summed Rate of Change (KST)\", Stocks & Commodities 1992.\n// First value: bar 44 + signal.\nconst pane = 'study'\nconst outputs = ['kst', 'signal']\nconst colors = ['#2962ff', '#ff6d00']\nconst lengths = [10, 15, 20, 30]\nconst smoothings = [10, 10, 10, 15]\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(signal) {\n  return { closes: ring(30), averages: smoothings.map(simple), signal: simple(signal) }\n}\n\nfunction reading(how) {\n  const { closes, averages } = state\n  let kst = 0\n  let isComplete = true\n  for (let at = 0; at < 4; at++) {\n    const before = closes.at(lengths[at] - 1)\n    // There is no such close yet where it equals nothing, not even itself.\n    const average = before === before ? averages[at][how](before === 0 ? 0 : 100 * (bar.close / before - 1)) : null\n    if (average === null) isComplete = false\n    else kst += (at + 1) * average\n  }\n  if (!isComplete) return null\n  const line = state.signal[how](kst)\n  return line === null ? null : { kst, signal: line }\n}\n\nfunction onTick(signal = 9) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(signal = 9) {\n  if (state === null) state = start(signal)\n  const value = reading('next')\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Know sure thing
// Rates of change over 10, 15, 20 and 30 bars, each smoothed by a plain average (10, 10, 10, 15) and weighted 1 to
// 4, with a signal line.
// Source: M. J. Pring, "Summed Rate of Change (KST)", Stocks & Commodities 1992.
// First value: bar 44 + signal.
const pane = 'study'
const outputs = ['kst', 'signal']
const colors = ['#2962ff', '#ff6d00']
const lengths = [10, 15, 20, 30]
const smoothings = [10, 10, 10, 15]
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(signal) {
  return { closes: ring(30), averages: smoothings.map(simple), signal: simple(signal) }
}

function reading(how) {
  const { closes, averages } = state
  let kst = 0
  let isComplete = true
  for (let at = 0; at < 4; at++) {
    const before = closes.at(lengths[at] - 1)
    // There is no such close yet where it equals nothing, not even itself.
    const average = before === before ? averages[at][how](before === 0 ? 0 : 100 * (bar.close / before - 1)) : null
    if (average === null) isComplete = false
    else kst += (at + 1) * average
  }
  if (!isComplete) return null
  const line = state.signal[how](kst)
  return line === null ? null : { kst, signal: line }
}

function onTick(signal = 9) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(signal = 9) {
  if (state === null) state = start(signal)
  const value = reading('next')
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  CoppockCurve: {
    key: 'CoppockCurve',
    group: 'Oscillators',
    name: "Coppock curve",
    description: "The weighted average of two rates of change added up, made for monthly bars of share indices.",
    reference: "E. S. C. Coppock, \"Realistic Stock Market Timing\", Barron's 1962.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"short","defaultValue":11,"isWhole":true,"least":1},{"name":"long","defaultValue":14,"isWhole":true,"least":1},{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (short = 11, long = 14, period = 10) => Math.max(short, long) + period,
    settled: (short = 11, long = 14, period = 10) => Math.max(short, long) + period,
    source: "// Coppock curve\n// The weighted average of two rates of change added up, made for monthly bars of share indices.\n// Source: E. S. C. Coppock, \"Realistic Stock Market Timing\", Barron's 1962.\n// First value: bar Math.max(short, long) + period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Average in which the newest value weighs most. `peek` tells what `next` would give, and changes nothing. */\nfunction weighted(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value * period\n    for (let k = 0; k < period - 1; k++) sum += window.at(k) * (period - 1 - k)\n    return (2 * sum) / (period * (period + 1))\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(short, long, period) {\n  return { closes: ring(Math.max(short, long)), average: weighted(period) }\n}\n\nfunction reading(how, short, long) {\n  const { closes } = state\n  if (!closes.full) return null\n  const [near, far] = [closes.at(short - 1), closes.at(long - 1)]\n  return state.average[how](near === 0 || far === 0 ? 0 : 100 * (bar.close / near + bar.close / far - 2))\n}\n\nfunction onTick(short = 11, long = 14, period = 10) {\n  return state === null ? null : reading('peek', short, long)\n}\n\nfunction onIntervalClose(short = 11, long = 14, period = 10) {\n  if (state === null) state = start(short, long, period)\n  const value = reading('next', short, long)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Coppock curve
// The weighted average of two rates of change added up, made for monthly bars of share indices.
// Source: E. S. C. Coppock, "Realistic Stock Market Timing", Barron's 1962.
// First value: bar Math.max(short, long) + period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Average in which the newest value weighs most. `peek` tells what `next` would give, and changes nothing. */
function weighted(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value * period
    for (let k = 0; k < period - 1; k++) sum += window.at(k) * (period - 1 - k)
    return (2 * sum) / (period * (period + 1))
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(short, long, period) {
  return { closes: ring(Math.max(short, long)), average: weighted(period) }
}

function reading(how, short, long) {
  const { closes } = state
  if (!closes.full) return null
  const [near, far] = [closes.at(short - 1), closes.at(long - 1)]
  return state.average[how](near === 0 || far === 0 ? 0 : 100 * (bar.close / near + bar.close / far - 2))
}

function onTick(short = 11, long = 14, period = 10) {
  return state === null ? null : reading('peek', short, long)
}

function onIntervalClose(short = 11, long = 14, period = 10) {
  if (state === null) state = start(short, long, period)
  const value = reading('next', short, long)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ConnorsRSI: {
    key: 'ConnorsRSI',
    group: 'Oscillators',
    name: "Connors RSI",
    description: "The average of three: the relative strength index of closes, that of the length of the present streak, and the rank of the last change among those before it.",
    reference: "L. Connors, \"An Introduction to ConnorsRSI\", 2012.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"rsiPeriod","defaultValue":3,"isWhole":true,"least":1},{"name":"streakPeriod","defaultValue":2,"isWhole":true,"least":1},{"name":"rankPeriod","defaultValue":100,"isWhole":true,"least":1}],
    firstValue: (rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) => Math.max(rsiPeriod + 1, streakPeriod + 2, rankPeriod + 2),
    settled: (rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) => Math.max(16 * (rsiPeriod + streakPeriod + 1), rankPeriod + 2),
    source: "// Connors RSI\n// The average of three: the relative strength index of closes, that of the length of the present streak, and the\n// rank of the last change among those before it.\n// Source: L. Connors, \"An Introduction to ConnorsRSI\", 2012.\n// First value: bar Math.max(rsiPeriod + 1, streakPeriod + 2, rankPeriod + 2). Settled after: Math.max(16 *\n// (rsiPeriod + streakPeriod + 1), rankPeriod + 2).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** Wilder's index of rises and falls: 100 times the average rise over both averages, 0 when nothing moves. */\nfunction strength(period) {\n  const rises = wilder(period)\n  const falls = wilder(period)\n  const index = (how) => (change) => {\n    const up = rises[how](Math.max(change, 0))\n    const down = falls[how](Math.max(-change, 0))\n    if (up === null) return null\n    return up + down === 0 ? 0 : (100 * up) / (up + down)\n  }\n  return { peek: index('peek'), next: index('next') }\n}\n\n/** Bars in a row that closed higher (positive) or lower (negative), the present one among them. */\nfunction streakNow() {\n  const change = bar.close - state.last\n  if (change === 0) return 0\n  return change > 0 ? Math.max(state.streak, 0) + 1 : Math.min(state.streak, 0) - 1\n}\n\nfunction changeNow() {\n  return state.last === 0 ? 0 : bar.close / state.last - 1\n}\n\nfunction start(rsiPeriod, streakPeriod, rankPeriod) {\n  return {\n    closes: strength(rsiPeriod),\n    streaks: strength(streakPeriod),\n    changes: ring(rankPeriod),\n    last: null,\n    streak: 0,\n    bars: 0,\n  }\n}\n\nfunction reading(how, rankPeriod) {\n  if (state.last === null) return null\n  const index = state.closes[how](bar.close - state.last)\n  const run = state.bars < 2 ? null : state.streaks[how](streakNow() - state.streak)\n  if (index === null || run === null || !state.changes.full) return null\n  const change = changeNow()\n  let lower = 0\n  for (let k = 0; k < rankPeriod; k++) if (state.changes.at(k) < change) lower += 1\n  return (index + run + (100 * lower) / rankPeriod) / 3\n}\n\nfunction onTick(rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) {\n  return state === null ? null : reading('peek', rankPeriod)\n}\n\nfunction onIntervalClose(rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) {\n  if (state === null) state = start(rsiPeriod, streakPeriod, rankPeriod)\n  const value = reading('next', rankPeriod)\n  if (state.last !== null) {\n    state.streak = streakNow()\n    state.changes.push(changeNow())\n  }\n  state.bars += 1\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Connors RSI
// The average of three: the relative strength index of closes, that of the length of the present streak, and the
// rank of the last change among those before it.
// Source: L. Connors, "An Introduction to ConnorsRSI", 2012.
// First value: bar Math.max(rsiPeriod + 1, streakPeriod + 2, rankPeriod + 2). Settled after: Math.max(16 *
// (rsiPeriod + streakPeriod + 1), rankPeriod + 2).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** Wilder's index of rises and falls: 100 times the average rise over both averages, 0 when nothing moves. */
function strength(period) {
  const rises = wilder(period)
  const falls = wilder(period)
  const index = (how) => (change) => {
    const up = rises[how](Math.max(change, 0))
    const down = falls[how](Math.max(-change, 0))
    if (up === null) return null
    return up + down === 0 ? 0 : (100 * up) / (up + down)
  }
  return { peek: index('peek'), next: index('next') }
}

/** Bars in a row that closed higher (positive) or lower (negative), the present one among them. */
function streakNow() {
  const change = bar.close - state.last
  if (change === 0) return 0
  return change > 0 ? Math.max(state.streak, 0) + 1 : Math.min(state.streak, 0) - 1
}

function changeNow() {
  return state.last === 0 ? 0 : bar.close / state.last - 1
}

function start(rsiPeriod, streakPeriod, rankPeriod) {
  return {
    closes: strength(rsiPeriod),
    streaks: strength(streakPeriod),
    changes: ring(rankPeriod),
    last: null,
    streak: 0,
    bars: 0,
  }
}

function reading(how, rankPeriod) {
  if (state.last === null) return null
  const index = state.closes[how](bar.close - state.last)
  const run = state.bars < 2 ? null : state.streaks[how](streakNow() - state.streak)
  if (index === null || run === null || !state.changes.full) return null
  const change = changeNow()
  let lower = 0
  for (let k = 0; k < rankPeriod; k++) if (state.changes.at(k) < change) lower += 1
  return (index + run + (100 * lower) / rankPeriod) / 3
}

function onTick(rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) {
  return state === null ? null : reading('peek', rankPeriod)
}

function onIntervalClose(rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) {
  if (state === null) state = start(rsiPeriod, streakPeriod, rankPeriod)
  const value = reading('next', rankPeriod)
  if (state.last !== null) {
    state.streak = streakNow()
    state.changes.push(changeNow())
  }
  state.bars += 1
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  RelativeVigorIndex: {
    key: 'RelativeVigorIndex',
    group: 'Oscillators',
    name: "Relative vigor index",
    description: "The move from open to close in relation to the range of the bar, both smoothed over four bars and averaged over the period, with a signal line smoothed over four.",
    reference: "J. F. Ehlers, \"Relative Vigor Index\", Stocks & Commodities 2002.",
    pane: 'study',
    outputs: ["rvi","signal"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 6,
    settled: (period = 10) => period + 6,
    source: "// Relative vigor index\n// The move from open to close in relation to the range of the bar, both smoothed over four bars and averaged over\n// the period, with a signal line smoothed over four.\n// Source: J. F. Ehlers, \"Relative Vigor Index\", Stocks & Commodities 2002.\n// First value: bar period + 6.\nconst pane = 'study'\nconst outputs = ['rvi', 'signal']\nconst colors = ['#2962ff', '#ff6d00']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\n/** The last four values weighted 1, 2, 2, 1. */\nfunction smoothed(present, past) {\n  return (present + 2 * past.at(0) + 2 * past.at(1) + past.at(2)) / 6\n}\n\nfunction start(period) {\n  return {\n    moves: ring(3),\n    ranges: ring(3),\n    values: ring(3),\n    move: simple(period),\n    range: simple(period),\n    present: null,\n  }\n}\n\nfunction reading(how) {\n  if (!state.moves.full) return null\n  const move = state.move[how](smoothed(bar.close - bar.open, state.moves))\n  const range = state.range[how](smoothed(bar.high - bar.low, state.ranges))\n  if (move === null) return null\n  const rvi = range === 0 ? 0 : move / range\n  if (how === 'next') state.present = rvi\n  return state.values.full ? { rvi, signal: smoothed(rvi, state.values) } : null\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  state.moves.push(bar.close - bar.open)\n  state.ranges.push(bar.high - bar.low)\n  if (state.present !== null) state.values.push(state.present)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Relative vigor index
// The move from open to close in relation to the range of the bar, both smoothed over four bars and averaged over
// the period, with a signal line smoothed over four.
// Source: J. F. Ehlers, "Relative Vigor Index", Stocks & Commodities 2002.
// First value: bar period + 6.
const pane = 'study'
const outputs = ['rvi', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** The last four values weighted 1, 2, 2, 1. */
function smoothed(present, past) {
  return (present + 2 * past.at(0) + 2 * past.at(1) + past.at(2)) / 6
}

function start(period) {
  return {
    moves: ring(3),
    ranges: ring(3),
    values: ring(3),
    move: simple(period),
    range: simple(period),
    present: null,
  }
}

function reading(how) {
  if (!state.moves.full) return null
  const move = state.move[how](smoothed(bar.close - bar.open, state.moves))
  const range = state.range[how](smoothed(bar.high - bar.low, state.ranges))
  if (move === null) return null
  const rvi = range === 0 ? 0 : move / range
  if (how === 'next') state.present = rvi
  return state.values.full ? { rvi, signal: smoothed(rvi, state.values) } : null
}

function onTick(period = 10) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.moves.push(bar.close - bar.open)
  state.ranges.push(bar.high - bar.low)
  if (state.present !== null) state.values.push(state.present)
  return value
}

    return { onTick, onIntervalClose } },
  },
  SchaffTrendCycle: {
    key: 'SchaffTrendCycle',
    group: 'Oscillators',
    name: "Schaff trend cycle",
    description: "The stochastic of the stochastic of the MACD line, each smoothed by half: it moves between 0 and 100 faster than the MACD does.",
    reference: "D. Schaff, \"The Schaff Trend Cycle\", 1999.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"cycle","defaultValue":10,"isWhole":true,"least":1},{"name":"fast","defaultValue":23,"isWhole":true,"least":1},{"name":"slow","defaultValue":50,"isWhole":true,"least":1}],
    firstValue: (cycle = 10, fast = 23, slow = 50) => Math.max(fast, slow) + 2 * cycle - 2,
    settled: (cycle = 10, fast = 23, slow = 50) => 8 * (Math.max(fast, slow) + 1) + 2 * cycle + 48,
    source: "// Schaff trend cycle\n// The stochastic of the stochastic of the MACD line, each smoothed by half: it moves between 0 and 100 faster than\n// the MACD does.\n// Source: D. Schaff, \"The Schaff Trend Cycle\", 1999.\n// First value: bar Math.max(fast, slow) + 2 * cycle - 2. Settled after: 8 * (Math.max(fast, slow) + 1) + 2 * cycle +\n// 48.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** Where a value lies in its own last values, from 0 to 100, smoothed by half; where they are all equal, as before. */\nfunction place(period) {\n  const window = ring(period)\n  let last = null\n  let raw = 0\n  function look(value) {\n    let highest = value\n    let lowest = value\n    for (let k = 0; k < period - 1; k++) {\n      highest = Math.max(highest, window.at(k))\n      lowest = Math.min(lowest, window.at(k))\n    }\n    return highest === lowest ? raw : (100 * (value - lowest)) / (highest - lowest)\n  }\n  function peek(value) {\n    if (window.count < period - 1) return null\n    return last === null ? look(value) : last + 0.5 * (look(value) - last)\n  }\n  function next(value) {\n    const result = peek(value)\n    if (result !== null) raw = look(value)\n    last = result\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(cycle, fast, slow) {\n  return { quick: exponential(fast), calm: exponential(slow), first: place(cycle), second: place(cycle) }\n}\n\nfunction reading(how) {\n  const quick = state.quick[how](bar.close)\n  const calm = state.calm[how](bar.close)\n  if (quick === null || calm === null) return null\n  const first = state.first[how](quick - calm)\n  return first === null ? null : state.second[how](first)\n}\n\nfunction onTick(cycle = 10, fast = 23, slow = 50) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(cycle = 10, fast = 23, slow = 50) {\n  if (state === null) state = start(cycle, fast, slow)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Schaff trend cycle
// The stochastic of the stochastic of the MACD line, each smoothed by half: it moves between 0 and 100 faster than
// the MACD does.
// Source: D. Schaff, "The Schaff Trend Cycle", 1999.
// First value: bar Math.max(fast, slow) + 2 * cycle - 2. Settled after: 8 * (Math.max(fast, slow) + 1) + 2 * cycle +
// 48.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** Where a value lies in its own last values, from 0 to 100, smoothed by half; where they are all equal, as before. */
function place(period) {
  const window = ring(period)
  let last = null
  let raw = 0
  function look(value) {
    let highest = value
    let lowest = value
    for (let k = 0; k < period - 1; k++) {
      highest = Math.max(highest, window.at(k))
      lowest = Math.min(lowest, window.at(k))
    }
    return highest === lowest ? raw : (100 * (value - lowest)) / (highest - lowest)
  }
  function peek(value) {
    if (window.count < period - 1) return null
    return last === null ? look(value) : last + 0.5 * (look(value) - last)
  }
  function next(value) {
    const result = peek(value)
    if (result !== null) raw = look(value)
    last = result
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(cycle, fast, slow) {
  return { quick: exponential(fast), calm: exponential(slow), first: place(cycle), second: place(cycle) }
}

function reading(how) {
  const quick = state.quick[how](bar.close)
  const calm = state.calm[how](bar.close)
  if (quick === null || calm === null) return null
  const first = state.first[how](quick - calm)
  return first === null ? null : state.second[how](first)
}

function onTick(cycle = 10, fast = 23, slow = 50) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(cycle = 10, fast = 23, slow = 50) {
  if (state === null) state = start(cycle, fast, slow)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  QStick: {
    key: 'QStick',
    group: 'Oscillators',
    name: "QStick",
    description: "The plain average of the moves from open to close.",
    reference: "T. S. Chande and S. Kroll, \"The New Technical Trader\", 1994.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":8,"isWhole":true,"least":1}],
    firstValue: (period = 8) => period,
    settled: (period = 8) => period,
    source: "// QStick\n// The plain average of the moves from open to close.\n// Source: T. S. Chande and S. Kroll, \"The New Technical Trader\", 1994.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: simple(period) }\n}\n\nfunction reading(how) {\n  return state.average[how](bar.close - bar.open)\n}\n\nfunction onTick(period = 8) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 8) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // QStick
// The plain average of the moves from open to close.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: simple(period) }
}

function reading(how) {
  return state.average[how](bar.close - bar.open)
}

function onTick(period = 8) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 8) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  BalanceOfPower: {
    key: 'BalanceOfPower',
    group: 'Oscillators',
    name: "Balance of power",
    description: "The move from open to close in relation to the range of the bar, from -1 to 1; 0 for a bar without any range.",
    reference: "I. Livshin, \"Balance of Market Power\", Stocks & Commodities 2001; as in TA-Lib (BOP).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Balance of power\n// The move from open to close in relation to the range of the bar, from -1 to 1; 0 for a bar without any range.\n// Source: I. Livshin, \"Balance of Market Power\", Stocks & Commodities 2001; as in TA-Lib (BOP).\n// First value: bar 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\n\nfunction balance() {\n  return bar.high > bar.low ? (bar.close - bar.open) / (bar.high - bar.low) : 0\n}\n\nfunction onTick() {\n  return balance()\n}\n\nfunction onIntervalClose() {\n  return balance()\n}\n",
    factory: function ({ bar, ring }) { // Balance of power
// The move from open to close in relation to the range of the bar, from -1 to 1; 0 for a bar without any range.
// Source: I. Livshin, "Balance of Market Power", Stocks & Commodities 2001; as in TA-Lib (BOP).
// First value: bar 1.
const pane = 'study'
const colors = ['#2962ff']

function balance() {
  return bar.high > bar.low ? (bar.close - bar.open) / (bar.high - bar.low) : 0
}

function onTick() {
  return balance()
}

function onIntervalClose() {
  return balance()
}

    return { onTick, onIntervalClose } },
  },
  ElderRay: {
    key: 'ElderRay',
    group: 'Oscillators',
    name: "Elder ray",
    description: "How far the high (bull power) and the low (bear power) are from the exponential average of closes.",
    reference: "A. Elder, \"Trading for a Living\", 1993.",
    pane: 'study',
    outputs: ["bull","bear"],
    colors: ["#089981","#f23645"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":13,"isWhole":true,"least":1}],
    firstValue: (period = 13) => period,
    settled: (period = 13) => 8 * (period + 1),
    source: "// Elder ray\n// How far the high (bull power) and the low (bear power) are from the exponential average of closes.\n// Source: A. Elder, \"Trading for a Living\", 1993.\n// First value: bar period. Settled after: 8 * (period + 1).\nconst pane = 'study'\nconst outputs = ['bull', 'bear']\nconst colors = ['#089981', '#f23645']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: exponential(period) }\n}\n\nfunction reading(how) {\n  const average = state.average[how](bar.close)\n  return average === null ? null : { bull: bar.high - average, bear: bar.low - average }\n}\n\nfunction onTick(period = 13) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 13) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Elder ray
// How far the high (bull power) and the low (bear power) are from the exponential average of closes.
// Source: A. Elder, "Trading for a Living", 1993.
// First value: bar period. Settled after: 8 * (period + 1).
const pane = 'study'
const outputs = ['bull', 'bear']
const colors = ['#089981', '#f23645']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: exponential(period) }
}

function reading(how) {
  const average = state.average[how](bar.close)
  return average === null ? null : { bull: bar.high - average, bear: bar.low - average }
}

function onTick(period = 13) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 13) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  StochasticMomentumIndex: {
    key: 'StochasticMomentumIndex',
    group: 'Oscillators',
    name: "Stochastic momentum index",
    description: "The distance of the close from the middle of the range of the window, smoothed twice, in relation to half that range smoothed in the same way, with a signal line; from -100 to 100.",
    reference: "W. Blau, \"Stochastic Momentum\", Stocks & Commodities 1993.",
    pane: 'study',
    outputs: ["smi","signal"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":13,"isWhole":true,"least":1},{"name":"first","defaultValue":25,"isWhole":true,"least":1},{"name":"second","defaultValue":2,"isWhole":true,"least":1},{"name":"signal","defaultValue":12,"isWhole":true,"least":1}],
    firstValue: (period = 13, first = 25, second = 2, signal = 12) => period + first + second + signal - 3,
    settled: (period = 13, first = 25, second = 2, signal = 12) => 8 * (first + second + signal + 3) + period,
    source: "// Stochastic momentum index\n// The distance of the close from the middle of the range of the window, smoothed twice, in relation to half that\n// range smoothed in the same way, with a signal line; from -100 to 100.\n// Source: W. Blau, \"Stochastic Momentum\", Stocks & Commodities 1993.\n// First value: bar period + first + second + signal - 3. Settled after: 8 * (first + second + signal + 3) + period.\nconst pane = 'study'\nconst outputs = ['smi', 'signal']\nconst colors = ['#2962ff', '#ff6d00']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** An exponential average of an exponential average. */\nfunction smoothed(first, second) {\n  const once = exponential(first)\n  const twice = exponential(second)\n  const through = (how) => (value) => {\n    const average = once[how](value)\n    return average === null ? null : twice[how](average)\n  }\n  return { peek: through('peek'), next: through('next') }\n}\n\nfunction start(period, first, second, signal) {\n  return {\n    highs: ring(period),\n    lows: ring(period),\n    distances: smoothed(first, second),\n    ranges: smoothed(first, second),\n    signal: exponential(signal),\n  }\n}\n\nfunction reading(how, period) {\n  if (state.highs.count < period - 1) return null\n  let highest = bar.high\n  let lowest = bar.low\n  for (let k = 0; k < period - 1; k++) {\n    highest = Math.max(highest, state.highs.at(k))\n    lowest = Math.min(lowest, state.lows.at(k))\n  }\n  const distance = state.distances[how](bar.close - (highest + lowest) / 2)\n  const range = state.ranges[how](highest - lowest)\n  if (distance === null) return null\n  const smi = range === 0 ? 0 : (200 * distance) / range\n  const line = state.signal[how](smi)\n  return line === null ? null : { smi, signal: line }\n}\n\nfunction onTick(period = 13, first = 25, second = 2, signal = 12) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 13, first = 25, second = 2, signal = 12) {\n  if (state === null) state = start(period, first, second, signal)\n  const value = reading('next', period)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Stochastic momentum index
// The distance of the close from the middle of the range of the window, smoothed twice, in relation to half that
// range smoothed in the same way, with a signal line; from -100 to 100.
// Source: W. Blau, "Stochastic Momentum", Stocks & Commodities 1993.
// First value: bar period + first + second + signal - 3. Settled after: 8 * (first + second + signal + 3) + period.
const pane = 'study'
const outputs = ['smi', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** An exponential average of an exponential average. */
function smoothed(first, second) {
  const once = exponential(first)
  const twice = exponential(second)
  const through = (how) => (value) => {
    const average = once[how](value)
    return average === null ? null : twice[how](average)
  }
  return { peek: through('peek'), next: through('next') }
}

function start(period, first, second, signal) {
  return {
    highs: ring(period),
    lows: ring(period),
    distances: smoothed(first, second),
    ranges: smoothed(first, second),
    signal: exponential(signal),
  }
}

function reading(how, period) {
  if (state.highs.count < period - 1) return null
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  const distance = state.distances[how](bar.close - (highest + lowest) / 2)
  const range = state.ranges[how](highest - lowest)
  if (distance === null) return null
  const smi = range === 0 ? 0 : (200 * distance) / range
  const line = state.signal[how](smi)
  return line === null ? null : { smi, signal: line }
}

function onTick(period = 13, first = 25, second = 2, signal = 12) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 13, first = 25, second = 2, signal = 12) {
  if (state === null) state = start(period, first, second, signal)
  const value = reading('next', period)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}

    return { onTick, onIntervalClose } },
  },
  DeMarker: {
    key: 'DeMarker',
    group: 'Oscillators',
    name: "DeMarker",
    description: "Rises of the high in relation to rises of the high and falls of the low, averaged over the period, from 0 to 1; 0.5 where there are none.",
    reference: "T. R. DeMark, \"The New Science of Technical Analysis\", 1994.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// DeMarker\n// Rises of the high in relation to rises of the high and falls of the low, averaged over the period, from 0 to 1;\n// 0.5 where there are none.\n// Source: T. R. DeMark, \"The New Science of Technical Analysis\", 1994.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { ups: simple(period), downs: simple(period), high: null, low: 0 }\n}\n\nfunction reading(how) {\n  if (state.high === null) return null\n  const up = state.ups[how](Math.max(bar.high - state.high, 0))\n  const down = state.downs[how](Math.max(state.low - bar.low, 0))\n  if (up === null) return null\n  return up + down === 0 ? 0.5 : up / (up + down)\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  state.high = bar.high\n  state.low = bar.low\n  return value\n}\n",
    factory: function ({ bar, ring }) { // DeMarker
// Rises of the high in relation to rises of the high and falls of the low, averaged over the period, from 0 to 1;
// 0.5 where there are none.
// Source: T. R. DeMark, "The New Science of Technical Analysis", 1994.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { ups: simple(period), downs: simple(period), high: null, low: 0 }
}

function reading(how) {
  if (state.high === null) return null
  const up = state.ups[how](Math.max(bar.high - state.high, 0))
  const down = state.downs[how](Math.max(state.low - bar.low, 0))
  if (up === null) return null
  return up + down === 0 ? 0.5 : up / (up + down)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.high = bar.high
  state.low = bar.low
  return value
}

    return { onTick, onIntervalClose } },
  },
  MesaSineWave: {
    key: 'MesaSineWave',
    group: 'Oscillators',
    name: "MESA sine wave",
    description: "The phase of a cycle of the given length in the closes, as a sine and a sine that runs an eighth of a cycle ahead.",
    reference: "J. F. Ehlers, \"Stay in Phase\", Stocks & Commodities 1996.",
    pane: 'study',
    outputs: ["sine","lead"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// MESA sine wave\n// The phase of a cycle of the given length in the closes, as a sine and a sine that runs an eighth of a cycle ahead.\n// Source: J. F. Ehlers, \"Stay in Phase\", Stocks & Commodities 1996.\n// First value: bar period.\nconst pane = 'study'\nconst outputs = ['sine', 'lead']\nconst colors = ['#2962ff', '#ff6d00']\nconst least = { period: 2 }\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let real = bar.close\n  let imaginary = 0\n  for (let k = 1; k < period; k++) {\n    const angle = (2 * Math.PI * k) / period\n    real += Math.cos(angle) * closes.at(k - 1)\n    imaginary += Math.sin(angle) * closes.at(k - 1)\n  }\n  let phase = Math.abs(real) > 0.001 ? Math.atan(imaginary / real) : Math.PI * Math.sign(imaginary)\n  if (real < 0) phase += Math.PI\n  phase += Math.PI / 2\n  return { sine: Math.sin(phase), lead: Math.sin(phase + Math.PI / 4) }\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // MESA sine wave
// The phase of a cycle of the given length in the closes, as a sine and a sine that runs an eighth of a cycle ahead.
// Source: J. F. Ehlers, "Stay in Phase", Stocks & Commodities 1996.
// First value: bar period.
const pane = 'study'
const outputs = ['sine', 'lead']
const colors = ['#2962ff', '#ff6d00']
const least = { period: 2 }
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let real = bar.close
  let imaginary = 0
  for (let k = 1; k < period; k++) {
    const angle = (2 * Math.PI * k) / period
    real += Math.cos(angle) * closes.at(k - 1)
    imaginary += Math.sin(angle) * closes.at(k - 1)
  }
  let phase = Math.abs(real) > 0.001 ? Math.atan(imaginary / real) : Math.PI * Math.sign(imaginary)
  if (real < 0) phase += Math.PI
  phase += Math.PI / 2
  return { sine: Math.sin(phase), lead: Math.sin(phase + Math.PI / 4) }
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ForecastOscillator: {
    key: 'ForecastOscillator',
    group: 'Oscillators',
    name: "Forecast oscillator",
    description: "How far the close is from what the straight line through the bars before it foretold, in per cent of the close.",
    reference: "T. S. Chande and S. Kroll, \"The New Technical Trader\", 1994.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Forecast oscillator\n// How far the close is from what the straight line through the bars before it foretold, in per cent of the close.\n// Source: T. S. Chande and S. Kroll, \"The New Technical Trader\", 1994.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */\nfunction line(closes, period) {\n  const middle = (period - 1) / 2\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let slope = middle * (bar.close - mean)\n  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)\n  slope *= 12 / (period * (period * period - 1))\n  return { slope, start: mean - slope * middle, end: mean + slope * middle }\n}\n\nfunction start(period) {\n  return { closes: ring(period), forecast: null, present: null }\n}\n\nfunction reading(how, period) {\n  if (state.closes.count < period - 1) return null\n  const { slope, end } = line(state.closes, period)\n  if (how === 'next') state.present = end + slope\n  if (state.forecast === null) return null\n  return bar.close === 0 ? 0 : (100 * (bar.close - state.forecast)) / bar.close\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next', period)\n  state.closes.push(bar.close)\n  state.forecast = state.present\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Forecast oscillator
// How far the close is from what the straight line through the bars before it foretold, in per cent of the close.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */
function line(closes, period) {
  const middle = (period - 1) / 2
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let slope = middle * (bar.close - mean)
  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)
  slope *= 12 / (period * (period * period - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}

function start(period) {
  return { closes: ring(period), forecast: null, present: null }
}

function reading(how, period) {
  if (state.closes.count < period - 1) return null
  const { slope, end } = line(state.closes, period)
  if (how === 'next') state.present = end + slope
  if (state.forecast === null) return null
  return bar.close === 0 ? 0 : (100 * (bar.close - state.forecast)) / bar.close
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.closes.push(bar.close)
  state.forecast = state.present
  return value
}

    return { onTick, onIntervalClose } },
  },
  PrettyGoodOscillator: {
    key: 'PrettyGoodOscillator',
    group: 'Oscillators',
    name: "Pretty good oscillator",
    description: "The distance of the close from its plain average, counted in exponential averages of the true range.",
    reference: "M. Johnson, Pretty Good Oscillator, about 2000.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 8 * (period + 1),
    source: "// Pretty good oscillator\n// The distance of the close from its plain average, counted in exponential averages of the true range.\n// Source: M. Johnson, Pretty Good Oscillator, about 2000.\n// First value: bar period + 1. Settled after: 8 * (period + 1).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start(period) {\n  return { average: simple(period), ranges: exponential(period), last: null }\n}\n\nfunction reading(how) {\n  const average = state.average[how](bar.close)\n  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))\n  if (range === null) return null\n  return range === 0 ? 0 : (bar.close - average) / range\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Pretty good oscillator
// The distance of the close from its plain average, counted in exponential averages of the true range.
// Source: M. Johnson, Pretty Good Oscillator, about 2000.
// First value: bar period + 1. Settled after: 8 * (period + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { average: simple(period), ranges: exponential(period), last: null }
}

function reading(how) {
  const average = state.average[how](bar.close)
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  return range === 0 ? 0 : (bar.close - average) / range
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = bar.close
  return value
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
  TrueRange: {
    key: 'TrueRange',
    group: 'Volatility',
    name: "True range",
    description: "The range of the bar together with the close before it. The first bar has none.",
    reference: "J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (TRANGE).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    source: "// True range\n// The range of the bar together with the close before it. The first bar has none.\n// Source: J. W. Wilder, \"New Concepts in Technical Trading Systems\", 1978; as in TA-Lib (TRANGE).\n// First value: bar 2.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start() {\n  return { last: null }\n}\n\nfunction reading() {\n  return state.last === null ? null : trueRange(state.last)\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // True range
// The range of the bar together with the close before it. The first bar has none.
// Source: J. W. Wilder, "New Concepts in Technical Trading Systems", 1978; as in TA-Lib (TRANGE).
// First value: bar 2.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start() {
  return { last: null }
}

function reading() {
  return state.last === null ? null : trueRange(state.last)
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  NATR: {
    key: 'NATR',
    group: 'Volatility',
    name: "Normalised average true range",
    description: "The average true range in per cent of the close.",
    reference: "J. Forman, \"Cross-Market Evaluations with Normalized Average True Range\", Stocks & Commodities 2006; as in TA-Lib (NATR).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    source: "// Normalised average true range\n// The average true range in per cent of the close.\n// Source: J. Forman, \"Cross-Market Evaluations with Normalized Average True Range\", Stocks & Commodities 2006; as in\n// TA-Lib (NATR).\n// First value: bar period + 1. Settled after: 16 * (period + 1).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** True range of the present bar after a close. */\nfunction trueRange(before) {\n  return Math.max(bar.high, before) - Math.min(bar.low, before)\n}\n\nfunction start(period) {\n  return { ranges: wilder(period), last: null }\n}\n\nfunction reading(how) {\n  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))\n  if (range === null) return null\n  return bar.close === 0 ? 0 : (100 * range) / bar.close\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Normalised average true range
// The average true range in per cent of the close.
// Source: J. Forman, "Cross-Market Evaluations with Normalized Average True Range", Stocks & Commodities 2006; as in
// TA-Lib (NATR).
// First value: bar period + 1. Settled after: 16 * (period + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** True range of the present bar after a close. */
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

function start(period) {
  return { ranges: wilder(period), last: null }
}

function reading(how) {
  const range = state.last === null ? null : state.ranges[how](trueRange(state.last))
  if (range === null) return null
  return bar.close === 0 ? 0 : (100 * range) / bar.close
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  AverageRange: {
    key: 'AverageRange',
    group: 'Volatility',
    name: "Average range",
    description: "The plain average of the ranges from high to low.",
    reference: "common knowledge.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    source: "// Average range\n// The plain average of the ranges from high to low.\n// Source: common knowledge.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: simple(period) }\n}\n\nfunction reading(how) {\n  return state.average[how](bar.high - bar.low)\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Average range
// The plain average of the ranges from high to low.
// Source: common knowledge.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: simple(period) }
}

function reading(how) {
  return state.average[how](bar.high - bar.low)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  ChaikinVolatility: {
    key: 'ChaikinVolatility',
    group: 'Volatility',
    name: "Chaikin volatility",
    description: "The change of the exponential average of the bar ranges since a number of bars before, in per cent.",
    reference: "S. B. Achelis, \"Technical Analysis from A to Z\", 2000, after M. Chaikin.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"smoothing","defaultValue":10,"isWhole":true,"least":1},{"name":"change","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (smoothing = 10, change = 10) => smoothing + change,
    settled: (smoothing = 10, change = 10) => 8 * (smoothing + 1) + change,
    source: "// Chaikin volatility\n// The change of the exponential average of the bar ranges since a number of bars before, in per cent.\n// Source: S. B. Achelis, \"Technical Analysis from A to Z\", 2000, after M. Chaikin.\n// First value: bar smoothing + change. Settled after: 8 * (smoothing + 1) + change.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(smoothing, change) {\n  return { average: exponential(smoothing), past: ring(change), present: null }\n}\n\nfunction reading(how, change) {\n  const present = state.average[how](bar.high - bar.low)\n  if (how === 'next') state.present = present\n  if (!state.past.full) return null\n  const before = state.past.at(change - 1)\n  return before === 0 ? 0 : 100 * (present / before - 1)\n}\n\nfunction onTick(smoothing = 10, change = 10) {\n  return state === null ? null : reading('peek', change)\n}\n\nfunction onIntervalClose(smoothing = 10, change = 10) {\n  if (state === null) state = start(smoothing, change)\n  const value = reading('next', change)\n  if (state.present !== null) state.past.push(state.present)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Chaikin volatility
// The change of the exponential average of the bar ranges since a number of bars before, in per cent.
// Source: S. B. Achelis, "Technical Analysis from A to Z", 2000, after M. Chaikin.
// First value: bar smoothing + change. Settled after: 8 * (smoothing + 1) + change.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(smoothing, change) {
  return { average: exponential(smoothing), past: ring(change), present: null }
}

function reading(how, change) {
  const present = state.average[how](bar.high - bar.low)
  if (how === 'next') state.present = present
  if (!state.past.full) return null
  const before = state.past.at(change - 1)
  return before === 0 ? 0 : 100 * (present / before - 1)
}

function onTick(smoothing = 10, change = 10) {
  return state === null ? null : reading('peek', change)
}

function onIntervalClose(smoothing = 10, change = 10) {
  if (state === null) state = start(smoothing, change)
  const value = reading('next', change)
  if (state.present !== null) state.past.push(state.present)
  return value
}

    return { onTick, onIntervalClose } },
  },
  HistoricalVolatility: {
    key: 'HistoricalVolatility',
    group: 'Volatility',
    name: "Historical volatility",
    description: "The standard deviation of the relative changes of the close, of the whole window, over a year of the given number of bars; 0.1 is 10 per cent a year.",
    reference: "common knowledge, for example J. C. Hull, \"Options, Futures and Other Derivatives\", with plain instead of logarithmic changes.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"barsPerYear","defaultValue":252,"isWhole":true,"least":1}],
    firstValue: (period = 20, barsPerYear = 252) => period + 1,
    settled: (period = 20, barsPerYear = 252) => period + 1,
    source: "// Historical volatility\n// The standard deviation of the relative changes of the close, of the whole window, over a year of the given number\n// of bars; 0.1 is 10 per cent a year.\n// Source: common knowledge, for example J. C. Hull, \"Options, Futures and Other Derivatives\", with plain instead of\n// logarithmic changes.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction changeNow() {\n  return state.last === 0 ? 0 : bar.close / state.last - 1\n}\n\nfunction start(period) {\n  return { changes: ring(period), last: null }\n}\n\nfunction reading(period, barsPerYear) {\n  const { changes } = state\n  if (state.last === null || changes.count < period - 1) return null\n  const change = changeNow()\n  let mean = change\n  for (let k = 0; k < period - 1; k++) mean += changes.at(k)\n  mean /= period\n  let squares = (change - mean) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (changes.at(k) - mean) ** 2\n  return Math.sqrt((squares / period) * barsPerYear)\n}\n\nfunction onTick(period = 20, barsPerYear = 252) {\n  return state === null ? null : reading(period, barsPerYear)\n}\n\nfunction onIntervalClose(period = 20, barsPerYear = 252) {\n  if (state === null) state = start(period)\n  const value = reading(period, barsPerYear)\n  if (state.last !== null) state.changes.push(changeNow())\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Historical volatility
// The standard deviation of the relative changes of the close, of the whole window, over a year of the given number
// of bars; 0.1 is 10 per cent a year.
// Source: common knowledge, for example J. C. Hull, "Options, Futures and Other Derivatives", with plain instead of
// logarithmic changes.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function changeNow() {
  return state.last === 0 ? 0 : bar.close / state.last - 1
}

function start(period) {
  return { changes: ring(period), last: null }
}

function reading(period, barsPerYear) {
  const { changes } = state
  if (state.last === null || changes.count < period - 1) return null
  const change = changeNow()
  let mean = change
  for (let k = 0; k < period - 1; k++) mean += changes.at(k)
  mean /= period
  let squares = (change - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (changes.at(k) - mean) ** 2
  return Math.sqrt((squares / period) * barsPerYear)
}

function onTick(period = 20, barsPerYear = 252) {
  return state === null ? null : reading(period, barsPerYear)
}

function onIntervalClose(period = 20, barsPerYear = 252) {
  if (state === null) state = start(period)
  const value = reading(period, barsPerYear)
  if (state.last !== null) state.changes.push(changeNow())
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  UlcerIndex: {
    key: 'UlcerIndex',
    group: 'Volatility',
    name: "Ulcer index",
    description: "How deep and how long closes stay below their highest close: the root of the mean square of the drawdowns in per cent.",
    reference: "P. G. Martin and B. B. McCann, \"The Investor's Guide to Fidelity Funds\", 1989.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => 2 * period - 1,
    settled: (period = 14) => 2 * period - 1,
    source: "// Ulcer index\n// How deep and how long closes stay below their highest close: the root of the mean square of the drawdowns in per\n// cent.\n// Source: P. G. Martin and B. B. McCann, \"The Investor's Guide to Fidelity Funds\", 1989.\n// First value: bar 2 * period - 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { closes: ring(period), squares: simple(period) }\n}\n\nfunction reading(how, period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let highest = bar.close\n  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, closes.at(k))\n  const drawdown = highest === 0 ? 0 : (100 * (highest - bar.close)) / highest\n  const mean = state.squares[how](drawdown * drawdown)\n  return mean === null ? null : Math.sqrt(mean)\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next', period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Ulcer index
// How deep and how long closes stay below their highest close: the root of the mean square of the drawdowns in per
// cent.
// Source: P. G. Martin and B. B. McCann, "The Investor's Guide to Fidelity Funds", 1989.
// First value: bar 2 * period - 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { closes: ring(period), squares: simple(period) }
}

function reading(how, period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let highest = bar.close
  for (let k = 0; k < period - 1; k++) highest = Math.max(highest, closes.at(k))
  const drawdown = highest === 0 ? 0 : (100 * (highest - bar.close)) / highest
  const mean = state.squares[how](drawdown * drawdown)
  return mean === null ? null : Math.sqrt(mean)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next', period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Variance: {
    key: 'Variance',
    group: 'Volatility',
    name: "Variance of closes",
    description: "Of the whole window, not of a sample: the squares are divided by the period.",
    reference: "common knowledge; as in TA-Lib (VAR).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Variance of closes\n// Of the whole window, not of a sample: the squares are divided by the period.\n// Source: common knowledge; as in TA-Lib (VAR).\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let squares = (bar.close - mean) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2\n  return squares / period\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Variance of closes
// Of the whole window, not of a sample: the squares are divided by the period.
// Source: common knowledge; as in TA-Lib (VAR).
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  return squares / period
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  MeanDeviation: {
    key: 'MeanDeviation',
    group: 'Volatility',
    name: "Mean deviation of closes",
    description: "The plain average of the distances of the closes from their average.",
    reference: "common knowledge; as in TA-Lib (AVGDEV).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Mean deviation of closes\n// The plain average of the distances of the closes from their average.\n// Source: common knowledge; as in TA-Lib (AVGDEV).\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let sum = Math.abs(bar.close - mean)\n  for (let k = 0; k < period - 1; k++) sum += Math.abs(closes.at(k) - mean)\n  return sum / period\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Mean deviation of closes
// The plain average of the distances of the closes from their average.
// Source: common knowledge; as in TA-Lib (AVGDEV).
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let sum = Math.abs(bar.close - mean)
  for (let k = 0; k < period - 1; k++) sum += Math.abs(closes.at(k) - mean)
  return sum / period
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  StandardError: {
    key: 'StandardError',
    group: 'Volatility',
    name: "Standard error of the mean of closes",
    description: "The standard deviation of the window divided by the root of the period.",
    reference: "common knowledge.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Standard error of the mean of closes\n// The standard deviation of the window divided by the root of the period.\n// Source: common knowledge.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let squares = (bar.close - mean) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2\n  return Math.sqrt(squares) / period\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Standard error of the mean of closes
// The standard deviation of the window divided by the root of the period.
// Source: common knowledge.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  return Math.sqrt(squares) / period
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  RelativeVolatilityIndex: {
    key: 'RelativeVolatilityIndex',
    group: 'Volatility',
    name: "Relative volatility index",
    description: "Wilder's index of the standard deviation on rising bars against that on falling ones, from 0 to 100; 50 where nothing moves.",
    reference: "D. Dorsey, \"The Relative Volatility Index\", Stocks & Commodities 1993.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2},{"name":"smoothing","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 10, smoothing = 14) => period + smoothing - 1,
    settled: (period = 10, smoothing = 14) => period + 16 * (smoothing + 1),
    source: "// Relative volatility index\n// Wilder's index of the standard deviation on rising bars against that on falling ones, from 0 to 100; 50 where\n// nothing moves.\n// Source: D. Dorsey, \"The Relative Volatility Index\", Stocks & Commodities 1993.\n// First value: bar period + smoothing - 1. Settled after: period + 16 * (smoothing + 1).\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */\nfunction wilder(period) {\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return (last * (period - 1) + value) / period\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period, smoothing) {\n  return { closes: ring(period), ups: wilder(smoothing), downs: wilder(smoothing) }\n}\n\nfunction reading(how, period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let squares = (bar.close - mean) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2\n  const deviation = Math.sqrt(squares / period)\n  const up = state.ups[how](bar.close > closes.at(0) ? deviation : 0)\n  const down = state.downs[how](bar.close < closes.at(0) ? deviation : 0)\n  if (up === null) return null\n  return up + down === 0 ? 50 : (100 * up) / (up + down)\n}\n\nfunction onTick(period = 10, smoothing = 14) {\n  return state === null ? null : reading('peek', period)\n}\n\nfunction onIntervalClose(period = 10, smoothing = 14) {\n  if (state === null) state = start(period, smoothing)\n  const value = reading('next', period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Relative volatility index
// Wilder's index of the standard deviation on rising bars against that on falling ones, from 0 to 100; 50 where
// nothing moves.
// Source: D. Dorsey, "The Relative Volatility Index", Stocks & Commodities 1993.
// First value: bar period + smoothing - 1. Settled after: period + 16 * (smoothing + 1).
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Wilder's smoothing, from a plain average on. `peek` tells what `next` would give, and changes nothing. */
function wilder(period) {
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return (last * (period - 1) + value) / period
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period, smoothing) {
  return { closes: ring(period), ups: wilder(smoothing), downs: wilder(smoothing) }
}

function reading(how, period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  const deviation = Math.sqrt(squares / period)
  const up = state.ups[how](bar.close > closes.at(0) ? deviation : 0)
  const down = state.downs[how](bar.close < closes.at(0) ? deviation : 0)
  if (up === null) return null
  return up + down === 0 ? 50 : (100 * up) / (up + down)
}

function onTick(period = 10, smoothing = 14) {
  return state === null ? null : reading('peek', period)
}

function onIntervalClose(period = 10, smoothing = 14) {
  if (state === null) state = start(period, smoothing)
  const value = reading('next', period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ParkinsonVolatility: {
    key: 'ParkinsonVolatility',
    group: 'Volatility',
    name: "Parkinson volatility",
    description: "Volatility per bar from the logarithmic ranges of high and low; 0.01 is 1 per cent.",
    reference: "M. Parkinson, \"The Extreme Value Method for Estimating the Variance of the Rate of Return\", Journal of Business 1980.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Parkinson volatility\n// Volatility per bar from the logarithmic ranges of high and low; 0.01 is 1 per cent.\n// Source: M. Parkinson, \"The Extreme Value Method for Estimating the Variance of the Rate of Return\", Journal of\n// Business 1980.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { squares: simple(period) }\n}\n\nfunction reading(how) {\n  const range = bar.low > 0 ? Math.log(bar.high / bar.low) : 0\n  const mean = state.squares[how](range * range)\n  return mean === null ? null : Math.sqrt(mean / (4 * Math.LN2))\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Parkinson volatility
// Volatility per bar from the logarithmic ranges of high and low; 0.01 is 1 per cent.
// Source: M. Parkinson, "The Extreme Value Method for Estimating the Variance of the Rate of Return", Journal of
// Business 1980.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { squares: simple(period) }
}

function reading(how) {
  const range = bar.low > 0 ? Math.log(bar.high / bar.low) : 0
  const mean = state.squares[how](range * range)
  return mean === null ? null : Math.sqrt(mean / (4 * Math.LN2))
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  GarmanKlassVolatility: {
    key: 'GarmanKlassVolatility',
    group: 'Volatility',
    name: "Garman-Klass volatility",
    description: "Volatility per bar from the logarithms of open, high, low and close; 0.01 is 1 per cent.",
    reference: "M. B. Garman and M. J. Klass, \"On the Estimation of Security Price Volatilities from Historical Data\", Journal of Business 1980.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Garman-Klass volatility\n// Volatility per bar from the logarithms of open, high, low and close; 0.01 is 1 per cent.\n// Source: M. B. Garman and M. J. Klass, \"On the Estimation of Security Price Volatilities from Historical Data\",\n// Journal of Business 1980.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { terms: simple(period) }\n}\n\nfunction reading(how) {\n  const isPriced = bar.low > 0 && bar.open > 0\n  const range = isPriced ? Math.log(bar.high / bar.low) : 0\n  const move = isPriced ? Math.log(bar.close / bar.open) : 0\n  const mean = state.terms[how]((range * range) / 2 - (2 * Math.LN2 - 1) * move * move)\n  return mean === null ? null : Math.sqrt(Math.max(mean, 0))\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Garman-Klass volatility
// Volatility per bar from the logarithms of open, high, low and close; 0.01 is 1 per cent.
// Source: M. B. Garman and M. J. Klass, "On the Estimation of Security Price Volatilities from Historical Data",
// Journal of Business 1980.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { terms: simple(period) }
}

function reading(how) {
  const isPriced = bar.low > 0 && bar.open > 0
  const range = isPriced ? Math.log(bar.high / bar.low) : 0
  const move = isPriced ? Math.log(bar.close / bar.open) : 0
  const mean = state.terms[how]((range * range) / 2 - (2 * Math.LN2 - 1) * move * move)
  return mean === null ? null : Math.sqrt(Math.max(mean, 0))
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  OBV: {
    key: 'OBV',
    group: 'Volume',
    name: "On balance volume",
    description: "The sum of the volumes of rising bars less that of falling bars, starting with the volume of the first bar.",
    reference: "J. E. Granville, \"New Key to Stock Market Profits\", 1963; the start as in TA-Lib (OBV).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// On balance volume\n// The sum of the volumes of rising bars less that of falling bars, starting with the volume of the first bar.\n// Source: J. E. Granville, \"New Key to Stock Market Profits\", 1963; the start as in TA-Lib (OBV).\n// First value: bar 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start() {\n  return { sum: 0, last: null }\n}\n\nfunction reading() {\n  if (state.last === null || bar.close > state.last) return state.sum + bar.volume\n  return bar.close < state.last ? state.sum - bar.volume : state.sum\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.sum = value\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // On balance volume
// The sum of the volumes of rising bars less that of falling bars, starting with the volume of the first bar.
// Source: J. E. Granville, "New Key to Stock Market Profits", 1963; the start as in TA-Lib (OBV).
// First value: bar 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return { sum: 0, last: null }
}

function reading() {
  if (state.last === null || bar.close > state.last) return state.sum + bar.volume
  return bar.close < state.last ? state.sum - bar.volume : state.sum
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.sum = value
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  AD: {
    key: 'AD',
    group: 'Volume',
    name: "Accumulation and distribution",
    description: "The running sum of volumes, each weighted by where the close lies between low (-1) and high (1).",
    reference: "M. Chaikin, in S. B. Achelis, \"Technical Analysis from A to Z\", 2000; as in TA-Lib (AD).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Accumulation and distribution\n// The running sum of volumes, each weighted by where the close lies between low (-1) and high (1).\n// Source: M. Chaikin, in S. B. Achelis, \"Technical Analysis from A to Z\", 2000; as in TA-Lib (AD).\n// First value: bar 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** The volume of the bar, positive for a close at the high and negative for one at the low. */\nfunction flow() {\n  if (bar.high === bar.low) return 0\n  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume\n}\n\nfunction start() {\n  return { sum: 0 }\n}\n\nfunction reading() {\n  return state.sum + flow()\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.sum = value\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Accumulation and distribution
// The running sum of volumes, each weighted by where the close lies between low (-1) and high (1).
// Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000; as in TA-Lib (AD).
// First value: bar 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** The volume of the bar, positive for a close at the high and negative for one at the low. */
function flow() {
  if (bar.high === bar.low) return 0
  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume
}

function start() {
  return { sum: 0 }
}

function reading() {
  return state.sum + flow()
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.sum = value
  return value
}

    return { onTick, onIntervalClose } },
  },
  ChaikinOscillator: {
    key: 'ChaikinOscillator',
    group: 'Volume',
    name: "Chaikin oscillator",
    description: "The fast exponential average of accumulation and distribution less the slow one; as in TA-Lib both start from its first value.",
    reference: "M. Chaikin, in S. B. Achelis, \"Technical Analysis from A to Z\", 2000; as in TA-Lib (ADOSC).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":3,"isWhole":true,"least":1},{"name":"slow","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (fast = 3, slow = 10) => Math.max(fast, slow),
    settled: (fast = 3, slow = 10) => 8 * (Math.max(fast, slow) + 1),
    source: "// Chaikin oscillator\n// The fast exponential average of accumulation and distribution less the slow one; as in TA-Lib both start from its\n// first value.\n// Source: M. Chaikin, in S. B. Achelis, \"Technical Analysis from A to Z\", 2000; as in TA-Lib (ADOSC).\n// First value: bar Math.max(fast, slow). Settled after: 8 * (Math.max(fast, slow) + 1).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** The volume of the bar, positive for a close at the high and negative for one at the low. */\nfunction flow() {\n  if (bar.high === bar.low) return 0\n  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume\n}\n\nfunction follow(average, sum, period) {\n  return average === null ? sum : average + (2 / (period + 1)) * (sum - average)\n}\n\nfunction start() {\n  return { count: 0, sum: 0, quick: null, calm: null }\n}\n\nfunction reading(how, fast, slow) {\n  const sum = state.sum + flow()\n  const quick = follow(state.quick, sum, fast)\n  const calm = follow(state.calm, sum, slow)\n  const isReady = state.count >= Math.max(fast, slow) - 1\n  if (how === 'next') Object.assign(state, { count: state.count + 1, sum, quick, calm })\n  return isReady ? quick - calm : null\n}\n\nfunction onTick(fast = 3, slow = 10) {\n  return state === null ? null : reading('peek', fast, slow)\n}\n\nfunction onIntervalClose(fast = 3, slow = 10) {\n  if (state === null) state = start()\n  const value = reading('next', fast, slow)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Chaikin oscillator
// The fast exponential average of accumulation and distribution less the slow one; as in TA-Lib both start from its
// first value.
// Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000; as in TA-Lib (ADOSC).
// First value: bar Math.max(fast, slow). Settled after: 8 * (Math.max(fast, slow) + 1).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** The volume of the bar, positive for a close at the high and negative for one at the low. */
function flow() {
  if (bar.high === bar.low) return 0
  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume
}

function follow(average, sum, period) {
  return average === null ? sum : average + (2 / (period + 1)) * (sum - average)
}

function start() {
  return { count: 0, sum: 0, quick: null, calm: null }
}

function reading(how, fast, slow) {
  const sum = state.sum + flow()
  const quick = follow(state.quick, sum, fast)
  const calm = follow(state.calm, sum, slow)
  const isReady = state.count >= Math.max(fast, slow) - 1
  if (how === 'next') Object.assign(state, { count: state.count + 1, sum, quick, calm })
  return isReady ? quick - calm : null
}

function onTick(fast = 3, slow = 10) {
  return state === null ? null : reading('peek', fast, slow)
}

function onIntervalClose(fast = 3, slow = 10) {
  if (state === null) state = start()
  const value = reading('next', fast, slow)
  return value
}

    return { onTick, onIntervalClose } },
  },
  CMF: {
    key: 'CMF',
    group: 'Volume',
    name: "Chaikin money flow",
    description: "The volumes of the window, each weighted by where the close lies in its bar, in relation to their sum; 0 without any volume.",
    reference: "M. Chaikin, in S. B. Achelis, \"Technical Analysis from A to Z\", 2000.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Chaikin money flow\n// The volumes of the window, each weighted by where the close lies in its bar, in relation to their sum; 0 without\n// any volume.\n// Source: M. Chaikin, in S. B. Achelis, \"Technical Analysis from A to Z\", 2000.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\n/** The volume of the bar, positive for a close at the high and negative for one at the low. */\nfunction flow() {\n  if (bar.high === bar.low) return 0\n  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume\n}\n\nfunction start(period) {\n  return { flows: simple(period), volumes: simple(period) }\n}\n\nfunction reading(how) {\n  const flows = state.flows[how](flow())\n  const volumes = state.volumes[how](bar.volume)\n  if (flows === null) return null\n  return volumes === 0 ? 0 : flows / volumes\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Chaikin money flow
// The volumes of the window, each weighted by where the close lies in its bar, in relation to their sum; 0 without
// any volume.
// Source: M. Chaikin, in S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

/** The volume of the bar, positive for a close at the high and negative for one at the low. */
function flow() {
  if (bar.high === bar.low) return 0
  return ((2 * bar.close - bar.low - bar.high) / (bar.high - bar.low)) * bar.volume
}

function start(period) {
  return { flows: simple(period), volumes: simple(period) }
}

function reading(how) {
  const flows = state.flows[how](flow())
  const volumes = state.volumes[how](bar.volume)
  if (flows === null) return null
  return volumes === 0 ? 0 : flows / volumes
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  MFI: {
    key: 'MFI',
    group: 'Volume',
    name: "Money flow index",
    description: "Price times volume of the bars whose typical price rose, in per cent of that of rising and falling bars; 0 where there is none.",
    reference: "G. Quong and A. Soudack, \"Volume-Weighted RSI: Money Flow\", Stocks & Commodities 1989; as in TA-Lib (MFI).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Money flow index\n// Price times volume of the bars whose typical price rose, in per cent of that of rising and falling bars; 0 where\n// there is none.\n// Source: G. Quong and A. Soudack, \"Volume-Weighted RSI: Money Flow\", Stocks & Commodities 1989; as in TA-Lib (MFI).\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction typical() {\n  return (bar.high + bar.low + bar.close) / 3\n}\n\n/** Money that flowed in the present bar when its typical price rose (1) or fell (-1). */\nfunction flow(side) {\n  return Math.sign(typical() - state.last) === side ? typical() * bar.volume : 0\n}\n\nfunction start(period) {\n  return { ups: ring(period), downs: ring(period), last: null }\n}\n\nfunction reading(period) {\n  if (state.last === null || state.ups.count < period - 1) return null\n  let up = flow(1)\n  let down = flow(-1)\n  for (let k = 0; k < period - 1; k++) {\n    up += state.ups.at(k)\n    down += state.downs.at(k)\n  }\n  return up + down === 0 ? 0 : (100 * up) / (up + down)\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  if (state.last !== null) {\n    state.ups.push(flow(1))\n    state.downs.push(flow(-1))\n  }\n  state.last = typical()\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Money flow index
// Price times volume of the bars whose typical price rose, in per cent of that of rising and falling bars; 0 where
// there is none.
// Source: G. Quong and A. Soudack, "Volume-Weighted RSI: Money Flow", Stocks & Commodities 1989; as in TA-Lib (MFI).
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function typical() {
  return (bar.high + bar.low + bar.close) / 3
}

/** Money that flowed in the present bar when its typical price rose (1) or fell (-1). */
function flow(side) {
  return Math.sign(typical() - state.last) === side ? typical() * bar.volume : 0
}

function start(period) {
  return { ups: ring(period), downs: ring(period), last: null }
}

function reading(period) {
  if (state.last === null || state.ups.count < period - 1) return null
  let up = flow(1)
  let down = flow(-1)
  for (let k = 0; k < period - 1; k++) {
    up += state.ups.at(k)
    down += state.downs.at(k)
  }
  return up + down === 0 ? 0 : (100 * up) / (up + down)
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  if (state.last !== null) {
    state.ups.push(flow(1))
    state.downs.push(flow(-1))
  }
  state.last = typical()
  return value
}

    return { onTick, onIntervalClose } },
  },
  VWAP: {
    key: 'VWAP',
    group: 'Volume',
    name: "Volume weighted average price",
    description: "The average typical price of the day so far, each bar weighted by its volume; days begin at 00:00 UTC. Without any volume since then it is the plain average.",
    reference: "S. A. Berkowitz, D. E. Logue and E. A. Noser, \"The Total Cost of Transactions on the NYSE\", Journal of Finance 1988.",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1440,
    source: "// Volume weighted average price\n// The average typical price of the day so far, each bar weighted by its volume; days begin at 00:00 UTC. Without any\n// volume since then it is the plain average.\n// Source: S. A. Berkowitz, D. E. Logue and E. A. Noser, \"The Total Cost of Transactions on the NYSE\", Journal of\n// Finance 1988.\n// First value: bar 1. Settled after: 1440.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Sums since midnight with the present bar. */\nfunction sums() {\n  const day = Math.floor(bar.time / 86_400_000)\n  const price = (bar.high + bar.low + bar.close) / 3\n  const before = day === state.day ? state : { count: 0, volume: 0, money: 0, sum: 0 }\n  return {\n    day,\n    count: before.count + 1,\n    volume: before.volume + bar.volume,\n    money: before.money + price * bar.volume,\n    sum: before.sum + price,\n  }\n}\n\nfunction start() {\n  return { day: NaN, count: 0, volume: 0, money: 0, sum: 0 }\n}\n\nfunction reading() {\n  const present = sums()\n  return present.volume > 0 ? present.money / present.volume : present.sum / present.count\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  Object.assign(state, sums())\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Volume weighted average price
// The average typical price of the day so far, each bar weighted by its volume; days begin at 00:00 UTC. Without any
// volume since then it is the plain average.
// Source: S. A. Berkowitz, D. E. Logue and E. A. Noser, "The Total Cost of Transactions on the NYSE", Journal of
// Finance 1988.
// First value: bar 1. Settled after: 1440.
const pane = 'overlay'
const colors = ['#2962ff']
let state = null

/** Sums since midnight with the present bar. */
function sums() {
  const day = Math.floor(bar.time / 86_400_000)
  const price = (bar.high + bar.low + bar.close) / 3
  const before = day === state.day ? state : { count: 0, volume: 0, money: 0, sum: 0 }
  return {
    day,
    count: before.count + 1,
    volume: before.volume + bar.volume,
    money: before.money + price * bar.volume,
    sum: before.sum + price,
  }
}

function start() {
  return { day: NaN, count: 0, volume: 0, money: 0, sum: 0 }
}

function reading() {
  const present = sums()
  return present.volume > 0 ? present.money / present.volume : present.sum / present.count
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  Object.assign(state, sums())
  return value
}

    return { onTick, onIntervalClose } },
  },
  PVT: {
    key: 'PVT',
    group: 'Volume',
    name: "Price volume trend",
    description: "The running sum of volumes, each multiplied by the relative change of the close.",
    reference: "D. L. Markstein, \"How to Chart Your Way to Stock Market Profits\", 1966.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    source: "// Price volume trend\n// The running sum of volumes, each multiplied by the relative change of the close.\n// Source: D. L. Markstein, \"How to Chart Your Way to Stock Market Profits\", 1966.\n// First value: bar 2.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start() {\n  return { sum: 0, last: null }\n}\n\nfunction reading() {\n  if (state.last === null) return null\n  return state.last === 0 ? state.sum : state.sum + bar.volume * (bar.close / state.last - 1)\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  if (value !== null) state.sum = value\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Price volume trend
// The running sum of volumes, each multiplied by the relative change of the close.
// Source: D. L. Markstein, "How to Chart Your Way to Stock Market Profits", 1966.
// First value: bar 2.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return { sum: 0, last: null }
}

function reading() {
  if (state.last === null) return null
  return state.last === 0 ? state.sum : state.sum + bar.volume * (bar.close / state.last - 1)
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  if (value !== null) state.sum = value
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  NVI: {
    key: 'NVI',
    group: 'Volume',
    name: "Negative volume index",
    description: "The running product of the relative changes of the close on bars whose volume fell, starting at 1,000.",
    reference: "P. L. Dysart, 1936; N. G. Fosback, \"Stock Market Logic\", 1976.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Negative volume index\n// The running product of the relative changes of the close on bars whose volume fell, starting at 1,000.\n// Source: P. L. Dysart, 1936; N. G. Fosback, \"Stock Market Logic\", 1976.\n// First value: bar 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start() {\n  return { index: 1000, close: null, volume: 0 }\n}\n\nfunction reading() {\n  if (state.close === null || state.close === 0 || !(bar.volume < state.volume)) return state.index\n  return state.index * (bar.close / state.close)\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.index = value\n  state.close = bar.close\n  state.volume = bar.volume\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Negative volume index
// The running product of the relative changes of the close on bars whose volume fell, starting at 1,000.
// Source: P. L. Dysart, 1936; N. G. Fosback, "Stock Market Logic", 1976.
// First value: bar 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return { index: 1000, close: null, volume: 0 }
}

function reading() {
  if (state.close === null || state.close === 0 || !(bar.volume < state.volume)) return state.index
  return state.index * (bar.close / state.close)
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.index = value
  state.close = bar.close
  state.volume = bar.volume
  return value
}

    return { onTick, onIntervalClose } },
  },
  PVI: {
    key: 'PVI',
    group: 'Volume',
    name: "Positive volume index",
    description: "The running product of the relative changes of the close on bars whose volume rose, starting at 1,000.",
    reference: "P. L. Dysart, 1936; N. G. Fosback, \"Stock Market Logic\", 1976.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Positive volume index\n// The running product of the relative changes of the close on bars whose volume rose, starting at 1,000.\n// Source: P. L. Dysart, 1936; N. G. Fosback, \"Stock Market Logic\", 1976.\n// First value: bar 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start() {\n  return { index: 1000, close: null, volume: 0 }\n}\n\nfunction reading() {\n  if (state.close === null || state.close === 0 || !(bar.volume > state.volume)) return state.index\n  return state.index * (bar.close / state.close)\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.index = value\n  state.close = bar.close\n  state.volume = bar.volume\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Positive volume index
// The running product of the relative changes of the close on bars whose volume rose, starting at 1,000.
// Source: P. L. Dysart, 1936; N. G. Fosback, "Stock Market Logic", 1976.
// First value: bar 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return { index: 1000, close: null, volume: 0 }
}

function reading() {
  if (state.close === null || state.close === 0 || !(bar.volume > state.volume)) return state.index
  return state.index * (bar.close / state.close)
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.index = value
  state.close = bar.close
  state.volume = bar.volume
  return value
}

    return { onTick, onIntervalClose } },
  },
  KlingerOscillator: {
    key: 'KlingerOscillator',
    group: 'Volume',
    name: "Klinger volume oscillator",
    description: "The fast exponential average of the volume force (volume with the sign of the trend, weighted by the range of the bar in the range of the whole move) less the slow one, with a signal line.",
    reference: "S. J. Klinger, \"Identifying Trends with Volume Analysis\", Stocks & Commodities 1997.",
    pane: 'study',
    outputs: ["kvo","signal"],
    colors: ["#2962ff","#ff6d00"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":34,"isWhole":true,"least":1},{"name":"slow","defaultValue":55,"isWhole":true,"least":1},{"name":"signal","defaultValue":13,"isWhole":true,"least":1}],
    firstValue: (fast = 34, slow = 55, signal = 13) => Math.max(fast, slow) + signal,
    settled: (fast = 34, slow = 55, signal = 13) => 8 * (Math.max(fast, slow) + signal + 2),
    source: "// Klinger volume oscillator\n// The fast exponential average of the volume force (volume with the sign of the trend, weighted by the range of the\n// bar in the range of the whole move) less the slow one, with a signal line.\n// Source: S. J. Klinger, \"Identifying Trends with Volume Analysis\", Stocks & Commodities 1997.\n// First value: bar Math.max(fast, slow) + signal. Settled after: 8 * (Math.max(fast, slow) + signal + 2).\nconst pane = 'study'\nconst outputs = ['kvo', 'signal']\nconst colors = ['#2962ff', '#ff6d00']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\n/** Trend and size of the present move, and the volume force of the bar. */\nfunction force() {\n  const sum = bar.high + bar.low + bar.close\n  const range = bar.high - bar.low\n  let { trend, move } = state\n  if (sum > state.sum && trend !== 1) {\n    trend = 1\n    move = state.range\n  } else if (sum < state.sum && trend !== -1) {\n    trend = -1\n    move = state.range\n  }\n  move += range\n  const strength = move === 0 ? 0 : bar.volume * Math.abs((2 * range) / move - 1) * 100 * trend\n  return { trend, move, strength }\n}\n\nfunction start(fast, slow, signal) {\n  return {\n    quick: exponential(fast),\n    calm: exponential(slow),\n    signal: exponential(signal),\n    sum: null,\n    range: 0,\n    move: 0,\n    trend: 0,\n  }\n}\n\nfunction reading(how) {\n  if (state.sum === null) return null\n  const { trend, move, strength } = force()\n  const quick = state.quick[how](strength)\n  const calm = state.calm[how](strength)\n  if (how === 'next') Object.assign(state, { trend, move })\n  if (quick === null || calm === null) return null\n  const line = state.signal[how](quick - calm)\n  return line === null ? null : { kvo: quick - calm, signal: line }\n}\n\nfunction onTick(fast = 34, slow = 55, signal = 13) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(fast = 34, slow = 55, signal = 13) {\n  if (state === null) state = start(fast, slow, signal)\n  const value = reading('next')\n  state.sum = bar.high + bar.low + bar.close\n  state.range = bar.high - bar.low\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Klinger volume oscillator
// The fast exponential average of the volume force (volume with the sign of the trend, weighted by the range of the
// bar in the range of the whole move) less the slow one, with a signal line.
// Source: S. J. Klinger, "Identifying Trends with Volume Analysis", Stocks & Commodities 1997.
// First value: bar Math.max(fast, slow) + signal. Settled after: 8 * (Math.max(fast, slow) + signal + 2).
const pane = 'study'
const outputs = ['kvo', 'signal']
const colors = ['#2962ff', '#ff6d00']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

/** Trend and size of the present move, and the volume force of the bar. */
function force() {
  const sum = bar.high + bar.low + bar.close
  const range = bar.high - bar.low
  let { trend, move } = state
  if (sum > state.sum && trend !== 1) {
    trend = 1
    move = state.range
  } else if (sum < state.sum && trend !== -1) {
    trend = -1
    move = state.range
  }
  move += range
  const strength = move === 0 ? 0 : bar.volume * Math.abs((2 * range) / move - 1) * 100 * trend
  return { trend, move, strength }
}

function start(fast, slow, signal) {
  return {
    quick: exponential(fast),
    calm: exponential(slow),
    signal: exponential(signal),
    sum: null,
    range: 0,
    move: 0,
    trend: 0,
  }
}

function reading(how) {
  if (state.sum === null) return null
  const { trend, move, strength } = force()
  const quick = state.quick[how](strength)
  const calm = state.calm[how](strength)
  if (how === 'next') Object.assign(state, { trend, move })
  if (quick === null || calm === null) return null
  const line = state.signal[how](quick - calm)
  return line === null ? null : { kvo: quick - calm, signal: line }
}

function onTick(fast = 34, slow = 55, signal = 13) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 34, slow = 55, signal = 13) {
  if (state === null) state = start(fast, slow, signal)
  const value = reading('next')
  state.sum = bar.high + bar.low + bar.close
  state.range = bar.high - bar.low
  return value
}

    return { onTick, onIntervalClose } },
  },
  EaseOfMovement: {
    key: 'EaseOfMovement',
    group: 'Volume',
    name: "Ease of movement",
    description: "How far the median price moved, times the range of the bar, per 10,000 units of volume, averaged over the period; a bar without volume counts as 0.",
    reference: "R. W. Arms, \"Volume Cycles in the Stock Market\", 1983.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    source: "// Ease of movement\n// How far the median price moved, times the range of the bar, per 10,000 units of volume, averaged over the period;\n// a bar without volume counts as 0.\n// Source: R. W. Arms, \"Volume Cycles in the Stock Market\", 1983.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: simple(period), last: null }\n}\n\nfunction reading(how) {\n  if (state.last === null) return null\n  const move = (bar.high + bar.low) / 2 - state.last\n  const range = bar.high - bar.low\n  return state.average[how](bar.volume > 0 ? (move * range * 10_000) / bar.volume : 0)\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  state.last = (bar.high + bar.low) / 2\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Ease of movement
// How far the median price moved, times the range of the bar, per 10,000 units of volume, averaged over the period;
// a bar without volume counts as 0.
// Source: R. W. Arms, "Volume Cycles in the Stock Market", 1983.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: simple(period), last: null }
}

function reading(how) {
  if (state.last === null) return null
  const move = (bar.high + bar.low) / 2 - state.last
  const range = bar.high - bar.low
  return state.average[how](bar.volume > 0 ? (move * range * 10_000) / bar.volume : 0)
}

function onTick(period = 14) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = (bar.high + bar.low) / 2
  return value
}

    return { onTick, onIntervalClose } },
  },
  ForceIndex: {
    key: 'ForceIndex',
    group: 'Volume',
    name: "Force index",
    description: "The exponential average of the change of the close times the volume.",
    reference: "A. Elder, \"Trading for a Living\", 1993.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":13,"isWhole":true,"least":1}],
    firstValue: (period = 13) => period + 1,
    settled: (period = 13) => 8 * (period + 2),
    source: "// Force index\n// The exponential average of the change of the close times the volume.\n// Source: A. Elder, \"Trading for a Living\", 1993.\n// First value: bar period + 1. Settled after: 8 * (period + 2).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */\nfunction exponential(period) {\n  const weight = 2 / (period + 1)\n  let count = 0\n  let sum = 0\n  let last = null\n  function peek(value) {\n    if (last !== null) return last + weight * (value - last)\n    return count === period - 1 ? (sum + value) / period : null\n  }\n  function next(value) {\n    const result = peek(value)\n    if (last === null) {\n      count += 1\n      sum += value\n    }\n    last = result\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: exponential(period), last: null }\n}\n\nfunction reading(how) {\n  return state.last === null ? null : state.average[how]((bar.close - state.last) * bar.volume)\n}\n\nfunction onTick(period = 13) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 13) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Force index
// The exponential average of the change of the close times the volume.
// Source: A. Elder, "Trading for a Living", 1993.
// First value: bar period + 1. Settled after: 8 * (period + 2).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Starts from the plain average of its first values. `peek` tells what `next` would give, and changes nothing. */
function exponential(period) {
  const weight = 2 / (period + 1)
  let count = 0
  let sum = 0
  let last = null
  function peek(value) {
    if (last !== null) return last + weight * (value - last)
    return count === period - 1 ? (sum + value) / period : null
  }
  function next(value) {
    const result = peek(value)
    if (last === null) {
      count += 1
      sum += value
    }
    last = result
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: exponential(period), last: null }
}

function reading(how) {
  return state.last === null ? null : state.average[how]((bar.close - state.last) * bar.volume)
}

function onTick(period = 13) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 13) {
  if (state === null) state = start(period)
  const value = reading('next')
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  VolumeOscillator: {
    key: 'VolumeOscillator',
    group: 'Volume',
    name: "Volume oscillator",
    description: "The plain average of the volume over a few bars less that over many, in per cent of the latter; 0 without any volume.",
    reference: "S. B. Achelis, \"Technical Analysis from A to Z\", 2000.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":5,"isWhole":true,"least":1},{"name":"slow","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (fast = 5, slow = 10) => Math.max(fast, slow),
    settled: (fast = 5, slow = 10) => Math.max(fast, slow),
    source: "// Volume oscillator\n// The plain average of the volume over a few bars less that over many, in per cent of the latter; 0 without any\n// volume.\n// Source: S. B. Achelis, \"Technical Analysis from A to Z\", 2000.\n// First value: bar Math.max(fast, slow).\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(fast, slow) {\n  return { quick: simple(fast), calm: simple(slow) }\n}\n\nfunction reading(how) {\n  const quick = state.quick[how](bar.volume)\n  const calm = state.calm[how](bar.volume)\n  if (quick === null || calm === null) return null\n  return calm === 0 ? 0 : (100 * (quick - calm)) / calm\n}\n\nfunction onTick(fast = 5, slow = 10) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(fast = 5, slow = 10) {\n  if (state === null) state = start(fast, slow)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Volume oscillator
// The plain average of the volume over a few bars less that over many, in per cent of the latter; 0 without any
// volume.
// Source: S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar Math.max(fast, slow).
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(fast, slow) {
  return { quick: simple(fast), calm: simple(slow) }
}

function reading(how) {
  const quick = state.quick[how](bar.volume)
  const calm = state.calm[how](bar.volume)
  if (quick === null || calm === null) return null
  return calm === 0 ? 0 : (100 * (quick - calm)) / calm
}

function onTick(fast = 5, slow = 10) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(fast = 5, slow = 10) {
  if (state === null) state = start(fast, slow)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  VolumeAverage: {
    key: 'VolumeAverage',
    group: 'Volume',
    name: "Average volume",
    description: "The plain average of the volumes of the last bars.",
    reference: "common knowledge.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Average volume\n// The plain average of the volumes of the last bars.\n// Source: common knowledge.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\n/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */\nfunction simple(period) {\n  const window = ring(period)\n  function peek(value) {\n    if (window.count < period - 1) return null\n    let sum = value\n    for (let k = 0; k < period - 1; k++) sum += window.at(k)\n    return sum / period\n  }\n  function next(value) {\n    const result = peek(value)\n    window.push(value)\n    return result\n  }\n  return { peek, next }\n}\n\nfunction start(period) {\n  return { average: simple(period) }\n}\n\nfunction reading(how) {\n  return state.average[how](bar.volume)\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading('peek')\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading('next')\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Average volume
// The plain average of the volumes of the last bars.
// Source: common knowledge.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
let state = null

/** Plain average of the last values. `peek` tells what `next` would give, and changes nothing. */
function simple(period) {
  const window = ring(period)
  function peek(value) {
    if (window.count < period - 1) return null
    let sum = value
    for (let k = 0; k < period - 1; k++) sum += window.at(k)
    return sum / period
  }
  function next(value) {
    const result = peek(value)
    window.push(value)
    return result
  }
  return { peek, next }
}

function start(period) {
  return { average: simple(period) }
}

function reading(how) {
  return state.average[how](bar.volume)
}

function onTick(period = 20) {
  return state === null ? null : reading('peek')
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading('next')
  return value
}

    return { onTick, onIntervalClose } },
  },
  MarketFacilitationIndex: {
    key: 'MarketFacilitationIndex',
    group: 'Volume',
    name: "Market facilitation index",
    description: "The range of the bar per unit of volume; 0 without volume.",
    reference: "B. Williams, \"Trading Chaos\", 1995.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    source: "// Market facilitation index\n// The range of the bar per unit of volume; 0 without volume.\n// Source: B. Williams, \"Trading Chaos\", 1995.\n// First value: bar 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\n\nfunction ease() {\n  return bar.volume > 0 ? (bar.high - bar.low) / bar.volume : 0\n}\n\nfunction onTick() {\n  return ease()\n}\n\nfunction onIntervalClose() {\n  return ease()\n}\n",
    factory: function ({ bar, ring }) { // Market facilitation index
// The range of the bar per unit of volume; 0 without volume.
// Source: B. Williams, "Trading Chaos", 1995.
// First value: bar 1.
const pane = 'study'
const colors = ['#2962ff']

function ease() {
  return bar.volume > 0 ? (bar.high - bar.low) / bar.volume : 0
}

function onTick() {
  return ease()
}

function onIntervalClose() {
  return ease()
}

    return { onTick, onIntervalClose } },
  },
  WilliamsAD: {
    key: 'WilliamsAD',
    group: 'Volume',
    name: "Williams accumulation and distribution",
    description: "The running sum of how far rising closes are above the true low and falling ones below the true high; volume plays no part.",
    reference: "L. Williams, \"The Secret of Selecting Stocks\", 1972.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    source: "// Williams accumulation and distribution\n// The running sum of how far rising closes are above the true low and falling ones below the true high; volume plays\n// no part.\n// Source: L. Williams, \"The Secret of Selecting Stocks\", 1972.\n// First value: bar 2.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start() {\n  return { sum: 0, last: null }\n}\n\nfunction reading() {\n  if (state.last === null) return null\n  if (bar.close > state.last) return state.sum + bar.close - Math.min(bar.low, state.last)\n  return bar.close < state.last ? state.sum + bar.close - Math.max(bar.high, state.last) : state.sum\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  if (value !== null) state.sum = value\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Williams accumulation and distribution
// The running sum of how far rising closes are above the true low and falling ones below the true high; volume plays
// no part.
// Source: L. Williams, "The Secret of Selecting Stocks", 1972.
// First value: bar 2.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start() {
  return { sum: 0, last: null }
}

function reading() {
  if (state.last === null) return null
  if (bar.close > state.last) return state.sum + bar.close - Math.min(bar.low, state.last)
  return bar.close < state.last ? state.sum + bar.close - Math.max(bar.high, state.last) : state.sum
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  if (value !== null) state.sum = value
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  LinearRegression: {
    key: 'LinearRegression',
    group: 'Statistics',
    name: "Linear regression",
    description: "The straight line that fits the last closes best: its end at the present bar, its slope per bar and the part of the variance that it explains (0 to 1).",
    reference: "method of least squares; as in TA-Lib (LINEARREG, LINEARREG_SLOPE).",
    pane: 'overlay',
    outputs: ["value","slope","fit"],
    colors: ["#2962ff","#ff6d00","#26a69a"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    source: "// Linear regression\n// The straight line that fits the last closes best: its end at the present bar, its slope per bar and the part of\n// the variance that it explains (0 to 1).\n// Source: method of least squares; as in TA-Lib (LINEARREG, LINEARREG_SLOPE).\n// First value: bar period.\nconst pane = 'overlay'\nconst outputs = ['value', 'slope', 'fit']\nconst colors = ['#2962ff', '#ff6d00', '#26a69a']\nconst least = { period: 2 }\nlet state = null\n\n/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */\nfunction line(closes, period) {\n  const middle = (period - 1) / 2\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let slope = middle * (bar.close - mean)\n  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)\n  slope *= 12 / (period * (period * period - 1))\n  return { slope, start: mean - slope * middle, end: mean + slope * middle }\n}\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period - 1) return null\n  const { slope, start, end } = line(state.closes, period)\n  const mean = (start + end) / 2\n  let squares = (bar.close - mean) ** 2\n  let left = (bar.close - end) ** 2\n  for (let k = 0; k < period - 1; k++) {\n    squares += (state.closes.at(k) - mean) ** 2\n    left += (state.closes.at(k) - start - slope * (period - 2 - k)) ** 2\n  }\n  return { value: end, slope, fit: squares === 0 ? 0 : Math.max(0, 1 - left / squares) }\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Linear regression
// The straight line that fits the last closes best: its end at the present bar, its slope per bar and the part of
// the variance that it explains (0 to 1).
// Source: method of least squares; as in TA-Lib (LINEARREG, LINEARREG_SLOPE).
// First value: bar period.
const pane = 'overlay'
const outputs = ['value', 'slope', 'fit']
const colors = ['#2962ff', '#ff6d00', '#26a69a']
const least = { period: 2 }
let state = null

/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */
function line(closes, period) {
  const middle = (period - 1) / 2
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let slope = middle * (bar.close - mean)
  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)
  slope *= 12 / (period * (period * period - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period - 1) return null
  const { slope, start, end } = line(state.closes, period)
  const mean = (start + end) / 2
  let squares = (bar.close - mean) ** 2
  let left = (bar.close - end) ** 2
  for (let k = 0; k < period - 1; k++) {
    squares += (state.closes.at(k) - mean) ** 2
    left += (state.closes.at(k) - start - slope * (period - 2 - k)) ** 2
  }
  return { value: end, slope, fit: squares === 0 ? 0 : Math.max(0, 1 - left / squares) }
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  LinearRegressionSlope: {
    key: 'LinearRegressionSlope',
    group: 'Statistics',
    name: "Linear regression slope",
    description: "How much the straight line that fits the last closes best rises per bar.",
    reference: "method of least squares; as in TA-Lib (LINEARREG_SLOPE).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    source: "// Linear regression slope\n// How much the straight line that fits the last closes best rises per bar.\n// Source: method of least squares; as in TA-Lib (LINEARREG_SLOPE).\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */\nfunction line(closes, period) {\n  const middle = (period - 1) / 2\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let slope = middle * (bar.close - mean)\n  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)\n  slope *= 12 / (period * (period * period - 1))\n  return { slope, start: mean - slope * middle, end: mean + slope * middle }\n}\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period - 1) return null\n  return line(state.closes, period).slope\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Linear regression slope
// How much the straight line that fits the last closes best rises per bar.
// Source: method of least squares; as in TA-Lib (LINEARREG_SLOPE).
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */
function line(closes, period) {
  const middle = (period - 1) / 2
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let slope = middle * (bar.close - mean)
  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)
  slope *= 12 / (period * (period * period - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period - 1) return null
  return line(state.closes, period).slope
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  LinearRegressionIntercept: {
    key: 'LinearRegressionIntercept',
    group: 'Statistics',
    name: "Linear regression intercept",
    description: "Where the straight line that fits the last closes best starts, at the oldest bar of the window.",
    reference: "method of least squares; as in TA-Lib (LINEARREG_INTERCEPT).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    source: "// Linear regression intercept\n// Where the straight line that fits the last closes best starts, at the oldest bar of the window.\n// Source: method of least squares; as in TA-Lib (LINEARREG_INTERCEPT).\n// First value: bar period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */\nfunction line(closes, period) {\n  const middle = (period - 1) / 2\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let slope = middle * (bar.close - mean)\n  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)\n  slope *= 12 / (period * (period * period - 1))\n  return { slope, start: mean - slope * middle, end: mean + slope * middle }\n}\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period - 1) return null\n  return line(state.closes, period).start\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Linear regression intercept
// Where the straight line that fits the last closes best starts, at the oldest bar of the window.
// Source: method of least squares; as in TA-Lib (LINEARREG_INTERCEPT).
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */
function line(closes, period) {
  const middle = (period - 1) / 2
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let slope = middle * (bar.close - mean)
  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)
  slope *= 12 / (period * (period * period - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period - 1) return null
  return line(state.closes, period).start
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  TimeSeriesForecast: {
    key: 'TimeSeriesForecast',
    group: 'Statistics',
    name: "Time series forecast",
    description: "Where the straight line that fits the last closes best will be at the next bar.",
    reference: "method of least squares; as in TA-Lib (TSF).",
    pane: 'overlay',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    source: "// Time series forecast\n// Where the straight line that fits the last closes best will be at the next bar.\n// Source: method of least squares; as in TA-Lib (TSF).\n// First value: bar period.\nconst pane = 'overlay'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */\nfunction line(closes, period) {\n  const middle = (period - 1) / 2\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let slope = middle * (bar.close - mean)\n  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)\n  slope *= 12 / (period * (period * period - 1))\n  return { slope, start: mean - slope * middle, end: mean + slope * middle }\n}\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period - 1) return null\n  const { slope, end } = line(state.closes, period)\n  return end + slope\n}\n\nfunction onTick(period = 14) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 14) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Time series forecast
// Where the straight line that fits the last closes best will be at the next bar.
// Source: method of least squares; as in TA-Lib (TSF).
// First value: bar period.
const pane = 'overlay'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Straight line of least squares through the last closes, the present one among them; x is 0 at the oldest. */
function line(closes, period) {
  const middle = (period - 1) / 2
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let slope = middle * (bar.close - mean)
  for (let k = 0; k < period - 1; k++) slope += (period - 2 - k - middle) * (closes.at(k) - mean)
  slope *= 12 / (period * (period * period - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period - 1) return null
  const { slope, end } = line(state.closes, period)
  return end + slope
}

function onTick(period = 14) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 14) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Correlation: {
    key: 'Correlation',
    group: 'Statistics',
    name: "Correlation of close and volume",
    description: "Pearson's correlation of the closes and the volumes of the window, from -1 to 1; 0 where one of them does not vary.",
    reference: "K. Pearson, 1895; as in TA-Lib (CORREL).",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Correlation of close and volume\n// Pearson's correlation of the closes and the volumes of the window, from -1 to 1; 0 where one of them does not\n// vary.\n// Source: K. Pearson, 1895; as in TA-Lib (CORREL).\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\n/** Pearson's correlation of two windows, the present values first; 0 where one of them does not vary. */\nfunction correlation(x, xs, y, ys, period) {\n  let [meanX, meanY] = [x, y]\n  for (let k = 0; k < period - 1; k++) {\n    meanX += xs.at(k)\n    meanY += ys.at(k)\n  }\n  meanX /= period\n  meanY /= period\n  let [both, squareX, squareY] = [(x - meanX) * (y - meanY), (x - meanX) ** 2, (y - meanY) ** 2]\n  for (let k = 0; k < period - 1; k++) {\n    const [differenceX, differenceY] = [xs.at(k) - meanX, ys.at(k) - meanY]\n    both += differenceX * differenceY\n    squareX += differenceX * differenceX\n    squareY += differenceY * differenceY\n  }\n  const size = Math.sqrt(squareX * squareY)\n  return size === 0 ? 0 : Math.min(1, Math.max(-1, both / size))\n}\n\nfunction start(period) {\n  return { closes: ring(period), volumes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period - 1) return null\n  return correlation(bar.close, state.closes, bar.volume, state.volumes, period)\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  state.volumes.push(bar.volume)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Correlation of close and volume
// Pearson's correlation of the closes and the volumes of the window, from -1 to 1; 0 where one of them does not
// vary.
// Source: K. Pearson, 1895; as in TA-Lib (CORREL).
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

/** Pearson's correlation of two windows, the present values first; 0 where one of them does not vary. */
function correlation(x, xs, y, ys, period) {
  let [meanX, meanY] = [x, y]
  for (let k = 0; k < period - 1; k++) {
    meanX += xs.at(k)
    meanY += ys.at(k)
  }
  meanX /= period
  meanY /= period
  let [both, squareX, squareY] = [(x - meanX) * (y - meanY), (x - meanX) ** 2, (y - meanY) ** 2]
  for (let k = 0; k < period - 1; k++) {
    const [differenceX, differenceY] = [xs.at(k) - meanX, ys.at(k) - meanY]
    both += differenceX * differenceY
    squareX += differenceX * differenceX
    squareY += differenceY * differenceY
  }
  const size = Math.sqrt(squareX * squareY)
  return size === 0 ? 0 : Math.min(1, Math.max(-1, both / size))
}

function start(period) {
  return { closes: ring(period), volumes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period - 1) return null
  return correlation(bar.close, state.closes, bar.volume, state.volumes, period)
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  state.volumes.push(bar.volume)
  return value
}

    return { onTick, onIntervalClose } },
  },
  CorrelationTrend: {
    key: 'CorrelationTrend',
    group: 'Statistics',
    name: "Correlation trend",
    description: "Pearson's correlation of the closes with a straight rising line: 1 is a straight rise, -1 a straight fall.",
    reference: "J. F. Ehlers, \"Correlation as a Trend Indicator\", Stocks & Commodities 2020.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Correlation trend\n// Pearson's correlation of the closes with a straight rising line: 1 is a straight rise, -1 a straight fall.\n// Source: J. F. Ehlers, \"Correlation as a Trend Indicator\", Stocks & Commodities 2020.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  const middle = (period - 1) / 2\n  let both = middle * (bar.close - mean)\n  let squares = (bar.close - mean) ** 2\n  for (let k = 0; k < period - 1; k++) {\n    both += (middle - 1 - k) * (closes.at(k) - mean)\n    squares += (closes.at(k) - mean) ** 2\n  }\n  const steps = (period * (period * period - 1)) / 12\n  return squares === 0 ? 0 : Math.min(1, Math.max(-1, both / Math.sqrt(squares * steps)))\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Correlation trend
// Pearson's correlation of the closes with a straight rising line: 1 is a straight rise, -1 a straight fall.
// Source: J. F. Ehlers, "Correlation as a Trend Indicator", Stocks & Commodities 2020.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  const middle = (period - 1) / 2
  let both = middle * (bar.close - mean)
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) {
    both += (middle - 1 - k) * (closes.at(k) - mean)
    squares += (closes.at(k) - mean) ** 2
  }
  const steps = (period * (period * period - 1)) / 12
  return squares === 0 ? 0 : Math.min(1, Math.max(-1, both / Math.sqrt(squares * steps)))
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Autocorrelation: {
    key: 'Autocorrelation',
    group: 'Statistics',
    name: "Autocorrelation of changes",
    description: "How the changes of the close go with those a number of bars before, from -1 to 1, in the form of the sample autocorrelation; 0 where nothing moves.",
    reference: "G. E. P. Box and G. M. Jenkins, \"Time Series Analysis\", 1970.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":50,"isWhole":true,"least":3},{"name":"lag","defaultValue":1,"isWhole":true,"least":1}],
    firstValue: (period = 50, lag = 1) => period + 1,
    settled: (period = 50, lag = 1) => period + 1,
    source: "// Autocorrelation of changes\n// How the changes of the close go with those a number of bars before, from -1 to 1, in the form of the sample\n// autocorrelation; 0 where nothing moves.\n// Source: G. E. P. Box and G. M. Jenkins, \"Time Series Analysis\", 1970.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 3 }\nlet state = null\n\nfunction start(period) {\n  return { changes: ring(period), last: null }\n}\n\nfunction reading(period, lag) {\n  const { changes } = state\n  if (state.last === null || changes.count < period - 1) return null\n  const change = bar.close - state.last\n  let mean = change\n  for (let k = 0; k < period - 1; k++) mean += changes.at(k)\n  mean /= period\n  let squares = (change - mean) ** 2\n  let both = 0\n  let newer = change\n  for (let k = 0; k < period - 1; k++) {\n    squares += (changes.at(k) - mean) ** 2\n    if (k + 1 < lag) continue\n    newer = k + 1 === lag ? change : changes.at(k - lag)\n    both += (newer - mean) * (changes.at(k) - mean)\n  }\n  return squares === 0 ? 0 : both / squares\n}\n\nfunction onTick(period = 50, lag = 1) {\n  return state === null ? null : reading(period, lag)\n}\n\nfunction onIntervalClose(period = 50, lag = 1) {\n  if (state === null) state = start(period)\n  const value = reading(period, lag)\n  if (state.last !== null) state.changes.push(bar.close - state.last)\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Autocorrelation of changes
// How the changes of the close go with those a number of bars before, from -1 to 1, in the form of the sample
// autocorrelation; 0 where nothing moves.
// Source: G. E. P. Box and G. M. Jenkins, "Time Series Analysis", 1970.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 3 }
let state = null

function start(period) {
  return { changes: ring(period), last: null }
}

function reading(period, lag) {
  const { changes } = state
  if (state.last === null || changes.count < period - 1) return null
  const change = bar.close - state.last
  let mean = change
  for (let k = 0; k < period - 1; k++) mean += changes.at(k)
  mean /= period
  let squares = (change - mean) ** 2
  let both = 0
  let newer = change
  for (let k = 0; k < period - 1; k++) {
    squares += (changes.at(k) - mean) ** 2
    if (k + 1 < lag) continue
    newer = k + 1 === lag ? change : changes.at(k - lag)
    both += (newer - mean) * (changes.at(k) - mean)
  }
  return squares === 0 ? 0 : both / squares
}

function onTick(period = 50, lag = 1) {
  return state === null ? null : reading(period, lag)
}

function onIntervalClose(period = 50, lag = 1) {
  if (state === null) state = start(period)
  const value = reading(period, lag)
  if (state.last !== null) state.changes.push(bar.close - state.last)
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  ZScore: {
    key: 'ZScore',
    group: 'Statistics',
    name: "Z-score of closes",
    description: "How many standard deviations of the whole window the close is from the average of the window; 0 where nothing moves.",
    reference: "common knowledge.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    source: "// Z-score of closes\n// How many standard deviations of the whole window the close is from the average of the window; 0 where nothing\n// moves.\n// Source: common knowledge.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 2 }\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let squares = (bar.close - mean) ** 2\n  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2\n  return squares === 0 ? 0 : (bar.close - mean) / Math.sqrt(squares / period)\n}\n\nfunction onTick(period = 20) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 20) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Z-score of closes
// How many standard deviations of the whole window the close is from the average of the window; 0 where nothing
// moves.
// Source: common knowledge.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 2 }
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - mean) ** 2
  return squares === 0 ? 0 : (bar.close - mean) / Math.sqrt(squares / period)
}

function onTick(period = 20) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 20) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Skewness: {
    key: 'Skewness',
    group: 'Statistics',
    name: "Skewness of closes",
    description: "Which side of their average the closes reach out to, of the whole window; 0 where nothing moves.",
    reference: "K. Pearson, 1895 and 1905.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":30,"isWhole":true,"least":3}],
    firstValue: (period = 30) => period,
    settled: (period = 30) => period,
    source: "// Skewness of closes\n// Which side of their average the closes reach out to, of the whole window; 0 where nothing moves.\n// Source: K. Pearson, 1895 and 1905.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 3 }\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let squares = (bar.close - mean) ** 2\n  let powers = (bar.close - mean) ** 3\n  for (let k = 0; k < period - 1; k++) {\n    squares += (closes.at(k) - mean) ** 2\n    powers += (closes.at(k) - mean) ** 3\n  }\n  return squares === 0 ? 0 : powers / period / (squares / period) ** 1.5\n}\n\nfunction onTick(period = 30) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 30) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Skewness of closes
// Which side of their average the closes reach out to, of the whole window; 0 where nothing moves.
// Source: K. Pearson, 1895 and 1905.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 3 }
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  let powers = (bar.close - mean) ** 3
  for (let k = 0; k < period - 1; k++) {
    squares += (closes.at(k) - mean) ** 2
    powers += (closes.at(k) - mean) ** 3
  }
  return squares === 0 ? 0 : powers / period / (squares / period) ** 1.5
}

function onTick(period = 30) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 30) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Kurtosis: {
    key: 'Kurtosis',
    group: 'Statistics',
    name: "Excess kurtosis of closes",
    description: "How much of the deviation comes from few far closes, of the whole window, less the 3 of a normal distribution; 0 where nothing moves.",
    reference: "K. Pearson, 1895 and 1905.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":30,"isWhole":true,"least":3}],
    firstValue: (period = 30) => period,
    settled: (period = 30) => period,
    source: "// Excess kurtosis of closes\n// How much of the deviation comes from few far closes, of the whole window, less the 3 of a normal distribution; 0\n// where nothing moves.\n// Source: K. Pearson, 1895 and 1905.\n// First value: bar period.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 3 }\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  const { closes } = state\n  if (closes.count < period - 1) return null\n  let mean = bar.close\n  for (let k = 0; k < period - 1; k++) mean += closes.at(k)\n  mean /= period\n  let squares = (bar.close - mean) ** 2\n  let powers = (bar.close - mean) ** 4\n  for (let k = 0; k < period - 1; k++) {\n    squares += (closes.at(k) - mean) ** 2\n    powers += (closes.at(k) - mean) ** 4\n  }\n  return squares === 0 ? 0 : powers / period / (squares / period) ** 2 - 3\n}\n\nfunction onTick(period = 30) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 30) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Excess kurtosis of closes
// How much of the deviation comes from few far closes, of the whole window, less the 3 of a normal distribution; 0
// where nothing moves.
// Source: K. Pearson, 1895 and 1905.
// First value: bar period.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 3 }
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  const { closes } = state
  if (closes.count < period - 1) return null
  let mean = bar.close
  for (let k = 0; k < period - 1; k++) mean += closes.at(k)
  mean /= period
  let squares = (bar.close - mean) ** 2
  let powers = (bar.close - mean) ** 4
  for (let k = 0; k < period - 1; k++) {
    squares += (closes.at(k) - mean) ** 2
    powers += (closes.at(k) - mean) ** 4
  }
  return squares === 0 ? 0 : powers / period / (squares / period) ** 2 - 3
}

function onTick(period = 30) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 30) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  PercentRank: {
    key: 'PercentRank',
    group: 'Statistics',
    name: "Per cent rank of closes",
    description: "How many per cent of the closes before the present one, within the period, are below it.",
    reference: "common knowledge.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":100,"isWhole":true,"least":1}],
    firstValue: (period = 100) => period + 1,
    settled: (period = 100) => period + 1,
    source: "// Per cent rank of closes\n// How many per cent of the closes before the present one, within the period, are below it.\n// Source: common knowledge.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nlet state = null\n\nfunction start(period) {\n  return { closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (!state.closes.full) return null\n  let lower = 0\n  for (let k = 0; k < period; k++) if (state.closes.at(k) < bar.close) lower += 1\n  return (100 * lower) / period\n}\n\nfunction onTick(period = 100) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 100) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Per cent rank of closes
// How many per cent of the closes before the present one, within the period, are below it.
// Source: common knowledge.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
let state = null

function start(period) {
  return { closes: ring(period) }
}

function reading(period) {
  if (!state.closes.full) return null
  let lower = 0
  for (let k = 0; k < period; k++) if (state.closes.at(k) < bar.close) lower += 1
  return (100 * lower) / period
}

function onTick(period = 100) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 100) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Hurst: {
    key: 'Hurst',
    group: 'Statistics',
    name: "Hurst exponent",
    description: "Rescaled range analysis of the logarithmic changes of the close over the whole window, its halves, quarters and eighths: about 0.5 for a random walk, more in trends, less in ranges. It is too high by about 0.05 to 0.1 in short windows; 0.5 where nothing moves.",
    reference: "H. E. Hurst, \"Long-term Storage Capacity of Reservoirs\", 1951; E. E. Peters, \"Fractal Market Analysis\", 1994.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#2962ff"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":128,"isWhole":true,"least":32}],
    firstValue: (period = 128) => period + 1,
    settled: (period = 128) => period + 1,
    source: "// Hurst exponent\n// Rescaled range analysis of the logarithmic changes of the close over the whole window, its halves, quarters and\n// eighths: about 0.5 for a random walk, more in trends, less in ranges. It is too high by about 0.05 to 0.1 in short\n// windows; 0.5 where nothing moves.\n// Source: H. E. Hurst, \"Long-term Storage Capacity of Reservoirs\", 1951; E. E. Peters, \"Fractal Market Analysis\",\n// 1994.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#2962ff']\nconst least = { period: 32 }\nlet state = null\n\nfunction changeNow() {\n  return state.last > 0 && bar.close > 0 ? Math.log(bar.close / state.last) : 0\n}\n\n/** Range of the running sum of deviations over their standard deviation, of `size` changes that end `from` back. */\nfunction rescaledRange(changes, from, size) {\n  let mean = 0\n  for (let k = from; k < from + size; k++) mean += changes[k]\n  mean /= size\n  let [sum, highest, lowest, squares] = [0, 0, 0, 0]\n  for (let k = from + size - 1; k >= from; k--) {\n    sum += changes[k] - mean\n    highest = Math.max(highest, sum)\n    lowest = Math.min(lowest, sum)\n    squares += (changes[k] - mean) ** 2\n  }\n  return squares === 0 ? null : (highest - lowest) / Math.sqrt(squares / size)\n}\n\n/** Average of the rescaled ranges of `parts` pieces of the window. */\nfunction averageRange(changes, parts) {\n  const size = Math.floor(changes.length / parts)\n  let [sum, count] = [0, 0]\n  for (let part = 0; part < parts; part++) {\n    const range = rescaledRange(changes, part * size, size)\n    if (range === null || range <= 0) continue\n    sum += range\n    count += 1\n  }\n  return count === 0 ? null : sum / count\n}\n\nfunction start(period) {\n  return { changes: ring(period), last: null }\n}\n\nfunction reading(period) {\n  if (state.last === null || state.changes.count < period - 1) return null\n  const changes = [changeNow()]\n  for (let k = 0; k < period - 1; k++) changes.push(state.changes.at(k))\n  const points = []\n  for (const parts of [1, 2, 4, 8]) {\n    const range = averageRange(changes, parts)\n    if (range !== null) points.push({ x: Math.log(Math.floor(period / parts)), y: Math.log(range) })\n  }\n  if (points.length < 2) return 0.5\n  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length\n  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length\n  const both = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)\n  return both / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)\n}\n\nfunction onTick(period = 128) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 128) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  if (state.last !== null) state.changes.push(changeNow())\n  state.last = bar.close\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Hurst exponent
// Rescaled range analysis of the logarithmic changes of the close over the whole window, its halves, quarters and
// eighths: about 0.5 for a random walk, more in trends, less in ranges. It is too high by about 0.05 to 0.1 in short
// windows; 0.5 where nothing moves.
// Source: H. E. Hurst, "Long-term Storage Capacity of Reservoirs", 1951; E. E. Peters, "Fractal Market Analysis",
// 1994.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#2962ff']
const least = { period: 32 }
let state = null

function changeNow() {
  return state.last > 0 && bar.close > 0 ? Math.log(bar.close / state.last) : 0
}

/** Range of the running sum of deviations over their standard deviation, of `size` changes that end `from` back. */
function rescaledRange(changes, from, size) {
  let mean = 0
  for (let k = from; k < from + size; k++) mean += changes[k]
  mean /= size
  let [sum, highest, lowest, squares] = [0, 0, 0, 0]
  for (let k = from + size - 1; k >= from; k--) {
    sum += changes[k] - mean
    highest = Math.max(highest, sum)
    lowest = Math.min(lowest, sum)
    squares += (changes[k] - mean) ** 2
  }
  return squares === 0 ? null : (highest - lowest) / Math.sqrt(squares / size)
}

/** Average of the rescaled ranges of `parts` pieces of the window. */
function averageRange(changes, parts) {
  const size = Math.floor(changes.length / parts)
  let [sum, count] = [0, 0]
  for (let part = 0; part < parts; part++) {
    const range = rescaledRange(changes, part * size, size)
    if (range === null || range <= 0) continue
    sum += range
    count += 1
  }
  return count === 0 ? null : sum / count
}

function start(period) {
  return { changes: ring(period), last: null }
}

function reading(period) {
  if (state.last === null || state.changes.count < period - 1) return null
  const changes = [changeNow()]
  for (let k = 0; k < period - 1; k++) changes.push(state.changes.at(k))
  const points = []
  for (const parts of [1, 2, 4, 8]) {
    const range = averageRange(changes, parts)
    if (range !== null) points.push({ x: Math.log(Math.floor(period / parts)), y: Math.log(range) })
  }
  if (points.length < 2) return 0.5
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length
  const both = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return both / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
}

function onTick(period = 128) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 128) {
  if (state === null) state = start(period)
  const value = reading(period)
  if (state.last !== null) state.changes.push(changeNow())
  state.last = bar.close
  return value
}

    return { onTick, onIntervalClose } },
  },
  PivotPoints: {
    key: 'PivotPoints',
    group: 'Levels and swings',
    name: "Pivot points",
    description: "Support and resistance of the day from high, low and close of the day before. Days begin at 00:00 UTC; a day without bars is passed over. There is no value before one whole day has passed.",
    reference: "common knowledge, for example J. L. Person, \"A Complete Guide to Technical Trading Tactics\", 2004.",
    pane: 'overlay',
    outputs: ["pivot","r1","r2","r3","s1","s2","s3"],
    colors: ["#ff6d00","#f23645","#b71c1c","#880e4f","#089981","#00695c","#1b5e20"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2880,
    source: "// Pivot points\n// Support and resistance of the day from high, low and close of the day before. Days begin at 00:00 UTC; a day\n// without bars is passed over. There is no value before one whole day has passed.\n// Source: common knowledge, for example J. L. Person, \"A Complete Guide to Technical Trading Tactics\", 2004.\n// First value: bar 2. Settled after: 2880.\nconst pane = 'overlay'\nconst outputs = ['pivot', 'r1', 'r2', 'r3', 's1', 's2', 's3']\nconst colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#089981', '#00695c', '#1b5e20']\nlet state = null\n\n/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */\nfunction days() {\n  const day = Math.floor(bar.time / 86_400_000)\n  if (day === state.day) {\n    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }\n  }\n  const isFirst = state.day !== state.day\n  // The day that the data begins in is not whole, unless it begins at midnight.\n  const isWhole = !isFirst && state.isWhole\n  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null\n  const begins = !isFirst || bar.time % 86_400_000 === 0\n  return { day, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }\n}\n\nfunction start() {\n  return { day: NaN, high: 0, low: 0, close: 0, isWhole: false, past: null }\n}\n\nfunction reading() {\n  const { past } = days()\n  if (past === null) return null\n  const { high, low, close } = past\n  const pivot = (high + low + close) / 3\n  return {\n    pivot,\n    r1: 2 * pivot - low,\n    r2: pivot + high - low,\n    r3: high + 2 * (pivot - low),\n    s1: 2 * pivot - high,\n    s2: pivot - high + low,\n    s3: low - 2 * (high - pivot),\n  }\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  Object.assign(state, days())\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Pivot points
// Support and resistance of the day from high, low and close of the day before. Days begin at 00:00 UTC; a day
// without bars is passed over. There is no value before one whole day has passed.
// Source: common knowledge, for example J. L. Person, "A Complete Guide to Technical Trading Tactics", 2004.
// First value: bar 2. Settled after: 2880.
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 'r3', 's1', 's2', 's3']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#089981', '#00695c', '#1b5e20']
let state = null

/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
  // The day that the data begins in is not whole, unless it begins at midnight.
  const isWhole = !isFirst && state.isWhole
  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null
  const begins = !isFirst || bar.time % 86_400_000 === 0
  return { day, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }
}

function start() {
  return { day: NaN, high: 0, low: 0, close: 0, isWhole: false, past: null }
}

function reading() {
  const { past } = days()
  if (past === null) return null
  const { high, low, close } = past
  const pivot = (high + low + close) / 3
  return {
    pivot,
    r1: 2 * pivot - low,
    r2: pivot + high - low,
    r3: high + 2 * (pivot - low),
    s1: 2 * pivot - high,
    s2: pivot - high + low,
    s3: low - 2 * (high - pivot),
  }
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  Object.assign(state, days())
  return value
}

    return { onTick, onIntervalClose } },
  },
  FibonacciPivots: {
    key: 'FibonacciPivots',
    group: 'Levels and swings',
    name: "Fibonacci pivot points",
    description: "Support and resistance of the day at 0.382, 0.618 and 1 times the range of the day before from its typical price. Days begin at 00:00 UTC; a day without bars is passed over. There is no value before one whole day has passed.",
    reference: "common knowledge.",
    pane: 'overlay',
    outputs: ["pivot","r1","r2","r3","s1","s2","s3"],
    colors: ["#ff6d00","#f23645","#b71c1c","#880e4f","#089981","#00695c","#1b5e20"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2880,
    source: "// Fibonacci pivot points\n// Support and resistance of the day at 0.382, 0.618 and 1 times the range of the day before from its typical price.\n// Days begin at 00:00 UTC; a day without bars is passed over. There is no value before one whole day has passed.\n// Source: common knowledge.\n// First value: bar 2. Settled after: 2880.\nconst pane = 'overlay'\nconst outputs = ['pivot', 'r1', 'r2', 'r3', 's1', 's2', 's3']\nconst colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#089981', '#00695c', '#1b5e20']\nlet state = null\n\n/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */\nfunction days() {\n  const day = Math.floor(bar.time / 86_400_000)\n  if (day === state.day) {\n    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }\n  }\n  const isFirst = state.day !== state.day\n  // The day that the data begins in is not whole, unless it begins at midnight.\n  const isWhole = !isFirst && state.isWhole\n  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null\n  const begins = !isFirst || bar.time % 86_400_000 === 0\n  return { day, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }\n}\n\nfunction start() {\n  return { day: NaN, high: 0, low: 0, close: 0, isWhole: false, past: null }\n}\n\nfunction reading() {\n  const { past } = days()\n  if (past === null) return null\n  const { high, low, close } = past\n  const pivot = (high + low + close) / 3\n  const range = high - low\n  return {\n    pivot,\n    r1: pivot + 0.382 * range,\n    r2: pivot + 0.618 * range,\n    r3: pivot + range,\n    s1: pivot - 0.382 * range,\n    s2: pivot - 0.618 * range,\n    s3: pivot - range,\n  }\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  Object.assign(state, days())\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Fibonacci pivot points
// Support and resistance of the day at 0.382, 0.618 and 1 times the range of the day before from its typical price.
// Days begin at 00:00 UTC; a day without bars is passed over. There is no value before one whole day has passed.
// Source: common knowledge.
// First value: bar 2. Settled after: 2880.
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 'r3', 's1', 's2', 's3']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#089981', '#00695c', '#1b5e20']
let state = null

/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
  // The day that the data begins in is not whole, unless it begins at midnight.
  const isWhole = !isFirst && state.isWhole
  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null
  const begins = !isFirst || bar.time % 86_400_000 === 0
  return { day, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }
}

function start() {
  return { day: NaN, high: 0, low: 0, close: 0, isWhole: false, past: null }
}

function reading() {
  const { past } = days()
  if (past === null) return null
  const { high, low, close } = past
  const pivot = (high + low + close) / 3
  const range = high - low
  return {
    pivot,
    r1: pivot + 0.382 * range,
    r2: pivot + 0.618 * range,
    r3: pivot + range,
    s1: pivot - 0.382 * range,
    s2: pivot - 0.618 * range,
    s3: pivot - range,
  }
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  Object.assign(state, days())
  return value
}

    return { onTick, onIntervalClose } },
  },
  CamarillaPivots: {
    key: 'CamarillaPivots',
    group: 'Levels and swings',
    name: "Camarilla pivot points",
    description: "Four levels on either side of the close of the day before at 1.1 times parts of its range. Days begin at 00:00 UTC; a day without bars is passed over. There is no value before one whole day has passed.",
    reference: "N. Scott, the Camarilla equation, 1989.",
    pane: 'overlay',
    outputs: ["pivot","r1","r2","r3","r4","s1","s2","s3","s4"],
    colors: ["#ff6d00","#f23645","#b71c1c","#880e4f","#4a148c","#089981","#00695c","#1b5e20","#33691e"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2880,
    source: "// Camarilla pivot points\n// Four levels on either side of the close of the day before at 1.1 times parts of its range. Days begin at 00:00\n// UTC; a day without bars is passed over. There is no value before one whole day has passed.\n// Source: N. Scott, the Camarilla equation, 1989.\n// First value: bar 2. Settled after: 2880.\nconst pane = 'overlay'\nconst outputs = ['pivot', 'r1', 'r2', 'r3', 'r4', 's1', 's2', 's3', 's4']\nconst colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#4a148c', '#089981', '#00695c', '#1b5e20', '#33691e']\nlet state = null\n\n/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */\nfunction days() {\n  const day = Math.floor(bar.time / 86_400_000)\n  if (day === state.day) {\n    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }\n  }\n  const isFirst = state.day !== state.day\n  // The day that the data begins in is not whole, unless it begins at midnight.\n  const isWhole = !isFirst && state.isWhole\n  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null\n  const begins = !isFirst || bar.time % 86_400_000 === 0\n  return { day, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }\n}\n\nfunction start() {\n  return { day: NaN, high: 0, low: 0, close: 0, isWhole: false, past: null }\n}\n\nfunction reading() {\n  const { past } = days()\n  if (past === null) return null\n  const { high, low, close } = past\n  const part = (1.1 * (high - low)) / 12\n  return {\n    pivot: (high + low + close) / 3,\n    r1: close + part,\n    r2: close + 2 * part,\n    r3: close + 3 * part,\n    r4: close + 6 * part,\n    s1: close - part,\n    s2: close - 2 * part,\n    s3: close - 3 * part,\n    s4: close - 6 * part,\n  }\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  Object.assign(state, days())\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Camarilla pivot points
// Four levels on either side of the close of the day before at 1.1 times parts of its range. Days begin at 00:00
// UTC; a day without bars is passed over. There is no value before one whole day has passed.
// Source: N. Scott, the Camarilla equation, 1989.
// First value: bar 2. Settled after: 2880.
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 'r3', 'r4', 's1', 's2', 's3', 's4']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#880e4f', '#4a148c', '#089981', '#00695c', '#1b5e20', '#33691e']
let state = null

/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
  // The day that the data begins in is not whole, unless it begins at midnight.
  const isWhole = !isFirst && state.isWhole
  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null
  const begins = !isFirst || bar.time % 86_400_000 === 0
  return { day, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }
}

function start() {
  return { day: NaN, high: 0, low: 0, close: 0, isWhole: false, past: null }
}

function reading() {
  const { past } = days()
  if (past === null) return null
  const { high, low, close } = past
  const part = (1.1 * (high - low)) / 12
  return {
    pivot: (high + low + close) / 3,
    r1: close + part,
    r2: close + 2 * part,
    r3: close + 3 * part,
    r4: close + 6 * part,
    s1: close - part,
    s2: close - 2 * part,
    s3: close - 3 * part,
    s4: close - 6 * part,
  }
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  Object.assign(state, days())
  return value
}

    return { onTick, onIntervalClose } },
  },
  WoodiePivots: {
    key: 'WoodiePivots',
    group: 'Levels and swings',
    name: "Woodie pivot points",
    description: "Support and resistance of the day from high and low of the day before and the open of the present day, which counts twice. Days begin at 00:00 UTC; a day without bars is passed over. There is no value before one whole day has passed.",
    reference: "K. Wood, \"Woodie's pivots\", about 2000.",
    pane: 'overlay',
    outputs: ["pivot","r1","r2","s1","s2"],
    colors: ["#ff6d00","#f23645","#b71c1c","#089981","#00695c"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2880,
    source: "// Woodie pivot points\n// Support and resistance of the day from high and low of the day before and the open of the present day, which\n// counts twice. Days begin at 00:00 UTC; a day without bars is passed over. There is no value before one whole day\n// has passed.\n// Source: K. Wood, \"Woodie's pivots\", about 2000.\n// First value: bar 2. Settled after: 2880.\nconst pane = 'overlay'\nconst outputs = ['pivot', 'r1', 'r2', 's1', 's2']\nconst colors = ['#ff6d00', '#f23645', '#b71c1c', '#089981', '#00695c']\nlet state = null\n\n/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */\nfunction days() {\n  const day = Math.floor(bar.time / 86_400_000)\n  if (day === state.day) {\n    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }\n  }\n  const isFirst = state.day !== state.day\n  // The day that the data begins in is not whole, unless it begins at midnight.\n  const isWhole = !isFirst && state.isWhole\n  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null\n  const begins = !isFirst || bar.time % 86_400_000 === 0\n  return { day, open: bar.open, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }\n}\n\nfunction start() {\n  return { day: NaN, open: 0, high: 0, low: 0, close: 0, isWhole: false, past: null }\n}\n\nfunction reading() {\n  const { past, open } = days()\n  if (past === null) return null\n  const { high, low } = past\n  const pivot = (high + low + 2 * open) / 4\n  return {\n    pivot,\n    r1: 2 * pivot - low,\n    r2: pivot + high - low,\n    s1: 2 * pivot - high,\n    s2: pivot - high + low,\n  }\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  Object.assign(state, days())\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Woodie pivot points
// Support and resistance of the day from high and low of the day before and the open of the present day, which
// counts twice. Days begin at 00:00 UTC; a day without bars is passed over. There is no value before one whole day
// has passed.
// Source: K. Wood, "Woodie's pivots", about 2000.
// First value: bar 2. Settled after: 2880.
const pane = 'overlay'
const outputs = ['pivot', 'r1', 'r2', 's1', 's2']
const colors = ['#ff6d00', '#f23645', '#b71c1c', '#089981', '#00695c']
let state = null

/** The day of the present bar, and high, low and close of the last finished day (null before there is one). */
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
  // The day that the data begins in is not whole, unless it begins at midnight.
  const isWhole = !isFirst && state.isWhole
  const past = isWhole ? { high: state.high, low: state.low, close: state.close } : null
  const begins = !isFirst || bar.time % 86_400_000 === 0
  return { day, open: bar.open, high: bar.high, low: bar.low, close: bar.close, isWhole: begins, past }
}

function start() {
  return { day: NaN, open: 0, high: 0, low: 0, close: 0, isWhole: false, past: null }
}

function reading() {
  const { past, open } = days()
  if (past === null) return null
  const { high, low } = past
  const pivot = (high + low + 2 * open) / 4
  return {
    pivot,
    r1: 2 * pivot - low,
    r2: pivot + high - low,
    s1: 2 * pivot - high,
    s2: pivot - high + low,
  }
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  Object.assign(state, days())
  return value
}

    return { onTick, onIntervalClose } },
  },
  Fractals: {
    key: 'Fractals',
    group: 'Levels and swings',
    name: "Fractals",
    description: "The last high that is above those of the bars on either side (up) and the last low that is below them (down). A fractal is known only after that many further bars, so its value comes then and stays.",
    reference: "B. Williams, \"Trading Chaos\", 1995.",
    pane: 'overlay',
    outputs: ["up","down"],
    colors: ["#089981","#f23645"],
    repaints: false,
    parameters: [{"name":"width","defaultValue":2,"isWhole":true,"least":1}],
    firstValue: (width = 2) => 2 * width + 1,
    settled: (width = 2) => 100 * width,
    source: "// Fractals\n// The last high that is above those of the bars on either side (up) and the last low that is below them (down). A\n// fractal is known only after that many further bars, so its value comes then and stays.\n// Source: B. Williams, \"Trading Chaos\", 1995.\n// First value: bar 2 * width + 1. Settled after: 100 * width.\nconst pane = 'overlay'\nconst outputs = ['up', 'down']\nconst colors = ['#089981', '#f23645']\nlet state = null\n\nfunction start(width) {\n  return { highs: ring(2 * width), lows: ring(2 * width), up: null, down: null }\n}\n\nfunction reading(how, width) {\n  const { highs, lows } = state\n  let { up, down } = state\n  if (highs.full) {\n    const top = highs.at(width - 1)\n    const bottom = lows.at(width - 1)\n    let isTop = bar.high < top\n    let isBottom = bar.low > bottom\n    for (let k = 0; k < 2 * width; k++) {\n      if (k === width - 1) continue\n      if (highs.at(k) >= top) isTop = false\n      if (lows.at(k) <= bottom) isBottom = false\n    }\n    if (isTop) up = top\n    if (isBottom) down = bottom\n  }\n  if (how === 'next') Object.assign(state, { up, down })\n  return up === null || down === null ? null : { up, down }\n}\n\nfunction onTick(width = 2) {\n  return state === null ? null : reading('peek', width)\n}\n\nfunction onIntervalClose(width = 2) {\n  if (state === null) state = start(width)\n  const value = reading('next', width)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Fractals
// The last high that is above those of the bars on either side (up) and the last low that is below them (down). A
// fractal is known only after that many further bars, so its value comes then and stays.
// Source: B. Williams, "Trading Chaos", 1995.
// First value: bar 2 * width + 1. Settled after: 100 * width.
const pane = 'overlay'
const outputs = ['up', 'down']
const colors = ['#089981', '#f23645']
let state = null

function start(width) {
  return { highs: ring(2 * width), lows: ring(2 * width), up: null, down: null }
}

function reading(how, width) {
  const { highs, lows } = state
  let { up, down } = state
  if (highs.full) {
    const top = highs.at(width - 1)
    const bottom = lows.at(width - 1)
    let isTop = bar.high < top
    let isBottom = bar.low > bottom
    for (let k = 0; k < 2 * width; k++) {
      if (k === width - 1) continue
      if (highs.at(k) >= top) isTop = false
      if (lows.at(k) <= bottom) isBottom = false
    }
    if (isTop) up = top
    if (isBottom) down = bottom
  }
  if (how === 'next') Object.assign(state, { up, down })
  return up === null || down === null ? null : { up, down }
}

function onTick(width = 2) {
  return state === null ? null : reading('peek', width)
}

function onIntervalClose(width = 2) {
  if (state === null) state = start(width)
  const value = reading('next', width)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ZigZag: {
    key: 'ZigZag',
    group: 'Levels and swings',
    name: "ZigZag",
    description: "The turning points of moves of at least the given per cent: the last one that is settled (from) and the farthest price of the present move (value), with its direction. The present end moves on with price, and where the line turned is only known later: the chart's line repaints.",
    reference: "common knowledge, for example S. B. Achelis, \"Technical Analysis from A to Z\", 2000.",
    pane: 'overlay',
    outputs: ["value","from","direction"],
    colors: ["#2962ff","#7e57c2","#ff6d00"],
    repaints: true,
    parameters: [{"name":"percent","defaultValue":1,"isWhole":false,"least":0}],
    firstValue: (percent = 1) => 2,
    settled: (percent = 1) => 1000,
    source: "// ZigZag\n// The turning points of moves of at least the given per cent: the last one that is settled (from) and the farthest\n// price of the present move (value), with its direction. The present end moves on with price, and where the line\n// turned is only known later: the chart's line repaints.\n// Source: common knowledge, for example S. B. Achelis, \"Technical Analysis from A to Z\", 2000.\n// First value: bar 2. Settled after: 1000.\nconst pane = 'overlay'\nconst outputs = ['value', 'from', 'direction']\nconst colors = ['#2962ff', '#7e57c2', '#ff6d00']\nconst repaints = true\nconst fractions = ['percent']\nlet state = null\n\n/** The move with the present bar in it. Before the first one is large enough, the range so far is all there is. */\nfunction move(percent) {\n  const up = 1 + percent / 100\n  const { value, direction } = state\n  if (direction === 1) {\n    if (bar.high > value) return { ...state, value: bar.high }\n    return bar.low * up <= value ? { ...state, value: bar.low, from: value, direction: -1 } : state\n  }\n  if (direction === -1) {\n    if (bar.low < value) return { ...state, value: bar.low }\n    return bar.high >= value * up ? { ...state, value: bar.high, from: value, direction: 1 } : state\n  }\n  if (state.high === null) return { ...state, high: bar.high, low: bar.low }\n  if (bar.high >= state.low * up) return { ...state, value: bar.high, from: state.low, direction: 1 }\n  if (bar.low * up <= state.high) return { ...state, value: bar.low, from: state.high, direction: -1 }\n  return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low) }\n}\n\nfunction start() {\n  return { high: null, low: null, value: null, from: null, direction: 0 }\n}\n\nfunction reading(percent) {\n  const { value, from, direction } = move(percent)\n  return direction === 0 ? null : { value, from, direction }\n}\n\nfunction onTick(percent = 1) {\n  return state === null ? null : reading(percent)\n}\n\nfunction onIntervalClose(percent = 1) {\n  if (state === null) state = start()\n  const value = reading(percent)\n  Object.assign(state, move(percent))\n  return value\n}\n",
    factory: function ({ bar, ring }) { // ZigZag
// The turning points of moves of at least the given per cent: the last one that is settled (from) and the farthest
// price of the present move (value), with its direction. The present end moves on with price, and where the line
// turned is only known later: the chart's line repaints.
// Source: common knowledge, for example S. B. Achelis, "Technical Analysis from A to Z", 2000.
// First value: bar 2. Settled after: 1000.
const pane = 'overlay'
const outputs = ['value', 'from', 'direction']
const colors = ['#2962ff', '#7e57c2', '#ff6d00']
const repaints = true
const fractions = ['percent']
let state = null

/** The move with the present bar in it. Before the first one is large enough, the range so far is all there is. */
function move(percent) {
  const up = 1 + percent / 100
  const { value, direction } = state
  if (direction === 1) {
    if (bar.high > value) return { ...state, value: bar.high }
    return bar.low * up <= value ? { ...state, value: bar.low, from: value, direction: -1 } : state
  }
  if (direction === -1) {
    if (bar.low < value) return { ...state, value: bar.low }
    return bar.high >= value * up ? { ...state, value: bar.high, from: value, direction: 1 } : state
  }
  if (state.high === null) return { ...state, high: bar.high, low: bar.low }
  if (bar.high >= state.low * up) return { ...state, value: bar.high, from: state.low, direction: 1 }
  if (bar.low * up <= state.high) return { ...state, value: bar.low, from: state.high, direction: -1 }
  return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low) }
}

function start() {
  return { high: null, low: null, value: null, from: null, direction: 0 }
}

function reading(percent) {
  const { value, from, direction } = move(percent)
  return direction === 0 ? null : { value, from, direction }
}

function onTick(percent = 1) {
  return state === null ? null : reading(percent)
}

function onIntervalClose(percent = 1) {
  if (state === null) state = start()
  const value = reading(percent)
  Object.assign(state, move(percent))
  return value
}

    return { onTick, onIntervalClose } },
  },
  Doji: {
    key: 'Doji',
    group: 'Candlestick patterns',
    name: "Doji",
    description: "A bar without a body: below 0.05 times the average range of the bars before. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Doji\n// A bar without a body: below 0.05 times the average range of the bars before. 100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average range of the bars before the present one. */\nfunction averages(period) {\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  return now.body < 0.05 * usual.range ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Doji
// A bar without a body: below 0.05 times the average range of the bars before. 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average range of the bars before the present one. */
function averages(period) {
  let range = 0
  for (let k = 0; k < period; k++) {
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  return now.body < 0.05 * usual.range ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  DragonflyDoji: {
    key: 'DragonflyDoji',
    group: 'Candlestick patterns',
    name: "Dragonfly doji",
    description: "A bar without a body and without an upper wick (each below 0.05 times the average range), with a lower wick above 0.6 times the average body of the bars before. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Dragonfly doji\n// A bar without a body and without an upper wick (each below 0.05 times the average range), with a lower wick above\n// 0.6 times the average body of the bars before. 100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const none = 0.05 * usual.range\n  return now.body < none && now.upper < none && now.lower > 0.6 * usual.body ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Dragonfly doji
// A bar without a body and without an upper wick (each below 0.05 times the average range), with a lower wick above
// 0.6 times the average body of the bars before. 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const none = 0.05 * usual.range
  return now.body < none && now.upper < none && now.lower > 0.6 * usual.body ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  GravestoneDoji: {
    key: 'GravestoneDoji',
    group: 'Candlestick patterns',
    name: "Gravestone doji",
    description: "A bar without a body and without a lower wick (each below 0.05 times the average range), with an upper wick above 0.6 times the average body of the bars before. -100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Gravestone doji\n// A bar without a body and without a lower wick (each below 0.05 times the average range), with an upper wick above\n// 0.6 times the average body of the bars before. -100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const none = 0.05 * usual.range\n  return now.body < none && now.lower < none && now.upper > 0.6 * usual.body ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Gravestone doji
// A bar without a body and without a lower wick (each below 0.05 times the average range), with an upper wick above
// 0.6 times the average body of the bars before. -100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const none = 0.05 * usual.range
  return now.body < none && now.lower < none && now.upper > 0.6 * usual.body ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  LongLeggedDoji: {
    key: 'LongLeggedDoji',
    group: 'Candlestick patterns',
    name: "Long-legged doji",
    description: "A bar without a body (below 0.05 times the average range), with both wicks above 0.6 times the average body of the bars before. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Long-legged doji\n// A bar without a body (below 0.05 times the average range), with both wicks above 0.6 times the average body of the\n// bars before. 100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const long = 0.6 * usual.body\n  return now.body < 0.05 * usual.range && now.upper > long && now.lower > long ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Long-legged doji
// A bar without a body (below 0.05 times the average range), with both wicks above 0.6 times the average body of the
// bars before. 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const long = 0.6 * usual.body
  return now.body < 0.05 * usual.range && now.upper > long && now.lower > long ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  FourPriceDoji: {
    key: 'FourPriceDoji',
    group: 'Candlestick patterns',
    name: "Four price doji",
    description: "A bar with neither body nor wicks: each below 0.05 times the average range of the bars before. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Four price doji\n// A bar with neither body nor wicks: each below 0.05 times the average range of the bars before. 100 where it is, 0\n// where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average range of the bars before the present one. */\nfunction averages(period) {\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const none = 0.05 * usual.range\n  return now.body < none && now.upper < none && now.lower < none ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Four price doji
// A bar with neither body nor wicks: each below 0.05 times the average range of the bars before. 100 where it is, 0
// where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average range of the bars before the present one. */
function averages(period) {
  let range = 0
  for (let k = 0; k < period; k++) {
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const none = 0.05 * usual.range
  return now.body < none && now.upper < none && now.lower < none ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  SpinningTop: {
    key: 'SpinningTop',
    group: 'Candlestick patterns',
    name: "Spinning top",
    description: "A body below half the average of the bars before, with both wicks longer than the body. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Spinning top\n// A body below half the average of the bars before, with both wicks longer than the body. 100 where it is, 0 where\n// it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n  }\n  return { body: body / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  return now.body < 0.5 * usual.body && now.upper > now.body && now.lower > now.body ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Spinning top
// A body below half the average of the bars before, with both wicks longer than the body. 100 where it is, 0 where
// it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body of the bars before the present one. */
function averages(period) {
  let body = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
  }
  return { body: body / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  return now.body < 0.5 * usual.body && now.upper > now.body && now.lower > now.body ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Marubozu: {
    key: 'Marubozu',
    group: 'Candlestick patterns',
    name: "Marubozu",
    description: "A body above 1.4 times the average with no wicks (below 0.05 times the average range). 100 for the bullish form, -100 for the bearish one, 0 for neither.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Marubozu\n// A body above 1.4 times the average with no wicks (below 0.05 times the average range). 100 for the bullish form,\n// -100 for the bearish one, 0 for neither.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const none = 0.05 * usual.range\n  if (now.body <= 1.4 * usual.body || now.upper >= none || now.lower >= none) return 0\n  return now.close > now.open ? 100 : -100\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Marubozu
// A body above 1.4 times the average with no wicks (below 0.05 times the average range). 100 for the bullish form,
// -100 for the bearish one, 0 for neither.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const none = 0.05 * usual.range
  if (now.body <= 1.4 * usual.body || now.upper >= none || now.lower >= none) return 0
  return now.close > now.open ? 100 : -100
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  BigCandle: {
    key: 'BigCandle',
    group: 'Candlestick patterns',
    name: "Big candle",
    description: "A body above 1.4 times the average of the bars before. 100 for the bullish form, -100 for the bearish one, 0 for neither.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Big candle\n// A body above 1.4 times the average of the bars before. 100 for the bullish form, -100 for the bearish one, 0 for\n// neither.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n  }\n  return { body: body / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  if (now.body <= 1.4 * usual.body) return 0\n  return now.close > now.open ? 100 : -100\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Big candle
// A body above 1.4 times the average of the bars before. 100 for the bullish form, -100 for the bearish one, 0 for
// neither.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body of the bars before the present one. */
function averages(period) {
  let body = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
  }
  return { body: body / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  if (now.body <= 1.4 * usual.body) return 0
  return now.close > now.open ? 100 : -100
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Hammer: {
    key: 'Hammer',
    group: 'Candlestick patterns',
    name: "Hammer",
    description: "A short body (below half the average) with a long lower wick (above 0.6 times the average body) and no upper one, not far above the low of the bar before (0.3 times the average range). 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Hammer\n// A short body (below half the average) with a long lower wick (above 0.6 times the average body) and no upper one,\n// not far above the low of the bar before (0.3 times the average range). 100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 1 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const isShape = now.body < 0.5 * usual.body && now.upper < 0.05 * usual.range && now.lower > 0.6 * usual.body\n  return isShape && now.bottom <= last.low + 0.3 * usual.range ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Hammer
// A short body (below half the average) with a long lower wick (above 0.6 times the average body) and no upper one,
// not far above the low of the bar before (0.3 times the average range). 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const isShape = now.body < 0.5 * usual.body && now.upper < 0.05 * usual.range && now.lower > 0.6 * usual.body
  return isShape && now.bottom <= last.low + 0.3 * usual.range ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  HangingMan: {
    key: 'HangingMan',
    group: 'Candlestick patterns',
    name: "Hanging man",
    description: "A short body (below half the average) with a long lower wick (above 0.6 times the average body) and no upper one, not far below the high of the bar before (0.3 times the average range). -100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Hanging man\n// A short body (below half the average) with a long lower wick (above 0.6 times the average body) and no upper one,\n// not far below the high of the bar before (0.3 times the average range). -100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 1 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const isShape = now.body < 0.5 * usual.body && now.upper < 0.05 * usual.range && now.lower > 0.6 * usual.body\n  return isShape && now.bottom >= last.high - 0.3 * usual.range ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Hanging man
// A short body (below half the average) with a long lower wick (above 0.6 times the average body) and no upper one,
// not far below the high of the bar before (0.3 times the average range). -100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const isShape = now.body < 0.5 * usual.body && now.upper < 0.05 * usual.range && now.lower > 0.6 * usual.body
  return isShape && now.bottom >= last.high - 0.3 * usual.range ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  InvertedHammer: {
    key: 'InvertedHammer',
    group: 'Candlestick patterns',
    name: "Inverted hammer",
    description: "A short body (below half the average) with a long upper wick (above 0.6 times the average body) and no lower one, whose body lies below that of the bar before. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Inverted hammer\n// A short body (below half the average) with a long upper wick (above 0.6 times the average body) and no lower one,\n// whose body lies below that of the bar before. 100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 1 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const isShape = now.body < 0.5 * usual.body && now.lower < 0.05 * usual.range && now.upper > 0.6 * usual.body\n  return isShape && now.top <= last.bottom ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Inverted hammer
// A short body (below half the average) with a long upper wick (above 0.6 times the average body) and no lower one,
// whose body lies below that of the bar before. 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const isShape = now.body < 0.5 * usual.body && now.lower < 0.05 * usual.range && now.upper > 0.6 * usual.body
  return isShape && now.top <= last.bottom ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ShootingStar: {
    key: 'ShootingStar',
    group: 'Candlestick patterns',
    name: "Shooting star",
    description: "A short body (below half the average) with a long upper wick (above 0.6 times the average body) and no lower one, whose body lies above that of the bar before. -100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Shooting star\n// A short body (below half the average) with a long upper wick (above 0.6 times the average body) and no lower one,\n// whose body lies above that of the bar before. -100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 1 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const isShape = now.body < 0.5 * usual.body && now.lower < 0.05 * usual.range && now.upper > 0.6 * usual.body\n  return isShape && now.bottom >= last.top ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Shooting star
// A short body (below half the average) with a long upper wick (above 0.6 times the average body) and no lower one,
// whose body lies above that of the bar before. -100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const isShape = now.body < 0.5 * usual.body && now.lower < 0.05 * usual.range && now.upper > 0.6 * usual.body
  return isShape && now.bottom >= last.top ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Star: {
    key: 'Star',
    group: 'Candlestick patterns',
    name: "Star",
    description: "A bar that lies wholly above the bar before (100) or wholly below it (-100); 0 where it does neither.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    source: "// Star\n// A bar that lies wholly above the bar before (100) or wholly below it (-100); 0 where it does neither.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar 2.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\nfunction start() {\n  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }\n}\n\nfunction reading() {\n  if (state.closes.count < 1) return null\n  const now = candle(0)\n  const last = candle(1)\n  if (now.low >= last.high) return 100\n  return now.high <= last.low ? -100 : 0\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Star
// A bar that lies wholly above the bar before (100) or wholly below it (-100); 0 where it does neither.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar 2.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

function start() {
  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }
}

function reading() {
  if (state.closes.count < 1) return null
  const now = candle(0)
  const last = candle(1)
  if (now.low >= last.high) return 100
  return now.high <= last.low ? -100 : 0
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Engulfing: {
    key: 'Engulfing',
    group: 'Candlestick patterns',
    name: "Engulfing",
    description: "A body that reaches beyond both ends of the opposite body before it. 100 for the bullish form, -100 for the bearish one, 0 for neither.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    source: "// Engulfing\n// A body that reaches beyond both ends of the opposite body before it. 100 for the bullish form, -100 for the\n// bearish one, 0 for neither.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; as in Tulip Candles.\n// First value: bar 2.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\nfunction start() {\n  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }\n}\n\nfunction reading() {\n  if (state.closes.count < 1) return null\n  const now = candle(0)\n  const last = candle(1)\n  if (now.close > now.open && last.close < last.open && now.close > last.open && now.open < last.close) return 100\n  return now.close < now.open && last.close > last.open && now.close < last.open && now.open > last.close ? -100 : 0\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Engulfing
// A body that reaches beyond both ends of the opposite body before it. 100 for the bullish form, -100 for the
// bearish one, 0 for neither.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
// First value: bar 2.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

function start() {
  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }
}

function reading() {
  if (state.closes.count < 1) return null
  const now = candle(0)
  const last = candle(1)
  if (now.close > now.open && last.close < last.open && now.close > last.open && now.open < last.close) return 100
  return now.close < now.open && last.close > last.open && now.close < last.open && now.open > last.close ? -100 : 0
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  MorningStar: {
    key: 'MorningStar',
    group: 'Candlestick patterns',
    name: "Morning star",
    description: "A long falling body, a short one (below half the average) under it, then a rising one above that which closes at least where the first did. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Morning star\n// A long falling body, a short one (below half the average) under it, then a rising one above that which closes at\n// least where the first did. 100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 2 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n  }\n  return { body: body / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const first = candle(2)\n  const isLong = first.close < first.open && first.body > 1.4 * usual.body\n  const isApart = last.top <= first.bottom && now.bottom >= last.top && last.body < 0.5 * usual.body\n  return isLong && isApart && now.close > now.open && now.close >= first.close ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Morning star
// A long falling body, a short one (below half the average) under it, then a rising one above that which closes at
// least where the first did. 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 2 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body of the bars before the present one. */
function averages(period) {
  let body = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
  }
  return { body: body / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  const isLong = first.close < first.open && first.body > 1.4 * usual.body
  const isApart = last.top <= first.bottom && now.bottom >= last.top && last.body < 0.5 * usual.body
  return isLong && isApart && now.close > now.open && now.close >= first.close ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  EveningStar: {
    key: 'EveningStar',
    group: 'Candlestick patterns',
    name: "Evening star",
    description: "A long rising body, a short one (below half the average) over it, then a falling one below that which closes at most where the first did. -100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Evening star\n// A long rising body, a short one (below half the average) over it, then a falling one below that which closes at\n// most where the first did. -100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 2 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n  }\n  return { body: body / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const first = candle(2)\n  const isLong = first.close > first.open && first.body > 1.4 * usual.body\n  const isApart = last.bottom >= first.top && now.top <= last.bottom && last.body < 0.5 * usual.body\n  return isLong && isApart && now.close < now.open && now.close <= first.close ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Evening star
// A long rising body, a short one (below half the average) over it, then a falling one below that which closes at
// most where the first did. -100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 2 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body of the bars before the present one. */
function averages(period) {
  let body = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
  }
  return { body: body / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  const isLong = first.close > first.open && first.body > 1.4 * usual.body
  const isApart = last.bottom >= first.top && now.top <= last.bottom && last.body < 0.5 * usual.body
  return isLong && isApart && now.close < now.open && now.close <= first.close ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  MorningDojiStar: {
    key: 'MorningDojiStar',
    group: 'Candlestick patterns',
    name: "Morning doji star",
    description: "A morning star whose middle bar has no body (below 0.05 times the average range). 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Morning doji star\n// A morning star whose middle bar has no body (below 0.05 times the average range). 100 where it is, 0 where it is\n// not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 2 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const first = candle(2)\n  const isLong = first.close < first.open && first.body > 1.4 * usual.body\n  const isApart = last.top <= first.bottom && now.bottom >= last.top && last.body < 0.05 * usual.range\n  return isLong && isApart && now.close > now.open && now.close >= first.close ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Morning doji star
// A morning star whose middle bar has no body (below 0.05 times the average range). 100 where it is, 0 where it is
// not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 2 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  const isLong = first.close < first.open && first.body > 1.4 * usual.body
  const isApart = last.top <= first.bottom && now.bottom >= last.top && last.body < 0.05 * usual.range
  return isLong && isApart && now.close > now.open && now.close >= first.close ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  EveningDojiStar: {
    key: 'EveningDojiStar',
    group: 'Candlestick patterns',
    name: "Evening doji star",
    description: "An evening star whose middle bar has no body (below 0.05 times the average range). -100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Evening doji star\n// An evening star whose middle bar has no body (below 0.05 times the average range). -100 where it is, 0 where it is\n// not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 2 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const first = candle(2)\n  const isLong = first.close > first.open && first.body > 1.4 * usual.body\n  const isApart = last.bottom >= first.top && now.top <= last.bottom && last.body < 0.05 * usual.range\n  return isLong && isApart && now.close < now.open && now.close <= first.close ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Evening doji star
// An evening star whose middle bar has no body (below 0.05 times the average range). -100 where it is, 0 where it is
// not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 2 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  const isLong = first.close > first.open && first.body > 1.4 * usual.body
  const isApart = last.bottom >= first.top && now.top <= last.bottom && last.body < 0.05 * usual.range
  return isLong && isApart && now.close < now.open && now.close <= first.close ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  AbandonedBaby: {
    key: 'AbandonedBaby',
    group: 'Candlestick patterns',
    name: "Abandoned baby",
    description: "A long body, a bar without a body that lies wholly apart from both neighbours, then an opposite body that closes at least where the first did. 100 for the bullish form, -100 for the bearish one, 0 for neither.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Abandoned baby\n// A long body, a bar without a body that lies wholly apart from both neighbours, then an opposite body that closes\n// at least where the first did. 100 for the bullish form, -100 for the bearish one, 0 for neither.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 2 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body and average range of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { body: body / period, range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const first = candle(2)\n  if (first.body <= 1.4 * usual.body || last.body >= 0.05 * usual.range) return 0\n  const isBelow = last.high <= first.low && now.low >= last.high\n  if (isBelow && first.close < first.open && now.close > now.open && now.close >= first.close) return 100\n  const isAbove = last.low >= first.high && now.high <= last.low\n  return isAbove && first.close > first.open && now.close < now.open && now.close <= first.close ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Abandoned baby
// A long body, a bar without a body that lies wholly apart from both neighbours, then an opposite body that closes
// at least where the first did. 100 for the bullish form, -100 for the bearish one, 0 for neither.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 2 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body and average range of the bars before the present one. */
function averages(period) {
  let body = 0
  let range = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { body: body / period, range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  if (first.body <= 1.4 * usual.body || last.body >= 0.05 * usual.range) return 0
  const isBelow = last.high <= first.low && now.low >= last.high
  if (isBelow && first.close < first.open && now.close > now.open && now.close >= first.close) return 100
  const isAbove = last.low >= first.high && now.high <= last.low
  return isAbove && first.close > first.open && now.close < now.open && now.close <= first.close ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ThreeWhiteSoldiers: {
    key: 'ThreeWhiteSoldiers',
    group: 'Candlestick patterns',
    name: "Three white soldiers",
    description: "Three rising bodies, the second and the third opening inside the body before. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [],
    firstValue: () => 3,
    settled: () => 3,
    source: "// Three white soldiers\n// Three rising bodies, the second and the third opening inside the body before. 100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; as in Tulip Candles.\n// First value: bar 3.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\nfunction start() {\n  return { opens: ring(2), highs: ring(2), lows: ring(2), closes: ring(2) }\n}\n\nfunction reading() {\n  if (state.closes.count < 2) return null\n  const now = candle(0)\n  const last = candle(1)\n  const first = candle(2)\n  const isRising = first.close > first.open && last.close > last.open && now.close > now.open\n  const isInside = last.open > first.bottom && last.open < first.top && now.open > last.bottom && now.open < last.top\n  return isRising && isInside ? 100 : 0\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Three white soldiers
// Three rising bodies, the second and the third opening inside the body before. 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
// First value: bar 3.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

function start() {
  return { opens: ring(2), highs: ring(2), lows: ring(2), closes: ring(2) }
}

function reading() {
  if (state.closes.count < 2) return null
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  const isRising = first.close > first.open && last.close > last.open && now.close > now.open
  const isInside = last.open > first.bottom && last.open < first.top && now.open > last.bottom && now.open < last.top
  return isRising && isInside ? 100 : 0
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  ThreeBlackCrows: {
    key: 'ThreeBlackCrows',
    group: 'Candlestick patterns',
    name: "Three black crows",
    description: "Three falling bodies, the second and the third opening inside the body before. -100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [],
    firstValue: () => 3,
    settled: () => 3,
    source: "// Three black crows\n// Three falling bodies, the second and the third opening inside the body before. -100 where it is, 0 where it is\n// not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; as in Tulip Candles.\n// First value: bar 3.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\nfunction start() {\n  return { opens: ring(2), highs: ring(2), lows: ring(2), closes: ring(2) }\n}\n\nfunction reading() {\n  if (state.closes.count < 2) return null\n  const now = candle(0)\n  const last = candle(1)\n  const first = candle(2)\n  const isFalling = first.close < first.open && last.close < last.open && now.close < now.open\n  const isInside = last.open > first.bottom && last.open < first.top && now.open > last.bottom && now.open < last.top\n  return isFalling && isInside ? -100 : 0\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Three black crows
// Three falling bodies, the second and the third opening inside the body before. -100 where it is, 0 where it is
// not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; as in Tulip Candles.
// First value: bar 3.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

function start() {
  return { opens: ring(2), highs: ring(2), lows: ring(2), closes: ring(2) }
}

function reading() {
  if (state.closes.count < 2) return null
  const now = candle(0)
  const last = candle(1)
  const first = candle(2)
  const isFalling = first.close < first.open && last.close < last.open && now.close < now.open
  const isInside = last.open > first.bottom && last.open < first.top && now.open > last.bottom && now.open < last.top
  return isFalling && isInside ? -100 : 0
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Harami: {
    key: 'Harami',
    group: 'Candlestick patterns',
    name: "Harami",
    description: "A body that lies inside the opposite body before it, which is above 1.4 times the average. 100 for the bullish form, -100 for the bearish one, 0 for neither.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Harami\n// A body that lies inside the opposite body before it, which is above 1.4 times the average. 100 for the bullish\n// form, -100 for the bearish one, 0 for neither.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 1 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n  }\n  return { body: body / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  if (last.body <= 1.4 * usual.body || now.top > last.top || now.bottom < last.bottom) return 0\n  if (last.close < last.open && now.close > now.open) return 100\n  return last.close > last.open && now.close < now.open ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Harami
// A body that lies inside the opposite body before it, which is above 1.4 times the average. 100 for the bullish
// form, -100 for the bearish one, 0 for neither.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body of the bars before the present one. */
function averages(period) {
  let body = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
  }
  return { body: body / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  if (last.body <= 1.4 * usual.body || now.top > last.top || now.bottom < last.bottom) return 0
  if (last.close < last.open && now.close > now.open) return 100
  return last.close > last.open && now.close < now.open ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  PiercingLine: {
    key: 'PiercingLine',
    group: 'Candlestick patterns',
    name: "Piercing line",
    description: "After a long falling body (above 1.4 times the average) a bar that opens below its low and closes in the upper half of its body. 100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Piercing line\n// After a long falling body (above 1.4 times the average) a bar that opens below its low and closes in the upper\n// half of its body. 100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 1 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n  }\n  return { body: body / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const isLong = last.close < last.open && last.body > 1.4 * usual.body\n  const isPierced = now.close > (last.open + last.close) / 2 && now.close < last.open\n  return isLong && now.open < last.low && isPierced ? 100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Piercing line
// After a long falling body (above 1.4 times the average) a bar that opens below its low and closes in the upper
// half of its body. 100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body of the bars before the present one. */
function averages(period) {
  let body = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
  }
  return { body: body / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const isLong = last.close < last.open && last.body > 1.4 * usual.body
  const isPierced = now.close > (last.open + last.close) / 2 && now.close < last.open
  return isLong && now.open < last.low && isPierced ? 100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  DarkCloudCover: {
    key: 'DarkCloudCover',
    group: 'Candlestick patterns',
    name: "Dark cloud cover",
    description: "After a long rising body (above 1.4 times the average) a bar that opens above its high and closes in the lower half of its body. -100 where it is, 0 where it is not.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Dark cloud cover\n// After a long rising body (above 1.4 times the average) a bar that opens above its high and closes in the lower\n// half of its body. -100 where it is, 0 where it is not.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 1 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average body of the bars before the present one. */\nfunction averages(period) {\n  let body = 0\n  for (let k = 0; k < period; k++) {\n    body += Math.abs(state.opens.at(k) - state.closes.at(k))\n  }\n  return { body: body / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const isLong = last.close > last.open && last.body > 1.4 * usual.body\n  const isCovered = now.close < (last.open + last.close) / 2 && now.close > last.open\n  return isLong && now.open > last.high && isCovered ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Dark cloud cover
// After a long rising body (above 1.4 times the average) a bar that opens above its high and closes in the lower
// half of its body. -100 where it is, 0 where it is not.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average body of the bars before the present one. */
function averages(period) {
  let body = 0
  for (let k = 0; k < period; k++) {
    body += Math.abs(state.opens.at(k) - state.closes.at(k))
  }
  return { body: body / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const isLong = last.close > last.open && last.body > 1.4 * usual.body
  const isCovered = now.close < (last.open + last.close) / 2 && now.close > last.open
  return isLong && now.open > last.high && isCovered ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  InsideBar: {
    key: 'InsideBar',
    group: 'Candlestick patterns',
    name: "Inside bar",
    description: "A bar whose range lies inside that of the bar before. 100 where it is, 0 where it is not.",
    reference: "T. Crabel, \"Day Trading with Short Term Price Patterns\", 1990.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    source: "// Inside bar\n// A bar whose range lies inside that of the bar before. 100 where it is, 0 where it is not.\n// Source: T. Crabel, \"Day Trading with Short Term Price Patterns\", 1990.\n// First value: bar 2.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\nfunction start() {\n  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }\n}\n\nfunction reading() {\n  if (state.closes.count < 1) return null\n  const now = candle(0)\n  const last = candle(1)\n  return now.high <= last.high && now.low >= last.low ? 100 : 0\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Inside bar
// A bar whose range lies inside that of the bar before. 100 where it is, 0 where it is not.
// Source: T. Crabel, "Day Trading with Short Term Price Patterns", 1990.
// First value: bar 2.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

function start() {
  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }
}

function reading() {
  if (state.closes.count < 1) return null
  const now = candle(0)
  const last = candle(1)
  return now.high <= last.high && now.low >= last.low ? 100 : 0
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  OutsideBar: {
    key: 'OutsideBar',
    group: 'Candlestick patterns',
    name: "Outside bar",
    description: "A bar whose range goes beyond both ends of that of the bar before. 100 where it closes above its open, -100 where not, 0 for any other bar.",
    reference: "T. Crabel, \"Day Trading with Short Term Price Patterns\", 1990.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    source: "// Outside bar\n// A bar whose range goes beyond both ends of that of the bar before. 100 where it closes above its open, -100 where\n// not, 0 for any other bar.\n// Source: T. Crabel, \"Day Trading with Short Term Price Patterns\", 1990.\n// First value: bar 2.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\nfunction start() {\n  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }\n}\n\nfunction reading() {\n  if (state.closes.count < 1) return null\n  const now = candle(0)\n  const last = candle(1)\n  if (now.high <= last.high || now.low >= last.low) return 0\n  return now.close > now.open ? 100 : -100\n}\n\nfunction onTick() {\n  return state === null ? null : reading()\n}\n\nfunction onIntervalClose() {\n  if (state === null) state = start()\n  const value = reading()\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Outside bar
// A bar whose range goes beyond both ends of that of the bar before. 100 where it closes above its open, -100 where
// not, 0 for any other bar.
// Source: T. Crabel, "Day Trading with Short Term Price Patterns", 1990.
// First value: bar 2.
const pane = 'study'
const colors = ['#ff6d00']
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

function start() {
  return { opens: ring(1), highs: ring(1), lows: ring(1), closes: ring(1) }
}

function reading() {
  if (state.closes.count < 1) return null
  const now = candle(0)
  const last = candle(1)
  if (now.high <= last.high || now.low >= last.low) return 0
  return now.close > now.open ? 100 : -100
}

function onTick() {
  return state === null ? null : reading()
}

function onIntervalClose() {
  if (state === null) state = start()
  const value = reading()
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
  Tweezers: {
    key: 'Tweezers',
    group: 'Candlestick patterns',
    name: "Tweezers",
    description: "Two bars with nearly the same low, the first falling and the second rising (100), or nearly the same high the other way round (-100); nearly is 0.05 times the average range.",
    reference: "S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.",
    pane: 'study',
    outputs: ["value"],
    colors: ["#ff6d00"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    source: "// Tweezers\n// Two bars with nearly the same low, the first falling and the second rising (100), or nearly the same high the\n// other way round (-100); nearly is 0.05 times the average range.\n// Source: S. Nison, \"Japanese Candlestick Charting Techniques\", 1991; sizes as in Tulip Candles.\n// First value: bar period + 1.\nconst pane = 'study'\nconst colors = ['#ff6d00']\nconst least = { period: 1 }\nlet state = null\n\n/** The shape of bar `k` back (0 is the present one). */\nfunction candle(k) {\n  const [open, high, low, close] =\n    k === 0\n      ? [bar.open, bar.high, bar.low, bar.close]\n      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]\n  const top = Math.max(open, close)\n  const bottom = Math.min(open, close)\n  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }\n}\n\n/** Average range of the bars before the present one. */\nfunction averages(period) {\n  let range = 0\n  for (let k = 0; k < period; k++) {\n    range += state.highs.at(k) - state.lows.at(k)\n  }\n  return { range: range / period }\n}\n\nfunction start(period) {\n  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }\n}\n\nfunction reading(period) {\n  if (state.closes.count < period) return null\n  const usual = averages(period)\n  const now = candle(0)\n  const last = candle(1)\n  const near = 0.05 * usual.range\n  if (Math.abs(now.low - last.low) < near && last.close < last.open && now.close > now.open) return 100\n  return Math.abs(now.high - last.high) < near && last.close > last.open && now.close < now.open ? -100 : 0\n}\n\nfunction onTick(period = 10) {\n  return state === null ? null : reading(period)\n}\n\nfunction onIntervalClose(period = 10) {\n  if (state === null) state = start(period)\n  const value = reading(period)\n  state.opens.push(bar.open)\n  state.highs.push(bar.high)\n  state.lows.push(bar.low)\n  state.closes.push(bar.close)\n  return value\n}\n",
    factory: function ({ bar, ring }) { // Tweezers
// Two bars with nearly the same low, the first falling and the second rising (100), or nearly the same high the
// other way round (-100); nearly is 0.05 times the average range.
// Source: S. Nison, "Japanese Candlestick Charting Techniques", 1991; sizes as in Tulip Candles.
// First value: bar period + 1.
const pane = 'study'
const colors = ['#ff6d00']
const least = { period: 1 }
let state = null

/** The shape of bar `k` back (0 is the present one). */
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}

/** Average range of the bars before the present one. */
function averages(period) {
  let range = 0
  for (let k = 0; k < period; k++) {
    range += state.highs.at(k) - state.lows.at(k)
  }
  return { range: range / period }
}

function start(period) {
  return { opens: ring(period), highs: ring(period), lows: ring(period), closes: ring(period) }
}

function reading(period) {
  if (state.closes.count < period) return null
  const usual = averages(period)
  const now = candle(0)
  const last = candle(1)
  const near = 0.05 * usual.range
  if (Math.abs(now.low - last.low) < near && last.close < last.open && now.close > now.open) return 100
  return Math.abs(now.high - last.high) < near && last.close > last.open && now.close < now.open ? -100 : 0
}

function onTick(period = 10) {
  return state === null ? null : reading(period)
}

function onIntervalClose(period = 10) {
  if (state === null) state = start(period)
  const value = reading(period)
  state.opens.push(bar.open)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  state.closes.push(bar.close)
  return value
}

    return { onTick, onIntervalClose } },
  },
}
