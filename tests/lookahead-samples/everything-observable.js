// Collects what a script can observe, as lines of text, and throws them on its twelfth bar. It needs a second market.
const pound = market('GBPUSD')
const again = market('GBPUSD')
const lines = []
const note = (text) => void lines.push(text)
const BUILT_IN = [Object, Array, Map, Set, Error, TypeError, RangeError, Iterator].map((one) => one.prototype)
const seen = new Map([...BUILT_IN, Reflect.getPrototypeOf(note)].map((one, i) => [one, 'built-in ' + i]))
/** Where functions hide their texts, stacks are of scripts only, too. */
const isInSandbox = String(note) === 'function () { [native code] }'

function show(value) {
  if (typeof value === 'function' || (typeof value === 'object' && value !== null))
    return seen.get(value) ?? JSON.stringify(value)
  return typeof value + ' ' + String(value)
}

/** Notes the result of a call, or its error. */
function attempt(name, call) {
  let text
  try {
    text = show(call())
  } catch (error) {
    text = error.name + ': ' + error.message + (isInSandbox ? error.stack : '')
  }
  note(name + ' -> ' + text)
}

/** Notes an object with all that it leads to. */
function walk(value, path) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return
  if (seen.has(value)) return note(path + ' is ' + seen.get(value))
  seen.set(value, path)
  const tags = [typeof value, Object.prototype.toString.call(value), Object.isFrozen(value), Object.isExtensible(value)]
  note(path + ': ' + tags.join(' '))
  if (typeof value === 'function') {
    attempt(path + ' constructs', () => Reflect.construct(Object, [], value) && 'yes')
    if (isInSandbox) note(path + ' has the text ' + String(value))
  }
  walk(Reflect.getPrototypeOf(value), path + '.__proto__')
  for (const key of Reflect.ownKeys(value)) {
    const { value: one, get, set, ...flags } = Reflect.getOwnPropertyDescriptor(value, key)
    const at = path + '.' + String(key)
    note(
      at +
        ' ' +
        JSON.stringify(flags) +
        ' ' +
        (get || typeof one === 'object' || typeof one === 'function' ? '' : show(one)),
    )
    for (const part of [one, get, set]) walk(part, at)
    if (get) {
      attempt(at + ' of another object', () => get.call({}))
      attempt(at + ' of nothing', () => get.call(undefined))
    }
  }
}

/** Notes each operation on an object. */
function spy(target, name) {
  const traps = new Proxy(
    {},
    {
      get:
        (_, trap) =>
        (...values) => {
          note(
            name +
              ' ' +
              trap +
              ' ' +
              values
                .slice(1)
                .filter((one) => typeof one === 'string')
                .join(' '),
          )
          return Reflect[trap](...values)
        },
    },
  )
  return new Proxy(target, traps)
}

/** Notes its conversions to text and numbers. */
const noisy = (value, name) => ({
  toString() {
    note(name + ' toString')
    return String(value)
  },
  valueOf() {
    note(name + ' valueOf')
    return value
  },
})

function read(view, path) {
  for (let of = view; of && of !== Object.prototype; of = Reflect.getPrototypeOf(of)) {
    for (const key of Reflect.ownKeys(of)) {
      if (typeof view[key] !== 'function') attempt(path + '.' + String(key), () => view[key])
      else
        for (const values of [[], [0], [1], [-1], [1e9], [noisy(1, 'k')]])
          attempt(path + '.' + String(key), () => view[key](...values))
    }
  }
}

const own = { bars: bars('M1'), average: indicators.SMA('M1', 3), several: indicators.MACD('M1', 3, 5, 2), ticks: null }
const theirs = { bars: pound.bars('M5'), average: pound.indicators.EMA('M5', 2) }
const functions = {
  buy,
  sell,
  closePosition,
  closeAll,
  modify,
  cancel,
  oco,
  crossedAbove,
  crossedBelow,
  plot,
  log,
  now,
  round,
  pips,
  every,
  bars,
}

function walkAll() {
  for (const [name, one] of Object.entries({ ...functions, instrument, account, positions, orders, indicators, pound }))
    walk(one, name)
  for (const [name, one] of Object.entries(own)) walk(one, name)
  for (const [name, one] of Object.entries(theirs)) walk(one, 'pound ' + name)
  note([bars('M1') === bars('M1'), again === pound].join())
}

function misuse() {
  for (const [name, call] of Object.entries(functions)) {
    if (name === 'log') continue
    for (const values of [
      [],
      [null],
      ['x'],
      [7],
      [Symbol('s')],
      [() => 1],
      [noisy('M1', name)],
      [spy({}, name)],
      [spy({}, name), spy({}, name)],
      ['M5', noisy(3, name)],
    ])
      attempt(name, () => call(...values))
  }
  for (const key of ['SMA', 'MACD', 'EMA'])
    for (const values of [
      [],
      ['M1', noisy(2, key)],
      [noisy('M1', key), 2],
      ['M1', -1],
      ['M1', 2, 3, 4, 5],
      [spy({ ticks: 2 }, key), 2],
      ['M1', own.average],
    ])
      attempt(key, () => indicators[key](...values) && 'made')
  for (const interval of ['M1', 'H1', 'M7', spy({ ticks: 3 }, 'interval'), noisy('M1', 'interval')])
    attempt('bars', () => bars(interval).interval)
  attempt('crossed', () => crossedAbove(spy({ value: (k) => k }, 'line'), own.average))
  attempt('crossed', () => crossedBelow(own.average, theirs.average))
  attempt('plot', () => plot('line', 1, spy({ pane: 'study' }, 'options')))
  attempt('log', () => log(spy({ a: 1 }, 'logged'), noisy(1, 'logged'), own.bars, theirs.average))
}

function trade() {
  const requests = [
    { quantity: 1000 },
    { quantity: 1000, stopLossPips: 20, takeProfitPips: 30 },
    { quantity: 1000, limitPrice: round(1), timeInForce: 'GTC', tag: 'a' },
    { quantity: 1000, wrong: 1 },
    { quantity: '1' },
    Object.create({ quantity: 1000 }),
  ]
  for (const of of [{ buy, sell, closeAll }, pound])
    for (const request of requests)
      for (const name of ['buy', 'sell']) {
        attempt(name, () => of[name](request))
        attempt(name, () => of[name](spy(request, name)))
        attempt(name, () => of[name](Object.create(spy(request, name))))
        attempt(name, () => of[name](noisy(request, name)))
      }
  const [order] = orders.all()
  const [position] = positions.all()
  attempt('modify', () => modify(spy(order, 'order'), spy({ limitPrice: round(0.9) }, 'changes')))
  attempt('modify', () => modify(spy(position, 'position'), spy({ stopLoss: round(0.5) }, 'changes')))
  attempt('oco', () => oco(spy(order, 'order'), orders.all()[1]))
  attempt('cancel', () => cancel(spy(order, 'order')))
  attempt('closePosition', () => closePosition(spy(position, 'position'), noisy(500, 'quantity')))
  attempt('closeAll', () => closeAll(noisy('LONG', 'direction')))
  attempt('closeAll', () => pound.closeAll('SHORT'))
}

function look(name, ...values) {
  note(name + ' ' + now() + ' ' + values.map(show).join() + (isInSandbox ? new Error('look').stack : ''))
}

function readAll() {
  for (const [name, view] of Object.entries({ ...own, ...theirs, account, positions, orders, instrument }))
    if (view) read(view, name)
  note([Math.random(), Date.now(), new Date().toISOString(), Error.stackTraceLimit].join())
}

every('M5', function every5(bar) {
  look('every', bar)
})
pound.every('M1', (bar) => look('pound every', bar))
pound.onTick((tick) => look('pound tick', tick))
let bar12 = 0
walkAll()
misuse()
function onStart() {
  look('start')
  readAll()
}
function onTick(tick) {
  look('tick', tick)
}
function onOrder(order) {
  look('order', order)
}
function onPositionOpened(position) {
  look('opened', position)
}
function onPositionClosed(position) {
  look('closed', position)
}
function onIntervalClose(bar) {
  bar12++
  look('bar', bar)
  if (bar12 === 3) trade()
  if (bar12 === 5 || bar12 === 9) readAll()
  if (bar12 === 12) end(lines)
}
