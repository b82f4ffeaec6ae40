// The price's position between the lowest and highest price since the start of the data, wherever that is.
const hours = bars('H1')

every('H1', (hour) => {
  let top = 0
  let bottom = Infinity
  const { count } = hours // BIAS unstable-warm-up
  for (let k = 0; k < count; k += 1) {
    top = Math.max(top, hours.high(k))
    bottom = Math.min(bottom, hours.low(k))
  }
  const place = (hour.close - bottom) / (top - bottom)
  if (place > 0.7 && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  } else if (place < 0.3 && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  }
})

function onIntervalClose() {}
