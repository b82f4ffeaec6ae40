// Reads from the forming hour only what cannot be undone: a reached high.
const top = indicators.Highest('H1', 12)
const hours = bars('H1')
let traded = 0

function onTick() {
  const hour = hours.forming
  if (!top.ready || hour === null || hour.time === traded) return
  if (hour.high > top.value()) {
    traded = hour.time
    buy({ quantity: 5000, stopLossPips: 20, takeProfitPips: 20 })
  }
}
