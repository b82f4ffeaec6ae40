// Writes NUL, lone surrogates and control characters wherever text of a script is stored.
// Expect: errored script /^[^\u0000\ud800-\udfff]+$/
const bad = 'a\0b\ud800c\udfff\u001b[2J\u0085'
function onTick() {
  log(bad, { [bad]: bad }, [bad])
  plot(bad, 1, { pane: bad, color: bad })
  buy({ quantity: 1, [bad]: 1 })
  modify({ id: bad }, { [bad]: 1 })
  modify(buy({ quantity: 1000, limitPrice: 0.5 }), { [bad]: 1 })
  cancel(bad)
  for (const call of [() => bars(bad), () => closeAll(bad), () => every(bad, log), () => indicators.SMA('M1', bad)]) {
    try {
      call()
    } catch (error) {
      log(error.message)
    }
  }
  const error = new Error(bad)
  error.name = bad
  throw error
}
