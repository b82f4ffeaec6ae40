// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/catalog/ instead.
/* eslint-disable */
export const SYSTEM_INDICATORS = {
  MedianPrice: {
    key: 'MedianPrice',
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["open","high","low","close"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 40,
    keep: function (value, into) {
into[0].push(value.open ?? NaN)
into[1].push(value.high ?? NaN)
into[2].push(value.low ?? NaN)
into[3].push(value.close ?? NaN)
},
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period + 1,
    factory: function ({ bar, ring }) {
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
  return window.full ? window.mean() : NaN
}
return { onTick, onIntervalClose } },
  },
  EMA: {
    key: 'EMA',
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => 8 * (period + 1),
    factory: function ({ bar, ring }) {
const state = { count: 0, weight: NaN, average: NaN }
let first = null
function onTick(period = 20) {
  if (state.count < period) return null
  return state.average + (2 / (period + 1)) * (bar.close - state.average)
}
function start(period) {
  if (first === null) first = ring(period)
  first.push(bar.close)
  state.count += 1
  state.weight = 2 / (period + 1)
  if (first.full) state.average = first.mean()
}
function onIntervalClose(period = 20) {
  if (state.count < period) start(period)
  else state.average += state.weight * (bar.close - state.average)
  return state.average
}
return { onTick, onIntervalClose } },
  },
  WMA: {
    key: 'WMA',
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period + Math.floor(Math.sqrt(period)) - 1,
    settled: (period = 20) => period + Math.floor(Math.sqrt(period)) - 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => 2 * period - 1,
    settled: (period = 20) => 16 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => 3 * period - 2,
    settled: (period = 20) => 24 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1},{"name":"fast","defaultValue":2,"isWhole":true,"least":1},{"name":"slow","defaultValue":30,"isWhole":true,"least":1}],
    firstValue: (period = 10, fast = 2, slow = 30) => period + 1,
    settled: (period = 10, fast = 2, slow = 30) => 8 * (period + slow + 1),
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => 16 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":5,"isWhole":true,"least":1},{"name":"factor","defaultValue":0.7,"isWhole":false,"least":0}],
    firstValue: (period = 5, factor = 0.7) => 6 * (period - 1) + 1,
    settled: (period = 5, factor = 0.7) => 48 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":9,"isWhole":true,"least":1},{"name":"offset","defaultValue":0.85,"isWhole":false,"least":0},{"name":"sigma","defaultValue":6,"isWhole":false,"least":0}],
    firstValue: (period = 9, offset = 0.85, sigma = 6) => period,
    settled: (period = 9, offset = 0.85, sigma = 6) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":25,"isWhole":true,"least":2}],
    firstValue: (period = 25) => period,
    settled: (period = 25) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":9,"isWhole":true,"least":2},{"name":"slow","defaultValue":30,"isWhole":true,"least":2},{"name":"alpha","defaultValue":0.2,"isWhole":false,"least":0}],
    firstValue: (fast = 9, slow = 30, alpha = 0.2) => slow,
    settled: (fast = 9, slow = 30, alpha = 0.2) => slow + Math.ceil(40 / alpha),
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period + Math.floor((period - 1) / 2),
    settled: (period = 20) => 8 * (period + 1) + Math.floor((period - 1) / 2),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => 16 * (period + 1),
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":16,"isWhole":true,"least":4}],
    firstValue: (period = 16) => period,
    settled: (period = 16) => 40 * period,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period,
    settled: (period = 10) => 8 * (period + 1),
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":21,"isWhole":true,"least":1}],
    firstValue: (period = 21) => period,
    settled: (period = 21) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["jaw","teeth","lips"],
    repaints: false,
    parameters: [{"name":"jaw","defaultValue":13,"isWhole":true,"least":1},{"name":"teeth","defaultValue":8,"isWhole":true,"least":1},{"name":"lips","defaultValue":5,"isWhole":true,"least":1}],
    firstValue: (jaw = 13, teeth = 8, lips = 5) => Math.max(jaw + 8, teeth + 5, lips + 3),
    settled: (jaw = 13, teeth = 8, lips = 5) => 16 * (Math.max(jaw, teeth, lips) + 1) + 8,
    keep: function (value, into) {
into[0].push(value.jaw ?? NaN)
into[1].push(value.teeth ?? NaN)
into[2].push(value.lips ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"deviations","defaultValue":2,"isWhole":false,"least":0}],
    firstValue: (period = 20, deviations = 2) => period,
    settled: (period = 20, deviations = 2) => period + 1,
    keep: function (value, into) {
into[0].push(value.upper ?? NaN)
into[1].push(value.middle ?? NaN)
into[2].push(value.lower ?? NaN)
},
    factory: function ({ bar, ring }) {
const bands = { upper: NaN, middle: NaN, lower: NaN }
let window = null
function onTick(period = 20, deviations = 2) {
  if (window === null || window.count < period - 1) return null
  let sum = 0
  for (let k = 0; k < period - 1; k++) sum += window.at(k) - bar.close
  const offset = sum / period
  let squares = offset ** 2
  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - bar.close - offset) ** 2
  const middle = bar.close + offset
  const distance = deviations * Math.sqrt(squares / period)
  return { upper: middle + distance, middle, lower: middle - distance }
}
function onIntervalClose(period = 20, deviations = 2) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  if (!window.full) return null
  const middle = window.mean()
  const distance = deviations * window.deviation()
  bands.upper = middle + distance
  bands.middle = middle
  bands.lower = middle - distance
  return bands
}
return { onTick, onIntervalClose } },
  },
  Highest: {
    key: 'Highest',
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    keep: function (value, into) {
into[0].push(value.upper ?? NaN)
into[1].push(value.middle ?? NaN)
into[2].push(value.lower ?? NaN)
},
    factory: function ({ bar, ring }) {
const channel = { upper: NaN, middle: NaN, lower: NaN }
let highs = null
let lows = null
function growing(period) {
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, highs.at(k))
    lowest = Math.min(lowest, lows.at(k))
  }
  return { highest, lowest }
}
function onTick(period = 20) {
  if (highs === null || highs.count < period - 1) return null
  const { highest, lowest } = growing(period)
  return { upper: highest, middle: (highest + lowest) / 2, lower: lowest }
}
function onIntervalClose(period = 20) {
  if (highs === null) {
    highs = ring(period)
    lows = ring(period)
  }
  highs.push(bar.high)
  lows.push(bar.low)
  if (!highs.full) return null
  channel.upper = highs.highest()
  channel.lower = lows.lowest()
  channel.middle = (channel.upper + channel.lower) / 2
  return channel
}
return { onTick, onIntervalClose } },
  },
  Keltner: {
    key: 'Keltner',
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"multiplier","defaultValue":2,"isWhole":false,"least":0},{"name":"atrPeriod","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 20, multiplier = 2, atrPeriod = 10) => Math.max(period, atrPeriod + 1),
    settled: (period = 20, multiplier = 2, atrPeriod = 10) => Math.max(8 * (period + 1), 16 * (atrPeriod + 1)),
    keep: function (value, into) {
into[0].push(value.upper ?? NaN)
into[1].push(value.middle ?? NaN)
into[2].push(value.lower ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":6,"isWhole":true,"least":1},{"name":"multiplier","defaultValue":2,"isWhole":false,"least":0},{"name":"atrPeriod","defaultValue":15,"isWhole":true,"least":1}],
    firstValue: (period = 6, multiplier = 2, atrPeriod = 15) => Math.max(period, atrPeriod + 1),
    settled: (period = 6, multiplier = 2, atrPeriod = 15) => Math.max(period, 16 * (atrPeriod + 1)),
    keep: function (value, into) {
into[0].push(value.upper ?? NaN)
into[1].push(value.middle ?? NaN)
into[2].push(value.lower ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"percent","defaultValue":2.5,"isWhole":false,"least":0}],
    firstValue: (period = 20, percent = 2.5) => period,
    settled: (period = 20, percent = 2.5) => period,
    keep: function (value, into) {
into[0].push(value.upper ?? NaN)
into[1].push(value.middle ?? NaN)
into[2].push(value.lower ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"factor","defaultValue":4,"isWhole":false,"least":0}],
    firstValue: (period = 20, factor = 4) => period,
    settled: (period = 20, factor = 4) => period,
    keep: function (value, into) {
into[0].push(value.upper ?? NaN)
into[1].push(value.middle ?? NaN)
into[2].push(value.lower ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"deviations","defaultValue":2,"isWhole":false,"least":0}],
    firstValue: (period = 20, deviations = 2) => period,
    settled: (period = 20, deviations = 2) => period,
    factory: function ({ bar, ring }) {
let closes = null
function growing(period) {
  let sum = 0
  for (let k = 0; k < period - 1; k++) sum += closes.at(k) - bar.close
  const offset = sum / period
  let squares = offset ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - bar.close - offset) ** 2
  return { mean: bar.close + offset, deviation: Math.sqrt(squares / period) }
}
function place(mean, deviation, deviations) {
  return deviation === 0 ? 0.5 : (bar.close - mean) / (2 * deviations * deviation) + 0.5
}
function onTick(period = 20, deviations = 2) {
  if (closes === null || closes.count < period - 1) return null
  const { mean, deviation } = growing(period)
  return place(mean, deviation, deviations)
}
function onIntervalClose(period = 20, deviations = 2) {
  if (closes === null) closes = ring(period)
  closes.push(bar.close)
  return closes.full ? place(closes.mean(), closes.deviation(), deviations) : NaN
}
return { onTick, onIntervalClose } },
  },
  BollingerBandwidth: {
    key: 'BollingerBandwidth',
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"deviations","defaultValue":2,"isWhole":false,"least":0}],
    firstValue: (period = 20, deviations = 2) => period,
    settled: (period = 20, deviations = 2) => period,
    factory: function ({ bar, ring }) {
let closes = null
function growing(period) {
  let sum = 0
  for (let k = 0; k < period - 1; k++) sum += closes.at(k) - bar.close
  const offset = sum / period
  let squares = offset ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - bar.close - offset) ** 2
  return { mean: bar.close + offset, deviation: Math.sqrt(squares / period) }
}
function onTick(period = 20, deviations = 2) {
  if (closes === null || closes.count < period - 1) return null
  const { mean, deviation } = growing(period)
  return (200 * deviations * deviation) / mean
}
function onIntervalClose(period = 20, deviations = 2) {
  if (closes === null) closes = ring(period)
  closes.push(bar.close)
  return closes.full ? (200 * deviations * closes.deviation()) / closes.mean() : NaN
}
return { onTick, onIntervalClose } },
  },
  LinearRegressionChannel: {
    key: 'LinearRegressionChannel',
    pane: 'overlay',
    outputs: ["upper","middle","lower"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":100,"isWhole":true,"least":2},{"name":"deviations","defaultValue":2,"isWhole":false,"least":0}],
    firstValue: (period = 100, deviations = 2) => period,
    settled: (period = 100, deviations = 2) => period,
    keep: function (value, into) {
into[0].push(value.upper ?? NaN)
into[1].push(value.middle ?? NaN)
into[2].push(value.lower ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["long","short"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":22,"isWhole":true,"least":1},{"name":"multiplier","defaultValue":3,"isWhole":false,"least":0}],
    firstValue: (period = 22, multiplier = 3) => period + 1,
    settled: (period = 22, multiplier = 3) => 16 * (period + 1),
    keep: function (value, into) {
into[0].push(value.long ?? NaN)
into[1].push(value.short ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["plus","minus"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    keep: function (value, into) {
into[0].push(value.plus ?? NaN)
into[1].push(value.minus ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => 2 * period,
    settled: (period = 14) => 32 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => 3 * period - 1,
    settled: (period = 14) => 32 * (period + 1) + period,
    factory: function ({ bar, ring }) {
let state = null
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}
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
    pane: 'study',
    outputs: ["up","down"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    keep: function (value, into) {
into[0].push(value.up ?? NaN)
into[1].push(value.down ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value","direction"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1},{"name":"multiplier","defaultValue":3,"isWhole":false,"least":0}],
    firstValue: (period = 10, multiplier = 3) => period + 1,
    settled: (period = 10, multiplier = 3) => 16 * (period + 1),
    keep: function (value, into) {
into[0].push(value.value ?? NaN)
into[1].push(value.direction ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"step","defaultValue":0.02,"isWhole":false,"least":0},{"name":"limit","defaultValue":0.2,"isWhole":false,"least":0}],
    firstValue: (step = 0.02, limit = 0.2) => 2,
    settled: (step = 0.02, limit = 0.2) => 200,
    factory: function ({ bar, ring }) {
let state = null
function begin(step, limit) {
  const down = state.low - bar.low
  const isLong = !(down > 0 && down > bar.high - state.high)
  const stop = isLong ? state.low : state.high
  return turnOrGo({ isLong, stop, extreme: isLong ? bar.high : bar.low, weight: Math.min(step, limit) }, step, limit)
}
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
    pane: 'overlay',
    outputs: ["conversion","base","spanA","spanB"],
    repaints: false,
    parameters: [{"name":"conversion","defaultValue":9,"isWhole":true,"least":1},{"name":"base","defaultValue":26,"isWhole":true,"least":1},{"name":"span","defaultValue":52,"isWhole":true,"least":1},{"name":"displacement","defaultValue":26,"isWhole":true,"least":1}],
    firstValue: (conversion = 9, base = 26, span = 52, displacement = 26) => Math.max(conversion, base, span) + displacement,
    settled: (conversion = 9, base = 26, span = 52, displacement = 26) => Math.max(conversion, base, span) + displacement,
    keep: function (value, into) {
into[0].push(value.conversion ?? NaN)
into[1].push(value.base ?? NaN)
into[2].push(value.spanA ?? NaN)
into[3].push(value.spanB ?? NaN)
},
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["plus","minus"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    keep: function (value, into) {
into[0].push(value.plus ?? NaN)
into[1].push(value.minus ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":28,"isWhole":true,"least":1}],
    firstValue: (period = 28) => period + 1,
    settled: (period = 28) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":25,"isWhole":true,"least":1},{"name":"smoothing","defaultValue":9,"isWhole":true,"least":1}],
    firstValue: (period = 25, smoothing = 9) => period + 2 * smoothing - 2,
    settled: (period = 25, smoothing = 9) => 16 * (smoothing + 1) + period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["high","low"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    keep: function (value, into) {
into[0].push(value.high ?? NaN)
into[1].push(value.low ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    factory: function ({ bar, ring }) {
const state = { changes: -1, last: NaN, gain: NaN, loss: NaN }
function index(up, down) {
  return up + down === 0 ? 0 : (100 * up) / (up + down)
}
function onTick(period = 14) {
  if (state.changes < period) return null
  const change = bar.close - state.last
  const up = (state.gain * (period - 1) + Math.max(change, 0)) / period
  const down = (state.loss * (period - 1) + Math.max(-change, 0)) / period
  return index(up, down)
}
function start(period, up, down) {
  if (state.changes === 0) {
    state.gain = 0
    state.loss = 0
  } else {
    state.gain += up / period
    state.loss += down / period
  }
}
function onIntervalClose(period = 14) {
  const change = bar.close - state.last
  const up = change > 0 ? change : 0
  const down = change < 0 ? -change : 0
  state.last = bar.close
  if (state.changes >= period) {
    state.gain = (state.gain * (period - 1) + up) / period
    state.loss = (state.loss * (period - 1) + down) / period
    return index(state.gain, state.loss)
  }
  state.changes += 1
  start(period, up, down)
  return state.changes < period ? NaN : index(state.gain, state.loss)
}
return { onTick, onIntervalClose } },
  },
  MACD: {
    key: 'MACD',
    pane: 'study',
    outputs: ["macd","signal","histogram"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":12,"isWhole":true,"least":1},{"name":"slow","defaultValue":26,"isWhole":true,"least":1},{"name":"signal","defaultValue":9,"isWhole":true,"least":1}],
    firstValue: (fast = 12, slow = 26, signal = 9) => Math.max(fast, slow) + signal - 1,
    settled: (fast = 12, slow = 26, signal = 9) => 8 * (fast + slow + signal + 1),
    keep: function (value, into) {
into[0].push(value.macd ?? NaN)
into[1].push(value.signal ?? NaN)
into[2].push(value.histogram ?? NaN)
},
    factory: function ({ bar, ring }) {
let closes = null
let differences = null
const averages = { quick: NaN, calm: NaN }
const weights = { quick: NaN, calm: NaN, trigger: NaN }
const lines = { macd: NaN, signal: NaN, histogram: NaN }
function averageOf(window, length) {
  let sum = 0
  for (let k = length - 1; k >= 0; k--) sum += window.at(k)
  return sum / length
}
function follow(average, value, weight) {
  return average + weight * (value - average)
}
function onTick(fast = 12, slow = 26, signal = 9) {
  if (Number.isNaN(lines.signal)) return null
  const quick = follow(averages.quick, bar.close, weights.quick)
  const calm = follow(averages.calm, bar.close, weights.calm)
  const macd = quick - calm
  const line = follow(lines.signal, macd, weights.trigger)
  return { macd, signal: line, histogram: macd - line }
}
function start(short, long, signal) {
  if (closes === null) {
    closes = ring(long)
    differences = ring(signal)
    weights.quick = 2 / (short + 1)
    weights.calm = 2 / (long + 1)
    weights.trigger = 2 / (signal + 1)
  }
  closes.push(bar.close)
  if (!closes.full) return
  averages.quick = averageOf(closes, short)
  averages.calm = averageOf(closes, long)
}
function onIntervalClose(fast = 12, slow = 26, signal = 9) {
  if (Number.isNaN(averages.calm)) {
    start(Math.min(fast, slow), Math.max(fast, slow), signal)
    if (!closes.full) return null
  } else {
    averages.quick = follow(averages.quick, bar.close, weights.quick)
    averages.calm = follow(averages.calm, bar.close, weights.calm)
  }
  const macd = averages.quick - averages.calm
  if (Number.isNaN(lines.signal)) {
    differences.push(macd)
    if (!differences.full) return null
    lines.signal = averageOf(differences, signal)
  } else {
    lines.signal = follow(lines.signal, macd, weights.trigger)
  }
  lines.macd = macd
  lines.histogram = macd - lines.signal
  return lines
}
return { onTick, onIntervalClose } },
  },
  Stochastic: {
    key: 'Stochastic',
    pane: 'study',
    outputs: ["k","d"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1},{"name":"smoothing","defaultValue":3,"isWhole":true,"least":1},{"name":"signal","defaultValue":3,"isWhole":true,"least":1}],
    firstValue: (period = 14, smoothing = 3, signal = 3) => period + smoothing + signal - 2,
    settled: (period = 14, smoothing = 3, signal = 3) => period + smoothing + signal + 1,
    keep: function (value, into) {
into[0].push(value.k ?? NaN)
into[1].push(value.d ?? NaN)
},
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["k","d"],
    repaints: false,
    parameters: [{"name":"rsiPeriod","defaultValue":14,"isWhole":true,"least":1},{"name":"period","defaultValue":14,"isWhole":true,"least":1},{"name":"smoothing","defaultValue":3,"isWhole":true,"least":1},{"name":"signal","defaultValue":3,"isWhole":true,"least":1}],
    firstValue: (rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) => rsiPeriod + period + smoothing + signal - 2,
    settled: (rsiPeriod = 14, period = 14, smoothing = 3, signal = 3) => 16 * (rsiPeriod + 1) + period + smoothing + signal,
    keep: function (value, into) {
into[0].push(value.k ?? NaN)
into[1].push(value.d ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    factory: function ({ bar, ring }) {
let highs = null
let lows = null
function growing(period) {
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, highs.at(k))
    lowest = Math.min(lowest, lows.at(k))
  }
  return { highest, lowest }
}
function place(highest, lowest) {
  return highest === lowest ? 0 : (-100 * (highest - bar.close)) / (highest - lowest)
}
function onTick(period = 14) {
  if (highs === null || highs.count < period - 1) return null
  const { highest, lowest } = growing(period)
  return place(highest, lowest)
}
function onIntervalClose(period = 14) {
  if (highs === null) {
    highs = ring(period)
    lows = ring(period)
  }
  highs.push(bar.high)
  lows.push(bar.low)
  return highs.full ? place(highs.highest(), lows.lowest()) : NaN
}
return { onTick, onIntervalClose } },
  },
  CCI: {
    key: 'CCI',
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":15,"isWhole":true,"least":1}],
    firstValue: (period = 15) => 3 * period - 1,
    settled: (period = 15) => 24 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"short","defaultValue":7,"isWhole":true,"least":1},{"name":"middle","defaultValue":14,"isWhole":true,"least":1},{"name":"long","defaultValue":28,"isWhole":true,"least":1}],
    firstValue: (short = 7, middle = 14, long = 28) => Math.max(short, middle, long) + 1,
    settled: (short = 7, middle = 14, long = 28) => Math.max(short, middle, long) + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["tsi","signal"],
    repaints: false,
    parameters: [{"name":"slow","defaultValue":25,"isWhole":true,"least":1},{"name":"fast","defaultValue":13,"isWhole":true,"least":1},{"name":"signal","defaultValue":7,"isWhole":true,"least":1}],
    firstValue: (slow = 25, fast = 13, signal = 7) => slow + fast + signal - 1,
    settled: (slow = 25, fast = 13, signal = 7) => 8 * (slow + fast + signal + 3),
    keep: function (value, into) {
into[0].push(value.tsi ?? NaN)
into[1].push(value.signal ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":5,"isWhole":true,"least":1},{"name":"slow","defaultValue":34,"isWhole":true,"least":1}],
    firstValue: (fast = 5, slow = 34) => Math.max(fast, slow),
    settled: (fast = 5, slow = 34) => Math.max(fast, slow),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":5,"isWhole":true,"least":1},{"name":"slow","defaultValue":34,"isWhole":true,"least":1},{"name":"signal","defaultValue":5,"isWhole":true,"least":1}],
    firstValue: (fast = 5, slow = 34, signal = 5) => Math.max(fast, slow) + signal - 1,
    settled: (fast = 5, slow = 34, signal = 5) => Math.max(fast, slow) + signal - 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":12,"isWhole":true,"least":1},{"name":"slow","defaultValue":26,"isWhole":true,"least":1}],
    firstValue: (fast = 12, slow = 26) => Math.max(fast, slow),
    settled: (fast = 12, slow = 26) => 8 * (Math.max(fast, slow) + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["ppo","signal","histogram"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":12,"isWhole":true,"least":1},{"name":"slow","defaultValue":26,"isWhole":true,"least":1},{"name":"signal","defaultValue":9,"isWhole":true,"least":1}],
    firstValue: (fast = 12, slow = 26, signal = 9) => Math.max(fast, slow) + signal - 1,
    settled: (fast = 12, slow = 26, signal = 9) => 8 * (fast + slow + signal + 1),
    keep: function (value, into) {
into[0].push(value.ppo ?? NaN)
into[1].push(value.signal ?? NaN)
into[2].push(value.histogram ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => Math.max(period, Math.floor(period / 2) + 2),
    settled: (period = 20) => Math.max(period, Math.floor(period / 2) + 2),
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["fisher","trigger"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period,
    settled: (period = 10) => period + 64,
    keep: function (value, into) {
into[0].push(value.fisher ?? NaN)
into[1].push(value.trigger ?? NaN)
},
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["kst","signal"],
    repaints: false,
    parameters: [{"name":"signal","defaultValue":9,"isWhole":true,"least":1}],
    firstValue: (signal = 9) => 44 + signal,
    settled: (signal = 9) => 44 + signal,
    keep: function (value, into) {
into[0].push(value.kst ?? NaN)
into[1].push(value.signal ?? NaN)
},
    factory: function ({ bar, ring }) {
const lengths = [10, 15, 20, 30]
const smoothings = [10, 10, 10, 15]
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"short","defaultValue":11,"isWhole":true,"least":1},{"name":"long","defaultValue":14,"isWhole":true,"least":1},{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (short = 11, long = 14, period = 10) => Math.max(short, long) + period,
    settled: (short = 11, long = 14, period = 10) => Math.max(short, long) + period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"rsiPeriod","defaultValue":3,"isWhole":true,"least":1},{"name":"streakPeriod","defaultValue":2,"isWhole":true,"least":1},{"name":"rankPeriod","defaultValue":100,"isWhole":true,"least":1}],
    firstValue: (rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) => Math.max(rsiPeriod + 1, streakPeriod + 2, rankPeriod + 2),
    settled: (rsiPeriod = 3, streakPeriod = 2, rankPeriod = 100) => Math.max(16 * (rsiPeriod + streakPeriod + 1), rankPeriod + 2),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["rvi","signal"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 6,
    settled: (period = 10) => period + 6,
    keep: function (value, into) {
into[0].push(value.rvi ?? NaN)
into[1].push(value.signal ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"cycle","defaultValue":10,"isWhole":true,"least":1},{"name":"fast","defaultValue":23,"isWhole":true,"least":1},{"name":"slow","defaultValue":50,"isWhole":true,"least":1}],
    firstValue: (cycle = 10, fast = 23, slow = 50) => Math.max(fast, slow) + 2 * cycle - 2,
    settled: (cycle = 10, fast = 23, slow = 50) => 8 * (Math.max(fast, slow) + 1) + 2 * cycle + 48,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":8,"isWhole":true,"least":1}],
    firstValue: (period = 8) => period,
    settled: (period = 8) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["bull","bear"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":13,"isWhole":true,"least":1}],
    firstValue: (period = 13) => period,
    settled: (period = 13) => 8 * (period + 1),
    keep: function (value, into) {
into[0].push(value.bull ?? NaN)
into[1].push(value.bear ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["smi","signal"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":13,"isWhole":true,"least":1},{"name":"first","defaultValue":25,"isWhole":true,"least":1},{"name":"second","defaultValue":2,"isWhole":true,"least":1},{"name":"signal","defaultValue":12,"isWhole":true,"least":1}],
    firstValue: (period = 13, first = 25, second = 2, signal = 12) => period + first + second + signal - 3,
    settled: (period = 13, first = 25, second = 2, signal = 12) => 8 * (first + second + signal + 3) + period,
    keep: function (value, into) {
into[0].push(value.smi ?? NaN)
into[1].push(value.signal ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["sine","lead"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    keep: function (value, into) {
into[0].push(value.sine ?? NaN)
into[1].push(value.lead ?? NaN)
},
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 8 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    factory: function ({ bar, ring }) {
const state = { ranges: -1, last: NaN, average: NaN }
function trueRange(before) {
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}
function onTick(period = 14) {
  if (state.ranges < period) return null
  return (state.average * (period - 1) + trueRange(state.last)) / period
}
function start(period, range) {
  state.ranges += 1
  if (state.ranges === 0) state.average = 0
  else state.average += range / period
}
function onIntervalClose(period = 14) {
  const range = trueRange(state.last)
  state.last = bar.close
  if (state.ranges < period) start(period, range)
  else state.average = (state.average * (period - 1) + range) / period
  return state.ranges < period ? NaN : state.average
}
return { onTick, onIntervalClose } },
  },
  StandardDeviation: {
    key: 'StandardDeviation',
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period + 1,
    factory: function ({ bar, ring }) {
let window = null
function onTick(period = 20) {
  if (window === null || window.count < period - 1) return null
  let sum = 0
  for (let k = 0; k < period - 1; k++) sum += window.at(k) - bar.close
  const offset = sum / period
  let squares = offset ** 2
  for (let k = 0; k < period - 1; k++) squares += (window.at(k) - bar.close - offset) ** 2
  return Math.sqrt(squares / period)
}
function onIntervalClose(period = 20) {
  if (window === null) window = ring(period)
  window.push(bar.close)
  return window.full ? window.deviation() : NaN
}
return { onTick, onIntervalClose } },
  },
  TrueRange: {
    key: 'TrueRange',
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => 16 * (period + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"smoothing","defaultValue":10,"isWhole":true,"least":1},{"name":"change","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (smoothing = 10, change = 10) => smoothing + change,
    settled: (smoothing = 10, change = 10) => 8 * (smoothing + 1) + change,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1},{"name":"barsPerYear","defaultValue":252,"isWhole":true,"least":1}],
    firstValue: (period = 20, barsPerYear = 252) => period + 1,
    settled: (period = 20, barsPerYear = 252) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => 2 * period - 1,
    settled: (period = 14) => 2 * period - 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2},{"name":"smoothing","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 10, smoothing = 14) => period + smoothing - 1,
    settled: (period = 10, smoothing = 14) => period + 16 * (smoothing + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":3,"isWhole":true,"least":1},{"name":"slow","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (fast = 3, slow = 10) => Math.max(fast, slow),
    settled: (fast = 3, slow = 10) => 8 * (Math.max(fast, slow) + 1),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function typical() {
  return (bar.high + bar.low + bar.close) / 3
}
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1440,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["kvo","signal"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":34,"isWhole":true,"least":1},{"name":"slow","defaultValue":55,"isWhole":true,"least":1},{"name":"signal","defaultValue":13,"isWhole":true,"least":1}],
    firstValue: (fast = 34, slow = 55, signal = 13) => Math.max(fast, slow) + signal,
    settled: (fast = 34, slow = 55, signal = 13) => 8 * (Math.max(fast, slow) + signal + 2),
    keep: function (value, into) {
into[0].push(value.kvo ?? NaN)
into[1].push(value.signal ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":1}],
    firstValue: (period = 14) => period + 1,
    settled: (period = 14) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":13,"isWhole":true,"least":1}],
    firstValue: (period = 13) => period + 1,
    settled: (period = 13) => 8 * (period + 2),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"fast","defaultValue":5,"isWhole":true,"least":1},{"name":"slow","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (fast = 5, slow = 10) => Math.max(fast, slow),
    settled: (fast = 5, slow = 10) => Math.max(fast, slow),
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":1}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 1,
    settled: () => 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value","slope","fit"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    keep: function (value, into) {
into[0].push(value.value ?? NaN)
into[1].push(value.slope ?? NaN)
into[2].push(value.fit ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'overlay',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":14,"isWhole":true,"least":2}],
    firstValue: (period = 14) => period,
    settled: (period = 14) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":50,"isWhole":true,"least":3},{"name":"lag","defaultValue":1,"isWhole":true,"least":1}],
    firstValue: (period = 50, lag = 1) => period + 1,
    settled: (period = 50, lag = 1) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":20,"isWhole":true,"least":2}],
    firstValue: (period = 20) => period,
    settled: (period = 20) => period,
    factory: function ({ bar, ring }) {
let closes = null
function growing(period) {
  let sum = 0
  for (let k = 0; k < period - 1; k++) sum += closes.at(k) - bar.close
  const offset = sum / period
  let squares = offset ** 2
  for (let k = 0; k < period - 1; k++) squares += (closes.at(k) - bar.close - offset) ** 2
  return { mean: bar.close + offset, deviation: Math.sqrt(squares / period) }
}
function score(mean, deviation) {
  return deviation === 0 ? 0 : (bar.close - mean) / deviation
}
function onTick(period = 20) {
  if (closes === null || closes.count < period - 1) return null
  const { mean, deviation } = growing(period)
  return score(mean, deviation)
}
function onIntervalClose(period = 20) {
  if (closes === null) closes = ring(period)
  closes.push(bar.close)
  return closes.full ? score(closes.mean(), closes.deviation()) : NaN
}
return { onTick, onIntervalClose } },
  },
  Skewness: {
    key: 'Skewness',
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":30,"isWhole":true,"least":3}],
    firstValue: (period = 30) => period,
    settled: (period = 30) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":30,"isWhole":true,"least":3}],
    firstValue: (period = 30) => period,
    settled: (period = 30) => period,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":100,"isWhole":true,"least":1}],
    firstValue: (period = 100) => period + 1,
    settled: (period = 100) => period + 1,
    factory: function ({ bar, ring }) {
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":128,"isWhole":true,"least":32}],
    firstValue: (period = 128) => period + 1,
    settled: (period = 128) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function changeNow() {
  return state.last > 0 && bar.close > 0 ? Math.log(bar.close / state.last) : 0
}
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
    pane: 'overlay',
    outputs: ["pivot","r1","r2","r3","s1","s2","s3"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2880,
    keep: function (value, into) {
into[0].push(value.pivot ?? NaN)
into[1].push(value.r1 ?? NaN)
into[2].push(value.r2 ?? NaN)
into[3].push(value.r3 ?? NaN)
into[4].push(value.s1 ?? NaN)
into[5].push(value.s2 ?? NaN)
into[6].push(value.s3 ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
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
    pane: 'overlay',
    outputs: ["pivot","r1","r2","r3","s1","s2","s3"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2880,
    keep: function (value, into) {
into[0].push(value.pivot ?? NaN)
into[1].push(value.r1 ?? NaN)
into[2].push(value.r2 ?? NaN)
into[3].push(value.r3 ?? NaN)
into[4].push(value.s1 ?? NaN)
into[5].push(value.s2 ?? NaN)
into[6].push(value.s3 ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
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
    pane: 'overlay',
    outputs: ["pivot","r1","r2","r3","r4","s1","s2","s3","s4"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2880,
    keep: function (value, into) {
into[0].push(value.pivot ?? NaN)
into[1].push(value.r1 ?? NaN)
into[2].push(value.r2 ?? NaN)
into[3].push(value.r3 ?? NaN)
into[4].push(value.r4 ?? NaN)
into[5].push(value.s1 ?? NaN)
into[6].push(value.s2 ?? NaN)
into[7].push(value.s3 ?? NaN)
into[8].push(value.s4 ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
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
    pane: 'overlay',
    outputs: ["pivot","r1","r2","s1","s2"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2880,
    keep: function (value, into) {
into[0].push(value.pivot ?? NaN)
into[1].push(value.r1 ?? NaN)
into[2].push(value.r2 ?? NaN)
into[3].push(value.s1 ?? NaN)
into[4].push(value.s2 ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
function days() {
  const day = Math.floor(bar.time / 86_400_000)
  if (day === state.day) {
    return { ...state, high: Math.max(state.high, bar.high), low: Math.min(state.low, bar.low), close: bar.close }
  }
  const isFirst = state.day !== state.day
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
    pane: 'overlay',
    outputs: ["up","down"],
    repaints: false,
    parameters: [{"name":"width","defaultValue":2,"isWhole":true,"least":1}],
    firstValue: (width = 2) => 2 * width + 1,
    settled: (width = 2) => 100 * width,
    keep: function (value, into) {
into[0].push(value.up ?? NaN)
into[1].push(value.down ?? NaN)
},
    factory: function ({ bar, ring }) {
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
    pane: 'overlay',
    outputs: ["value","from","direction"],
    repaints: true,
    parameters: [{"name":"percent","defaultValue":1,"isWhole":false,"least":0}],
    firstValue: (percent = 1) => 2,
    settled: (percent = 1) => 1000,
    keep: function (value, into) {
into[0].push(value.value ?? NaN)
into[1].push(value.from ?? NaN)
into[2].push(value.direction ?? NaN)
},
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":2}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 3,
    settled: () => 3,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 3,
    settled: () => 3,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [],
    firstValue: () => 2,
    settled: () => 2,
    factory: function ({ bar, ring }) {
let state = null
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
    pane: 'study',
    outputs: ["value"],
    repaints: false,
    parameters: [{"name":"period","defaultValue":10,"isWhole":true,"least":1}],
    firstValue: (period = 10) => period + 1,
    settled: (period = 10) => period + 1,
    factory: function ({ bar, ring }) {
let state = null
function candle(k) {
  const [open, high, low, close] =
    k === 0
      ? [bar.open, bar.high, bar.low, bar.close]
      : [state.opens.at(k - 1), state.highs.at(k - 1), state.lows.at(k - 1), state.closes.at(k - 1)]
  const top = Math.max(open, close)
  const bottom = Math.min(open, close)
  return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
}
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
